"""The characters of control sequences, and whether each is a letter or a sign."""

from __future__ import annotations

from typing import Final

_GREEK = """
alpha α beta β gamma γ delta δ epsilon ϵ varepsilon ε zeta ζ eta η theta θ vartheta ϑ iota ι kappa κ varkappa ϰ
lambda λ mu μ nu ν xi ξ omicron ο pi π varpi ϖ rho ρ varrho ϱ sigma σ varsigma ς tau τ upsilon υ phi ϕ varphi φ chi χ
psi ψ omega ω Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Upsilon Υ Phi Φ Psi Ψ Omega Ω digamma ϝ
varGamma Γ varDelta Δ varTheta Θ varLambda Λ varXi Ξ varPi Π varSigma Σ varUpsilon Υ varPhi Φ varPsi Ψ varOmega Ω
"""
_LETTERS = """
infty ∞ partial ∂ nabla ∇ ell ℓ hbar ℏ hslash ℏ Re ℜ Im ℑ aleph ℵ beth ℶ gimel ℷ daleth ℸ wp ℘ imath ı jmath ȷ
emptyset ∅ varnothing ∅ forall ∀ exists ∃ nexists ∄ top ⊤ bot ⊥ angle ∠ measuredangle ∡ triangle △ square □ Box □
Diamond ◇ lozenge ◊ blacksquare ■ blacktriangle ▲ bigstar ★ clubsuit ♣ diamondsuit ♢ heartsuit ♡ spadesuit ♠ flat ♭
natural ♮ sharp ♯ prime ′ backprime ‵ checkmark ✓ complement ∁ eth ð Bbbk 𝕜 S § P ¶ dag † ddag ‡ pounds £ yen ¥
copyright © circledR ® maltese ✠ R ℝ N ℕ Z ℤ degree ° % % # # $ $ & & _ _ LaTeX LaTeX TeX TeX
"""
_OPERATORS = """
le ≤ leq ≤ ge ≥ geq ≥ ne ≠ neq ≠ ll ≪ gg ≫ lll ⋘ ggg ⋙ leqslant ⩽ geqslant ⩾ leqq ≦ geqq ≧ lesssim ≲ gtrsim ≳ lessgtr ≶
approx ≈ approxeq ≊ sim ∼ simeq ≃ cong ≅ equiv ≡ propto ∝ varpropto ∝ doteq ≐ triangleq ≜ coloneqq ≔ colon : asymp ≍
thicksim ∼ thickapprox ≈ prec ≺ succ ≻ preceq ⪯ succeq ⪰ preccurlyeq ≼ succcurlyeq ≽ in ∈ notin ∉ ni ∋ owns ∋ subset ⊂
supset ⊃ subseteq ⊆ supseteq ⊇ subsetneq ⊊ supsetneq ⊋ sqsubseteq ⊑ sqsupseteq ⊒ mid ∣ nmid ∤ parallel ∥ nparallel ∦
perp ⊥ models ⊨ vdash ⊢ dashv ⊣ vDash ⊨ Vdash ⊩ bowtie ⋈ frown ⌢ smile ⌣ nless ≮ ngtr ≯ nleq ≰ ngeq ≱
to → rightarrow → leftarrow ← gets ← leftrightarrow ↔ Rightarrow ⇒ Leftarrow ⇐ Leftrightarrow ⇔ iff ⟺ implies ⟹ impliedby ⟸
longrightarrow ⟶ longleftarrow ⟵ longleftrightarrow ⟷ Longrightarrow ⟹ Longleftarrow ⟸ Longleftrightarrow ⟺ mapsto ↦
longmapsto ⟼ hookrightarrow ↪ hookleftarrow ↩ uparrow ↑ downarrow ↓ updownarrow ↕ Uparrow ⇑ Downarrow ⇓ nearrow ↗
searrow ↘ swarrow ↙ nwarrow ↖ rightharpoonup ⇀ rightharpoondown ⇁ leftharpoonup ↼ leftharpoondown ↽ leadsto ⇝
rightleftharpoons ⇌ rightrightarrows ⇉ leftleftarrows ⇇ rightsquigarrow ⇝ nrightarrow ↛ nRightarrow ⇏ twoheadrightarrow ↠
pm ± mp ∓ times × div ÷ cdot ⋅ cdotp ⋅ ast ∗ star ⋆ circ ∘ bullet ∙ oplus ⊕ ominus ⊖ otimes ⊗ oslash ⊘ odot ⊙ cap ∩ cup ∪
uplus ⊎ sqcap ⊓ sqcup ⊔ vee ∨ lor ∨ wedge ∧ land ∧ neg ¬ lnot ¬ setminus ∖ smallsetminus ∖ backslash \\ wr ≀ amalg ⨿ diamond ⋄
bigcirc ◯ bigtriangleup △ bigtriangledown ▽ triangleleft ◁ triangleright ▷ rtimes ⋊ ltimes ⋉ boxtimes ⊠ boxplus ⊞ boxdot ⊡
circledast ⊛ circledcirc ⊚ dagger † ddagger ‡ therefore ∴ because ∵ lt < gt > And & colonequals ≔ vartriangle △
dots … ldots … cdots ⋯ vdots ⋮ ddots ⋱ iddots ⋰ dotsc … dotsb ⋯ dotsm ⋯ dotsi ⋯ dotso … mathellipsis …
lbrace { rbrace } lbrack [ rbrack ] langle ⟨ rangle ⟩ lfloor ⌊ rfloor ⌋ lceil ⌈ rceil ⌉ lvert | rvert | vert | Vert ‖ lVert ‖
rVert ‖ { { } } | ‖ lgroup ⟮ rgroup ⟯ llbracket ⟦ rrbracket ⟧ ulcorner ⌜ urcorner ⌝
"""
_BIG = """
sum ∑ prod ∏ coprod ∐ bigcap ⋂ bigcup ⋃ bigvee ⋁ bigwedge ⋀ bigoplus ⨁ bigotimes ⨂ bigodot ⨀ biguplus ⨄ bigsqcup ⨆
"""
_INTEGRALS = "int ∫ iint ∬ iiint ∭ oint ∮ oiint ∯ intop ∫ smallint ∫"
_NAMES = """
arccos arcsin arctan arg cos cosh cot coth csc deg dim exp hom ker lg ln log sec sin sinh tan tanh Pr arctg tg sgn
"""
_LIMITS = "lim max min sup inf limsup liminf det gcd argmax argmin varlimsup varliminf injlim projlim Pr"
_SPACES = {
    ",": 0.167, ":": 0.222, ">": 0.222, ";": 0.278, "!": -0.167, "quad": 1.0, "qquad": 2.0, " ": 0.25, "enspace": 0.5,
    "thinspace": 0.167, "medspace": 0.222, "thickspace": 0.278, "negthinspace": -0.167, "negmedspace": -0.222,
    "nobreakspace": 0.25, "space": 0.25,
}  # fmt: skip


