"""The commands that structure a row of nodes: signs, spaces, sizes, fonts, accents; and the spelling of symbols."""

from __future__ import annotations

from functools import lru_cache

from mathpost.latex.emboldening import FONTS

TIMES = frozenset([r"\cdot", r"\times", "*", r"\ast", r"\centerdot"])
STARS = frozenset(["*", r"\ast"])
DOTS = frozenset(
    [r"\ldots", r"\cdots", r"\dots", r"\dotsc", r"\dotsb", r"\dotsm", r"\vdots", r"\ddots", "…", "⋯"]
)
LOGARITHMS = frozenset([r"\log", r"\ln"])
FRACTIONS = frozenset([r"\frac", r"\dfrac", r"\tfrac"])
SPACING = frozenset(
    r"\, \; \: \! \  \> ~ \quad \qquad \enspace \enskip \space \nobreakspace \thinspace \medspace \thickspace \negthinspace \negmedspace \negthickspace \displaystyle \textstyle "
    r"\scriptstyle \scriptscriptstyle \limits \nolimits \allowbreak \nobreak \hfill \noindent \mathstrut \strut \hspace "
    r"\tiny \scriptsize \footnotesize \small \normalsize \large \Large \LARGE \huge \Huge "
    r"\mspace \kern \mkern \hskip \phantom \hphantom \vphantom \notag \nonumber \tag \label \hline \left. \right. \*".split()
) | {r"\ ", "~", " "}
SIZES = frozenset(
    rf"\{size}{side}" for size in ("big", "Big", "bigg", "Bigg") for side in ("", "l", "r", "m")
)
# commands that display their argument and do not change its meaning
DECORATION = frozenset(
    r"\boxed \fbox \underline \textcolor \color \colorbox \bbox \mathop \mathbin \mathrel \mathord \mathopen \mathclose "
    r"\mathinner \underbrace \overbrace \cancel \bcancel \xcancel \smash \rlap \llap \mathrlap \mathllap \ensuremath".split()
)
BRACES = frozenset([r"\underbrace", r"\overbrace"])
BOLD = FONTS | {r"\textbf"}
UPRIGHT = frozenset(
    r"\mathrm \text \textrm \operatorname \operatorname* \mathsf \textsf \mathit \textit \mathtt \texttt \rm \mbox \textnormal "
    r"\operatornamewithlimits".split()
)
ACCENTS = frozenset(
    r"\hat \tilde \bar \vec \dot \ddot \widehat \widetilde \overline \breve \check \acute \grave \mathring \overrightarrow".split()
)
ESTIMATES = frozenset(
    [r"\hat", r"\tilde", r"\widehat", r"\widetilde"]
)  # over several letters they belong to one name
TRANSPOSES = frozenset(
    [r"\top", r"\intercal", r"\mathsf{T}", r"\text{T}", r"\mathrm{T}"]
)  # a lone T may be an exponent
ALPHABETS = frozenset(r"\mathcal \mathscr \mathbb \mathfrak \cal".split())
DELIMITERS = {
    r"\lbrace": r"\{", r"\rbrace": r"\}", r"\lbrack": "[", r"\rbrack": "]", r"\lvert": "|", r"\rvert": "|", r"\vert": "|",
    r"\Vert": r"\|", r"\lVert": r"\|", r"\rVert": r"\|", r"\lparen": "(", r"\rparen": ")",
    r"\lgroup": "(", r"\rgroup": ")", r"\ulcorner": r"\lceil", r"\urcorner": r"\rceil", r"\llcorner": r"\lfloor",
    r"\lrcorner": r"\rfloor", "（": "(", "）": ")",
}  # fmt: skip
SYNONYMS = {r"\ge": r"\geq", r"\le": r"\leq", r"\ne": r"\neq", r"\T": r"\top", r"\intercal": r"\top", "−": "-", "–": "-", "∗": "*", "·": r"\cdot",
            "×": r"\times", r"\varnothing": r"\emptyset", r"\leqslant": r"\leq", r"\geqslant": r"\geq", "≤": r"\leq", "≥": r"\geq",
            "≈": r"\approx", "≠": r"\neq", "∈": r"\in", "∞": r"\infty", "∂": r"\partial", "∇": r"\nabla", "∑": r"\sum",
            "∏": r"\prod", "∫": r"\int", "±": r"\pm", "∓": r"\mp", "⊙": r"\odot", "⊗": r"\otimes", "⊕": r"\oplus", "⋅": r"\cdot",
            "∥": r"\|", "‖": r"\|", "⟨": r"\langle", "⟩": r"\rangle", "⌊": r"\lfloor", "⌋": r"\rfloor", "⌈": r"\lceil",
            "⌉": r"\rceil", "⊤": r"\top", "∝": r"\propto", "≡": r"\equiv", "∼": r"\sim", "→": r"\to", "∀": r"\forall",
            "∃": r"\exists", "│": "|", r"\triangledown": r"\nabla"}  # fmt: skip
