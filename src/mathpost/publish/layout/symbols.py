"""The names of LaTeX's symbols and the characters they print, by what these do in a formula.

Asked of MathJax, and of KaTeX for the names that only it knows. ``~`` in the name of a function is a space.
"""

from __future__ import annotations

from mathpost.publish.layout.layout import Role

_LETTERS = r"""
alpha α Bbbk 𝕜 beta β beth ℶ chi χ cnums ℂ Complex ℂ daleth ℸ delta δ digamma ϝ ell ℓ epsilon ϵ eta η
Finv Ⅎ gamma γ gimel ℷ hbar ℏ hslash ℏ imath ı iota ι jmath ȷ kappa κ lambda λ mu μ N ℕ natnums ℕ nu ν
omega ω omicron ο phi ϕ pi π psi ψ R ℝ Reals ℝ reals ℝ rho ρ sigma σ tau τ theta θ thetasym ϑ upsilon υ
varDelta Δ varepsilon ε varGamma Γ varkappa ϰ varLambda Λ varOmega Ω varPhi Φ varphi φ varPi Π varpi ϖ
varPsi Ψ varrho ϱ varSigma Σ varsigma ς varTheta Θ vartheta ϑ varUpsilon Υ varXi Ξ xi ξ Z ℤ zeta ζ
"""
_UPRIGHT = r"""
AA Å aa å AE Æ ae æ alef ℵ alefsym ℵ aleph ℵ Alpha A And & angle ∠ backprime ‵ backslash ∖ Beta B bigstar
★ blacklozenge ⧫ blacksquare ◼ blacktriangle ▴ blacktriangledown ▾ Box ◻ celsius ℃ checkmark ✓ Chi X
circledR ® circledS Ⓢ clubs ♣ clubsuit ♣ complement ∁ dag † ddag ‡ degree ° Delta Δ diagdown ╲ diagup ╱
Diamond ◊ diamonds ♢ diamondsuit ♢ empty ∅ emptyset ∅ Epsilon E Eta H eth ð flat ♭ Game ⅁ Gamma Γ hearts
♡ heartsuit ♡ i ı Im ℑ image ℑ infin ∞ infty ∞ Iota I j ȷ Kappa K Lambda Λ lozenge ◊ lq ‘ maltese ✠
mathsterling £ measuredangle ∡ mho ℧ micro µ Mu M nabla ∇ natural ♮ Nu N O Ø o ø OE Œ oe œ ohm Ω Omega Ω
Omicron O P ¶ partial ∂ perthousand ‰ Phi Φ Pi Π pounds £ prime ′ Psi Ψ Re ℜ real ℜ Rho P S § sect §
sharp ♯ Sigma Σ spades ♠ spadesuit ♠ sphericalangle ∢ square ◻ ss ß Tau T Theta Θ triangle △ triangledown
▽ Upsilon Υ varnothing ∅ weierp ℘ wp ℘ Xi Ξ yen ¥ Zeta Z
"""
_FUNCTIONS = r"""
arccos arccos arcctg arcctg arcsin arcsin arctan arctan arctg arctg arg arg argmax arg~max argmin arg~min
bmod mod ch ch cos cos cosec cosec cosh cosh cot cot cotg cotg coth coth csc csc ctg ctg cth cth deg deg
det det dim dim exp exp gcd gcd hom hom inf inf KaTeX KaTeX ker ker LaTeX LaTeX lg lg lim lim ln ln log
log max max min min plim plim Pr Pr sec sec sh sh sin sin sinh sinh sup sup tan tan tanh tanh TeX TeX tg
tg th th varinjlim inj~lim varliminf lim~inf varlimsup lim~sup varprojlim proj~lim
"""
_BINARY = r"""
amalg ⨿ ast ∗ barwedge ⊼ bigcirc ◯ bigtriangledown ▽ bigtriangleup △ boxdot ⊡ boxminus ⊟ boxplus ⊞
boxtimes ⊠ bullet ∙ Cap ⋒ cap ∩ cdot ⋅ centerdot ⋅ circ ∘ circledast ⊛ circledcirc ⊚ circleddash ⊝ Cup ⋓
cup ∪ curlyvee ⋎ curlywedge ⋏ dagger † ddagger ‡ diamond ⋄ div ÷ divideontimes ⋇ dotplus ∔ doublebarwedge
⩞ doublecap ⋒ doublecup ⋓ gtrdot ⋗ intercal ⊺ land ∧ leftthreetimes ⋋ lessdot ⋖ lhd ⊲ lor ∨ ltimes ⋉
minuso ⦵ mp ∓ odot ⊙ ominus ⊖ oplus ⊕ oslash ⊘ otimes ⊗ plusmn ± pm ± rhd ⊳ rightthreetimes ⋌ rtimes ⋊
sdot ⋅ setminus ∖ smallsetminus ∖ sqcap ⊓ sqcup ⊔ star ⋆ times × triangleleft ◃ triangleright ▹ unlhd ⊴
unrhd ⊵ uplus ⊎ vee ∨ veebar ⊻ wedge ∧ wr ≀
"""
_RELATIONS = r"""
approx ≈ approxeq ≊ asymp ≍ backepsilon ∍ backsim ∽ backsimeq ⋍ because ∵ between ≬ blacktriangleleft ◂
blacktriangleright ▸ bowtie ⋈ Bumpeq ≎ bumpeq ≏ centercolon ∶ circeq ≗ circlearrowleft ↺ circlearrowright
↻ colon : colonapprox ∶ coloncolon ∷ Coloneq ∷ coloneq ≔ Coloneqq ⩴ coloneqq ≔ colonequals ≔ colonsim ∶
cong ≅ curlyeqprec ⋞ curlyeqsucc ⋟ curvearrowleft ↶ curvearrowright ↷ Darr ⇓ dArr ⇓ darr ↓ dashleftarrow
⇠ dashrightarrow ⇢ dblcolon ∷ Doteq ≑ doteq ≐ doteqdot ≑ Downarrow ⇓ downarrow ↓ downdownarrows ⇊
downharpoonleft ⇃ downharpoonright ⇂ eqcirc ≖ eqcolon ∹ eqqcolon ≕ eqsim ≂ eqslantgtr ⪖ eqslantless ⪕
equalscolon ≕ equiv ≡ fallingdotseq ≒ frown ⌢ ge ≥ geq ≥ geqq ≧ geqslant ⩾ gets ← gg ≫ ggg ⋙ gggtr ⋙
gnapprox ⪊ gneq ⪈ gneqq ≩ gnsim ⋧ gt > gtrapprox ⪆ gtreqless ⋛ gtreqqless ⪌ gtrless ≷ gtrsim ≳ gvertneqq
≩ Harr ⇔ hArr ⇔ harr ↔ hookleftarrow ↩ hookrightarrow ↪ iff ⟺ imageof ⊷ impliedby ⟸ implies ⟹ in ∈ isin ∈
Join ⋈ Larr ⇐ lArr ⇐ larr ← le ≤ leadsto ⇝ Leftarrow ⇐ leftarrow ← leftarrowtail ↢ leftharpoondown ↽
leftharpoonup ↼ leftleftarrows ⇇ Leftrightarrow ⇔ leftrightarrow ↔ leftrightarrows ⇆ leftrightharpoons ⇋
leftrightsquigarrow ↭ leq ≤ leqq ≦ leqslant ⩽ lessapprox ⪅ lesseqgtr ⋚ lesseqqgtr ⪋ lessgtr ≶ lesssim ≲
ll ≪ Lleftarrow ⇚ lll ⋘ llless ⋘ lnapprox ⪉ lneq ⪇ lneqq ≨ lnsim ⋦ Longleftarrow ⟸ longleftarrow ⟵
Longleftrightarrow ⟺ longleftrightarrow ⟷ longleftrightarrows ⇆ longLeftrightharpoons ⇋ longmapsto ⟼
Longrightarrow ⟹ longrightarrow ⟶ longRightleftharpoons ⇌ longrightleftharpoons ⇌ looparrowleft ↫
looparrowright ↬ Lrarr ⇔ lrArr ⇔ lrarr ↔ Lsh ↰ lt < lvertneqq ≨ mapsfrom ↤ mapsto ↦ mid ∣ minuscolon ∹
models ⊨ multimap ⊸ ncong ≇ ne ≠ nearrow ↗ neq ≠ ngeq ≱ ngeqq ≱ ngeqslant ⪈ ngtr ≯ ni ∋ nLeftarrow ⇍
nleftarrow ↚ nLeftrightarrow ⇎ nleftrightarrow ↮ nleq ≰ nleqq ≰ nleqslant ⪇ nless ≮ nmid ∤ notin ∉ notni
∌ nparallel ∦ nprec ⊀ npreceq ⋠ nRightarrow ⇏ nrightarrow ↛ nshortmid ∤ nshortparallel ∦ nsim ≁ nsubseteq
⊈ nsubseteqq ⊈ nsucc ⊁ nsucceq ⋡ nsupseteq ⊉ nsupseteqq ⊉ ntriangleleft ⋪ ntrianglelefteq ⋬
ntriangleright ⋫ ntrianglerighteq ⋭ nwarrow ↖ ordinarycolon : origof ⊶ owns ∋ parallel ∥ perp ⊥ pitchfork
⋔ prec ≺ precapprox ⪷ preccurlyeq ≼ preceq ⪯ precnapprox ⪹ precneqq ⪵ precnsim ⋨ precsim ≾ propto ∝ Rarr
⇒ rArr ⇒ rarr → ratio ∶ restriction ↾ Rightarrow ⇒ rightarrow → rightarrowtail ↣ rightharpoondown ⇁
rightharpoonup ⇀ rightleftarrows ⇄ rightleftharpoons ⇌ rightrightarrows ⇉ rightsquigarrow ⇝ risingdotseq
≓ Rrightarrow ⇛ Rsh ↱ searrow ↘ shortmid ∣ shortparallel ∥ sim ∼ simeq ≃ smallfrown ⌢ smallsmile ⌣ smile
⌣ sqsubset ⊏ sqsubseteq ⊑ sqsupset ⊐ sqsupseteq ⊒ sub ⊂ sube ⊆ Subset ⋐ subset ⊂ subseteq ⊆ subseteqq ⫅
subsetneq ⊊ subsetneqq ⫋ succ ≻ succapprox ⪸ succcurlyeq ≽ succeq ⪰ succnapprox ⪺ succneqq ⪶ succnsim ⋩
succsim ≿ supe ⊇ Supset ⋑ supset ⊃ supseteq ⊇ supseteqq ⫆ supsetneq ⊋ supsetneqq ⫌ swarrow ↙ therefore ∴
thickapprox ≈ thicksim ∼ to → trianglelefteq ⊴ triangleq ≜ trianglerighteq ⊵ twoheadleftarrow ↞
twoheadrightarrow ↠ Uarr ⇑ uArr ⇑ uarr ↑ Uparrow ⇑ uparrow ↑ Updownarrow ⇕ updownarrow ↕ upharpoonleft ↿
upharpoonright ↾ upuparrows ⇈ varpropto ∝ varsubsetneq ⊊ varsubsetneqq ⫋ varsupsetneq ⊋ varsupsetneqq ⫌
vartriangle △ vartriangleleft ⊲ vartriangleright ⊳ vcentcolon ∶ Vdash ⊩ vDash ⊨ vdash ⊢ Vvdash ⊪
"""
_LARGE = r"""
bigcap ⋂ bigcup ⋃ bigodot ⨀ bigoplus ⨁ bigotimes ⨂ bigsqcup ⨆ bigtimes ⨉ biguplus ⨄ bigvee ⋁ bigwedge ⋀
coprod ∐ iiiint ⨌ iiint ∭ iint ∬ int ∫ intop ∫ oiiint ∰ oiint ∯ oint ∮ ointop ∮ prod ∏ smallint ∫ sum ∑
"""
_MARKS = r"""
Arrowvert ‖ arrowvert ⏐ bot ⊥ bracevert ⎪ bull ∙ cdotp ⋅ cdots ⋯ copyright © Dagger ‡ dashv ⊣ ddots ⋱
dots … dotsb ⋯ dotsc … dotsi ⋯ dotsm ⋯ dotso … dotsx … exist ∃ exists ∃ forall ∀ iddots ⋰ lang ⟨ langle ⟨
lBrace ⦃ lbrace { lbrack [ lceil ⌈ ldotp . ldots … lfloor ⌊ lgroup ⟮ llbracket ⟦ llcorner ⌞ lmoustache ⎰
lnot ¬ lparen ( lrcorner ⌟ lVert ‖ lvert | mathellipsis … neg ¬ nexists ∄ nVDash ⊯ nVdash ⊮ nvDash ⊭
nvdash ⊬ rang ⟩ rangle ⟩ rBrace ⦄ rbrace } rbrack ] rceil ⌉ rfloor ⌋ rgroup ⟯ rmoustache ⎱ rparen )
rrbracket ⟧ rVert ‖ rvert | surd √ textasciicircum ^ textasciitilde ~ textbackslash \ textbar |
textbardbl ‖ textbraceleft { textbraceright } textcopyright © textdagger † textdaggerdbl ‡ textdegree °
textdollar $ textellipsis … textemdash — textendash – textgreater > textless < textquotedblleft “
textquotedblright ” textquoteleft ‘ textquoteright ’ textregistered ® textsterling £ textunderscore _ top
⊤ ulcorner ⌜ urcorner ⌝ varvdots ⋮ vdots ⋮ Vert ‖ vert |
"""