def _pairs(text: str) -> dict[str, str]:
    words = text.split()
    return {f"\\{name}": char for name, char in zip(words[::2], words[1::2], strict=True)}


LETTERS: Final = {**_pairs(_GREEK), **_pairs(_LETTERS)}
OPERATORS: Final = _pairs(_OPERATORS)
BIG: Final = _pairs(_BIG)
INTEGRALS: Final = _pairs(_INTEGRALS)
NAMES: Final = {f"\\{name}": name for name in (*_NAMES.split(), *_LIMITS.split())}
WITH_LIMITS: Final = frozenset(f"\\{name}" for name in _LIMITS.split()) | BIG.keys()
SPACES: Final = {f"\\{name}": width for name, width in _SPACES.items()} | {"~": 0.25}

# The mark over or under an argument, and whether it stretches.
ACCENTS: Final = {
    "\\hat": ("^", False), "\\widehat": ("\u0302", True), "\\bar": ("¯", False),
    "\\tilde": ("~", False), "\\widetilde": ("~", True), "\\vec": ("→", False), "\\dot": ("˙", False),
    "\\ddot": ("¨", False), "\\dddot": ("⃛", False), "\\check": ("ˇ", False), "\\breve": ("˘", False),
    "\\acute": ("´", False), "\\grave": ("`", False), "\\mathring": ("˚", False), "\\overrightarrow": ("→", True),
    "\\overleftarrow": ("←", True), "\\overleftrightarrow": ("↔", True), "\\overbrace": ("⏞", True),
    "\\overbracket": ("⎴", True), "\\overparen": ("⏜", True),
}  # fmt: skip
# Lines as borders: browsers do not stretch their signs in the usual fonts.
LINES: Final = {
    "\\overline": "border-top: 0.055em solid; padding-top: 0.12em",
    "\\underline": "border-bottom: 0.055em solid; padding-bottom: 0.12em",
}
UNDER: Final = {
    "\\underbrace": "⏟", "\\underbracket": "⎵", "\\underrightarrow": "→", "\\underleftarrow": "←",
    "\\underparen": "⏝",
}  # fmt: skip

