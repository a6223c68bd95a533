"""Brackets, bars and what makes them grow."""

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
