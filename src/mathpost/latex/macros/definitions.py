"""Commands that define commands, and the prefixes of TeX's expansion."""

from __future__ import annotations

from mathpost.latex.macros.macro import EVERYWHERE, macros

MACROS = (
    *macros(  # MathJax since 4.0
        "definition", "mathjax latex", r"\newcolumntype", arguments="raw bracket raw", inline=False
    ),
    *macros(
        "prefix", "katex latex", r"\DOTSB \DOTSI \DOTSX \expandafter \noexpand \relax \show", mode="both"
    ),
    *macros("definition", "mathjax latex", r"\DeclareMathOperator \newenvironment \renewenvironment"),
    *macros(
        "definition",
        "latex extension",
        r"\DeclarePairedDelimiter \DeclarePairedDelimiterX \DeclarePairedDelimiterXPP",
    ),
    *macros(
        "definition",
        "extension",
        r"\DeclarePairedDelimiters \DeclarePairedDelimitersX \DeclarePairedDelimitersXPP",
    ),
    *macros("command", "katex latex", r"\@firstoftwo \@secondoftwo \@binrel \@ifstar", arguments="math math"),
    *macros("command", "katex latex", r"\@ifnextchar", arguments="primitive math math"),
    *macros("definition", "katex latex", r"\edef \futurelet \xdef", inline=False),
    *macros("definition", EVERYWHERE, r"\def \let", mode="both", inline=False),
    *macros("definition", "katex latex", r"\errmessage \message", arguments="raw", mode="both"),
    *macros("prefix", "katex latex", r"\global \long", inline=False),
    *macros("definition", EVERYWHERE, r"\newcommand \renewcommand", mode="both"),
    *macros("command", "katex latex", r"\TextOrMath", arguments="text math", mode="both"),
    *macros("definition", "katex latex", r"\gdef", mode="both", inline=False),
    *macros("definition", "latex extension", r"\mathtoolsset", arguments="raw", inline=False),
    *macros("definition", "katex latex", r"\providecommand", mode="both"),
    *macros("definition", "mathjax", r"\require", arguments="raw", inline=False),
)
