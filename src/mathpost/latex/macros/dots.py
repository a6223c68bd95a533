"""Ellipses."""

from __future__ import annotations

from mathpost.latex.macros.macro import EVERYWHERE, macros

MACROS = (
    *macros("dots", EVERYWHERE, r"\cdotp \cdots \ddots \dotsb \dotsm \ldotp"),
    *macros("dots", EVERYWHERE, r"\dots \dotsc \dotso \ldots \vdots", mode="both"),
    *macros("dots", "katex", r"\dotsx \varvdots", mode="both"),
    *macros(
        "command",
        "latex extension",
        r"\shortvdotswithin \vdotswithin",
        arguments="math",
        inline=False,
        star=True,
    ),
    *macros("dots", EVERYWHERE, r"\dotsi", inline=False),
    *macros("dots", "katex latex", r"\mathellipsis"),
    *macros("dots", "katex latex", r"\textellipsis", mode="text"),
    *macros("dots", "mathjax", r"\iddots"),  # MathJax since 4.0
)
