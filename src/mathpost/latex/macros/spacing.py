"""Spaces."""

from __future__ import annotations

from mathpost.latex.macros.macro import EVERYWHERE, Macro, macros

MACROS = (
    *macros(
        "spacing",
        EVERYWHERE,
        r"\! \, \: \; \enspace \negmedspace \negthickspace \negthinspace \qquad \quad \thinspace",
        mode="both",
        inline=False,
    ),
    *macros("spacing", EVERYWHERE, r"\>", mode="both", inline=False),
    *macros("spacing", "katex latex", r"\enskip \medspace \thickspace", mode="both", inline=False),
    *macros(
        "spacing", EVERYWHERE, r"\hskip \kern \mkern \mskip", arguments="size", mode="both", inline=False
    ),
    *macros("spacing", "mathjax latex", r"\hfil \hfill \nonscript"),
    *macros("spacing", EVERYWHERE, r"\allowbreak \nobreak"),  # MathJax since 4.0
    *macros("spacing", "mathjax latex", r"\goodbreak \badbreak \break"),
    *macros("spacing", EVERYWHERE, r"\nobreakspace \space", mode="both"),
    *macros("spacing", "mathjax", r"\hfilll"),
    *macros("spacing", EVERYWHERE, r"\hspace", arguments="size", mode="both", inline=False, star=True),
    *macros("spacing", "mathjax latex", r"\mspace", arguments="size", inline=False),
    *macros("spacing", "katex latex", r"\tmspace", arguments="raw raw raw"),
    Macro("\\ ", "spacing", frozenset(EVERYWHERE.split()), mode="both"),
)
