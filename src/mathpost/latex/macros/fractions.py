"""Fractions and binomials, also the infix forms of plain TeX."""

from __future__ import annotations

from mathpost.latex.macros.macro import EVERYWHERE, macros

MACROS = (
    *macros("fraction", EVERYWHERE, r"\binom \dbinom \dfrac \frac \tbinom \tfrac", arguments="math math"),
    *macros("infix", EVERYWHERE, r"\atop \brace \brack \choose \over", inline=False),
    *macros(
        "infix",
        "mathjax latex",
        r"\atopwithdelims \overwithdelims",
        arguments="delimiter delimiter",
        inline=False,
    ),
    *macros("fraction", "latex extension", r"\splitdfrac \splitfrac", arguments="math math", inline=False),
    *macros("infix", EVERYWHERE, r"\above", arguments="size", inline=False),
    *macros(
        "infix", "mathjax latex", r"\abovewithdelims", arguments="delimiter delimiter size", inline=False
    ),
    *macros("fraction", EVERYWHERE, r"\cfrac", arguments="math math", options="raw"),
    *macros("fraction", EVERYWHERE, r"\genfrac", arguments="delimiter delimiter size raw math math"),
)
