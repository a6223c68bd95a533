"""Numbers, labels and references."""

from __future__ import annotations

from mathpost.latex.macros.macro import EVERYWHERE, macros

MACROS = (
    *macros("reference", "mathjax latex", r"\eqref \label \ref", arguments="raw", inline=False),
    *macros("reference", "latex", r"\cref \Cref \autoref", arguments="raw", inline=False),
    *macros(
        "definition",
        "latex extension",
        r"\newtagform \renewtagform",
        arguments="raw raw raw",
        options="raw",
        inline=False,
    ),
    *macros("reference", EVERYWHERE, r"\nonumber \notag", mode="both", inline=False),
    *macros("reference", "latex extension", r"\refeq \usetagform", arguments="raw", inline=False),
    *macros("reference", EVERYWHERE, r"\tag", arguments="text", mode="both", inline=False, star=True),
)