# letters as renderers display them: the common glyph of epsilon and phi is the variant
GREEK = {
    **dict(zip("αβγδζηθικλμνξπρστυχψω",
               r"\alpha \beta \gamma \delta \zeta \eta \theta \iota \kappa \lambda \mu \nu \xi \pi \rho \sigma \tau \upsilon \chi \psi "
               r"\omega".split(), strict=True)),
    **dict(zip("ΓΔΘΛΞΠΣΥΦΨΩ", r"\Gamma \Delta \Theta \Lambda \Xi \Pi \Sigma \Upsilon \Phi \Psi \Omega".split(), strict=True)),
    **dict(zip("εϵφϕϑϱϖς", r"\varepsilon \epsilon \varphi \phi \vartheta \varrho \varpi \varsigma".split(), strict=True)),
    "µ": r"\mu", "∆": r"\Delta", "ℓ": r"\ell", "ℝ": r"\mathbb{R}", "ℕ": r"\mathbb{N}", "ℤ": r"\mathbb{Z}",
}  # fmt: skip


@lru_cache(maxsize=4096)
def plain(text: str) -> str:
    """A symbol's canonical spelling."""
    text = DELIMITERS.get(text, text)
    return SYNONYMS.get(text) or GREEK.get(text, text)


# control words that are not symbols themselves
NOT_NAMES = frozenset(
    r"\cdot \times \div \pm \mp \ast \star \circ \odot \otimes \oplus \sum \prod \int \iint \iiint \oint \lim \limsup \liminf \max "
    r"\min \sup \inf \arg \argmax \argmin \det \gcd \Pr \log \ln \lg \exp \sin \cos \tan \cot \sec \csc \arcsin \arccos \arctan "
    r"\sinh \cosh \tanh \coth \infty \partial \nabla \ldots \cdots \dots \vdots \ddots \dotsc \dotsb \dotsm \top \dagger \perp "
    r"\mid \parallel \in \notin \ni \subset \subseteq \to \rightarrow \leftarrow \Rightarrow \Leftrightarrow \implies \iff "
    r"\leq \geq \neq \approx \equiv \sim \simeq \propto \ll \gg \cong \triangleq \coloneqq \leftrightarrow \mapsto \forall "
    r"\exists \wedge \vee \neg \land \lor \lnot \cup \cap \setminus \backslash \emptyset \langle \rangle \lfloor \rfloor \lceil "
    r"\rceil \prime \colon \mod \bmod \pmod \pod \begin \end \left \right \middle \quad \qquad \square \blacksquare \qed "
    r"\checkmark \therefore \because \bigcup \bigcap \bigoplus \bigotimes \bigodot \coprod \longrightarrow \Longrightarrow "
    r"\longleftrightarrow \Longleftrightarrow \uparrow \downarrow \hookrightarrow \rightharpoonup \rightsquigarrow \preceq "
    r"\succeq \prec \succ \asymp \doteq \models \vdash \dim \ker \hom \deg \Re \Im \supset \supseteq \subsetneq \supsetneq "
    r"\bigwedge \bigvee \bigsqcup \biguplus \sqcup \sqcap \uplus \amalg \rtimes \ltimes \wr \bowtie \lhd \rhd \nearrow \searrow "
    r"\longmapsto \rightleftharpoons \upharpoonright \varliminf \varlimsup \varinjlim \varprojlim \injlim \projlim \complement "
    r"\nmid \nparallel \angle \measuredangle".split()
)
