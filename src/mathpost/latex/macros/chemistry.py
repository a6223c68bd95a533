"""Chemical formulas and quantities, whose argument has a syntax of its own."""

from __future__ import annotations

from mathpost.latex.macros.macro import macros

MACROS = (*macros("command", "mathjax", r"\ce \pu", arguments="raw", inline=False),)