# Alphabets of Unicode: where A, a and 0 are. Letters that Unicode put elsewhere are in HOLES.
ALPHABETS: Final = {
    "bold": (0x1D400, 0x1D41A, 0x1D7CE),
    "bold-italic": (0x1D468, 0x1D482, 0x1D7CE),
    "script": (0x1D49C, 0x1D4B6, 0),
    "fraktur": (0x1D504, 0x1D51E, 0),
    "double": (0x1D538, 0x1D552, 0x1D7D8),
    "sans": (0x1D5A0, 0x1D5BA, 0x1D7E2),
    "mono": (0x1D670, 0x1D68A, 0x1D7F6),
    "italic": (0x1D434, 0x1D44E, 0),
}
HOLES: Final = dict(zip("𝒝𝒠𝒡𝒣𝒤𝒧𝒨𝒭𝒺𝒼𝓄𝔆𝔋𝔌𝔕𝔝𝔺𝔿𝕅𝕇𝕈𝕉𝕑𝑕", "ℬℰℱℋℐℒℳℛℯℊℴℭℌℑℜℨℂℍℕℙℚℝℤℎ", strict=True))
FONTS: Final = {
    "\\mathbf": "bold", "\\bf": "bold", "\\boldsymbol": "bold-italic", "\\bm": "bold-italic", "\\pmb": "bold-italic",
    "\\bold": "bold", "\\mathcal": "script", "\\cal": "script", "\\mathscr": "script", "\\scr": "script",
    "\\mathfrak": "fraktur", "\\frak": "fraktur", "\\mathbb": "double", "\\Bbb": "double", "\\mathsf": "sans",
    "\\sf": "sans", "\\mathtt": "mono", "\\tt": "mono", "\\mathrm": "upright", "\\rm": "upright",
    "\\mathit": "italic", "\\it": "italic", "\\mathnormal": "italic", "\\textrm": "upright",
}  # fmt: skip
_BOLD_GREEK = (
    dict(
        zip(
            "αβγδεζηθικλμνξοπρςστυφχψω∂ϵϑϰϕϱϖ",
            (chr(code) for code in (*range(0x1D736, 0x1D74F), *range(0x1D74F, 0x1D756))),
            strict=True,
        )
    )
    | dict(zip("ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡ", (chr(code) for code in range(0x1D71C, 0x1D72D)), strict=True))
    | dict(zip("ΣΤΥΦΧΨΩ∇", (chr(code) for code in range(0x1D72E, 0x1D736)), strict=True))
)


def styled(text: str, font: str) -> str:
    """`text` in an alphabet of Unicode; characters that it lacks stay as they are."""
    if font not in ALPHABETS:
        return text
    upper, lower, digit = ALPHABETS[font]
    return "".join(_styled(char, font, upper, lower, digit) for char in text)


def _styled(char: str, font: str, upper: int, lower: int, digit: int) -> str:
    if "A" <= char <= "Z":
        found = chr(upper + ord(char) - ord("A"))
    elif "a" <= char <= "z":
        found = chr(lower + ord(char) - ord("a"))
    elif "0" <= char <= "9" and digit:
        found = chr(digit + ord(char) - ord("0"))
    else:
        return _BOLD_GREEK.get(char, char) if font in ("bold", "bold-italic") else char
    return HOLES.get(found, found)