def _pairs(table: str) -> dict[str, str]:
    words = table.split()
    return dict(zip(words[::2], words[1::2], strict=True))


_TABLES: tuple[tuple[Role, str], ...] = (
    ("letter", _LETTERS),
    ("upright", _UPRIGHT),
    ("function", _FUNCTIONS),
    ("binary", _BINARY),
    ("relation", _RELATIONS),
    ("large", _LARGE),
    ("mark", _MARKS),
)
COMMANDS: dict[str, tuple[str, Role]] = {
    f"\\{name}": (char.replace("~", "\u2009"), role)
    for role, table in _TABLES
    for name, char in _pairs(table).items()
}
"""What a command prints and what that is."""

COMMANDS |= {
    **dict.fromkeys((r"\{", r"\lbrace"), ("{", "open")),
    **dict.fromkeys((r"\}", r"\rbrace"), ("}", "close")),
    **dict.fromkeys((r"\|", r"\Vert"), ("‖", "mark")),
    **{rf"\{c}": (c, "upright") for c in "%$#&_"},
    r"\-": ("", "upright"),
    r"\/": ("", "upright"),
}

LIMITS = frozenset(
    r"""
    \lim \max \min \sup \inf \limsup \liminf \injlim \projlim \varlimsup \varliminf \varinjlim \varprojlim \det \gcd
    \Pr \argmax \argmin \plim
    """.split()
)
"""Functions whose scripts are under and over them on display."""

