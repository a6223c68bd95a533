"""Stacking, classes of atoms, row breaks and lines."""

from __future__ import annotations

from mathpost.latex.macros.macro import EVERYWHERE, macros

MACROS = (
    *macros(
        "class",
        EVERYWHERE,
        r"\mathbin \mathclose \mathinner \mathop \mathopen \mathord \mathpunct \mathrel",
        arguments="math",
        inline=False,
    ),
    *macros(
        "command",
        "mathjax latex",
        r"\array \cases \displaylines \matrix \pmatrix",
        arguments="rows",
        inline=False,
    ),
    *macros("switch", "katex latex", r"\( \) \]", inline=False),
    *macros("symbol", "latex extension", r"\MTFlushSpaceAbove \MTFlushSpaceBelow \adjustlimits"),
    *macros("command", "mathjax", r"\eqalign \eqalignno \leqalignno", arguments="rows", inline=False),
    *macros("command", EVERYWHERE, r"\overset \stackrel \underset", arguments="math math", inline=False),
    *macros("row-break", EVERYWHERE, r"\\ \newline", mode="both", inline=False),
    *macros("group", "katex latex", r"\bgroup \egroup", mode="both"),
    *macros("symbol", "extension", r"\centerOver \centernot"),
    *macros("limits", EVERYWHERE, r"\limits \nolimits"),
    *macros("command", "mathjax latex", r"\shoveleft \shoveright"),
    *macros("group", "katex latex", r"\begingroup \endgroup", mode="both", inline=False),
    *macros("command", "latex extension", r"\ArrowBetweenLines", options="math", star=True),
    *macros("command", "latex extension", r"\MoveEqLeft", options="raw"),
    *macros("symbol", "mathjax latex", r"\buildrel"),
    *macros("symbol", "mathjax", r"\notChar"),
    *macros("command", "mathjax", r"\breakAlign", arguments="raw raw"),  # MathJax since 4.0
    *macros("row-break", EVERYWHERE, r"\cr"),
    *macros("command", "latex extension", r"\crampedsubstack", arguments="rows", inline=False),
    *macros("line", "katex mathjax", r"\hdashline", inline=False),
    *macros("line", EVERYWHERE, r"\hline", inline=False),
    *macros("command", EVERYWHERE, r"\mathchoice", arguments="math math math math", inline=False),
    *macros("command", "mathjax latex", r"\overunderset", arguments="math math math", inline=False),
    *macros("command", "latex extension", r"\prescript", arguments="math math math", inline=False),
    *macros("command", "mathjax latex", r"\sideset", arguments="math math", inline=False),
    *macros("command", "mathjax", r"\stackbin", arguments="math math", inline=False),
    *macros("command", EVERYWHERE, r"\substack", arguments="rows", inline=False),
)
