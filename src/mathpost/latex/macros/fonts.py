"""Alphabets: with an argument, and as declarations to the end of the group."""

from __future__ import annotations

from mathpost.latex.macros.macro import EVERYWHERE, macros

MACROS = (
    *macros(
        "font",
        "mathjax",
        r"""
        \mathbfcal \mathbffrak \mathbfit \mathbfscr \mathbfsf \mathbfsfit \mathbfsfup \mathbfup
        \mathsfup \mathup \symbb \symbf \symbfcal \symbffrak \symbfit \symbfscr \symbfsf \symbfsfit
        \symbfsfup \symbfup \symcal \symfrak \symit \symnormal \symrm \symscr \symsf \symsfit
        \symsfup \symtt \symup
        """,
        arguments="math",
        inline=False,
    ),
    *macros(
        "font",
        EVERYWHERE,
        r"""
        \Bbb \frak \mathbb \mathbf \mathcal \mathfrak \mathit \mathnormal \mathrm \mathscr \mathsf
        \mathtt
        """,
        arguments="math",
    ),
    *macros("declaration", EVERYWHERE, r"\bf \cal \it \rm \sf \tt", mode="both", inline=False),
    *macros("declaration", "mathjax", r"\bbFont \oldstyle \scr"),
    *macros("font", "katex latex", r"\bm", arguments="math", inline=False),
    *macros("font", "katex latex", r"\bold", arguments="math"),
    *macros("font", EVERYWHERE, r"\boldsymbol", arguments="math", inline=False),
    *macros("font", "katex mathjax", r"\mathsfit", arguments="math"),
    *macros("declaration", "mathjax latex", r"\mit"),
    *macros("font", EVERYWHERE, r"\pmb", arguments="math", mode="both", inline=False),
)
