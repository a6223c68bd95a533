"""Styles and sizes as declarations."""

from __future__ import annotations

from mathpost.latex.macros.macro import EVERYWHERE, macros

MACROS = (
    *macros(
        "declaration",
        EVERYWHERE,
        r"""
        \Huge \LARGE \Large \displaystyle \huge \large \normalsize \scriptscriptstyle \scriptsize
        \scriptstyle \small \textstyle \tiny
        """,
        mode="both",
        inline=False,
    ),
    *macros("declaration", "mathjax", r"\Tiny"),
    *macros("declaration", "katex latex", r"\footnotesize", mode="both", inline=False),
    *macros("declaration", "katex", r"\sixptsize", mode="both", inline=False),
)
