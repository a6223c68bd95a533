"""Brackets, bars and the commands that make them grow."""

from __future__ import annotations

from mathpost.latex.macros.macro import EVERYWHERE, macros

MACROS = (
    *macros(
        "delimiter",
        EVERYWHERE,
        r"""
        \Vert \backslash \lVert \langle \lbrace \lceil \lfloor \lgroup \llcorner \lmoustache
        \lrcorner \lvert \rVert \rangle \rbrace \rceil \rfloor \rgroup \rmoustache \rvert \ulcorner
        \urcorner \vert \|
        """,
    ),
    *macros(
        "sized",
        EVERYWHERE,
        r"""
        \Big \Bigg \Biggl \Biggm \Biggr \Bigl \Bigm \Bigr \big \bigg \biggl \biggm \biggr \bigl
        \bigm \bigr
        """,
        arguments="delimiter",
        inline=False,
    ),
    *macros("delimiter", "katex", r"\lBrace \lang \llbracket \rBrace \rang \rrbracket"),
    *macros("delimiter", EVERYWHERE, r"\lbrack \rbrack \{ \}", mode="both"),
    *macros("delimiter", "mathjax latex", r"\Arrowvert \arrowvert \bracevert"),
    *macros("fence", EVERYWHERE, r"\left \middle \right", arguments="delimiter", inline=False),
    *macros("delimiter", "katex latex extension", r"\lparen \rparen"),
)

_EVERY = frozenset(EVERYWHERE.split())
_KATEX = frozenset({"katex"})
_RENDERERS = frozenset({"katex", "mathjax"})
_NOT_KATEX = frozenset({"mathjax", "latex"})

_SHARED = r"""
    ( ) [ ] < > / | . \{ \} \| \lbrace \rbrace \lbrack \rbrack \langle \rangle \lfloor \rfloor \lceil \rceil
    \lvert \rvert \lVert \rVert \vert \Vert \lgroup \rgroup \lmoustache \rmoustache \backslash
    \uparrow \downarrow \updownarrow \Uparrow \Downarrow \Updownarrow
"""
_ONLY_KATEX = r"""
    \lparen \rparen \llbracket \rrbracket \lBrace \rBrace \lang \rang
    ⟨ ⟩ ⌊ ⌋ ⌈ ⌉ ⟮ ⟯ ⎰ ⎱ ⟦ ⟧ ⦃ ⦄ ∣ ∥ ↑ ↓ ↕ ⇑ ⇓ ⇕
"""

# The delimiters after \left, \right, \middle and \big, and their targets.
DELIMITERS: dict[str, frozenset[str]] = {
    **dict.fromkeys(_SHARED.split(), _EVERY),
    **dict.fromkeys((r"\lt", r"\gt"), _RENDERERS),
    **dict.fromkeys((r"\arrowvert", r"\Arrowvert", r"\bracevert"), _NOT_KATEX),
    **dict.fromkeys((r"\ulcorner", r"\urcorner", r"\llcorner", r"\lrcorner"), _NOT_KATEX),
    **dict.fromkeys(_ONLY_KATEX.split(), _KATEX),
}
