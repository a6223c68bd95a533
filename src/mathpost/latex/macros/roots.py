"""Roots."""

from __future__ import annotations

from mathpost.latex.macros.macro import EVERYWHERE, macros

MACROS = (
    *macros("spacing", "mathjax latex", r"\leftroot \uproot", arguments="raw", inline=False),
    *macros("root", "mathjax latex", r"\root"),
    *macros("root", EVERYWHERE, r"\sqrt", arguments="math", options="math", inline=False),
    *macros("symbol", EVERYWHERE, r"\surd"),
)