INTEGRALS = frozenset("∫∬∭⨌∮∯∰")
"""Large signs whose scripts stay beside them."""

_OPEN, _CLOSE = "([{⟨⌊⌈⟦⌜⌞⎰⟮", ")]}⟩⌋⌉⟧⌝⌟⎱⟯"
_BINARY_SIGNS = "+-−*/±∓×÷·∗"
_RELATION_SIGNS = "=<>≤≥≠≈≡∼→←↔⇒⇐⇔∈∉⊂⊆⊃⊇∝≪≫:≜≔"


def sign(char: str) -> Role:
    """What a character of a formula does that stands for itself."""
    if char.isalpha():
        return "letter" if char.isascii() or "\u0370" <= char <= "\u03ff" else "upright"
    for role, signs in (("open", _OPEN), ("close", _CLOSE), ("binary", _BINARY_SIGNS)):
        if char in signs:
            return role  # type: ignore[return-value]
    if char in _RELATION_SIGNS:
        return "relation"
    return "large" if char in "∑∏∫∐⋃⋂⨁⨂" else "mark"


_DELIMITERS = {
    r"\{": "{", r"\}": "}", r"\lbrace": "{", r"\rbrace": "}", r"\|": "‖", r"\Vert": "‖", r"\vert": "|",
    r"\lvert": "|", r"\rvert": "|", r"\lVert": "‖", r"\rVert": "‖", "<": "⟨", ">": "⟩", r"\lt": "⟨",
    r"\gt": "⟩", r"\backslash": "\\", ".": "", r"\lbrack": "[", r"\rbrack": "]", r"\lgroup": "(",
    r"\rgroup": ")", r"\lmoustache": "⎰", r"\rmoustache": "⎱", r"\lparen": "(", r"\rparen": ")",
    r"\langle": "⟨", r"\rangle": "⟩", r"\lang": "⟨", r"\rang": "⟩",
}  # fmt: skip


def delimiter(name: str) -> str:
    """The character of a delimiter as written after ``\\left``; empty for none."""
    name = name.strip()
    if name in _DELIMITERS:
        return _DELIMITERS[name]
    return COMMANDS[name][0] if name in COMMANDS else name
