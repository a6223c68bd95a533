"""Links, classes and other features that only web pages have."""

from __future__ import annotations

from mathpost.latex.macros.macro import EVERYWHERE, macros

MACROS = (
    *macros(
        "command",
        "katex",
        r"\htmlClass \htmlData \htmlId \htmlStyle",
        arguments="raw original",
        mode="both",
        inline=False,
    ),
    *macros("command", "mathjax", r"\class \cssId \style", arguments="raw original", inline=False),
    *macros("command", "mathjax", r"\mathtip \texttip", arguments="math raw", inline=False),
    *macros("command", EVERYWHERE, r"\href", arguments="url original", mode="both", inline=False),
    *macros("command", "katex latex", r"\includegraphics", arguments="url", options="raw", inline=False),
    *macros("command", "mathjax", r"\mmlToken", arguments="raw bracket text", inline=False),
    *macros("symbol", "mathjax", r"\toggle \endtoggle"),
    *macros("command", "mathjax", r"\unicode", arguments="raw", options="raw raw", inline=False),
    *macros("command", "katex latex", r"\url", arguments="url", mode="both", inline=False),
    *macros("command", "mathjax", r"\data", arguments="raw original", inline=False),  # MathJax since 4.0
    *macros("command", "mathjax", r"\U", arguments="raw", inline=False),
)
