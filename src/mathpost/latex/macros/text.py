"""Words inside formulas, and the letters only text has."""

from __future__ import annotations

from mathpost.latex.macros.macro import EVERYWHERE, macros

MACROS = (
    *macros(
        "text-symbol",
        "katex latex",
        r"""
        \AE \O \OE \ae \i \j \o \oe \ss \textasciicircum \textasciitilde \textbackslash \textbar
        \textbardbl \textbraceleft \textbraceright \textdagger \textdaggerdbl \textdegree
        \textdollar \textemdash \textendash \textgreater \textless \textquotedblleft
        \textquotedblright \textquoteleft \textquoteright \textsterling \textunderscore
        """,
        mode="text",
    ),
    *macros(
        "text",
        EVERYWHERE,
        r"\text \textbf \textit \textnormal \textrm \textsf \texttt \textup",
        arguments="text",
        mode="both",
    ),
    *macros("text-symbol", "katex latex", r"\copyright \lq \rq \textcopyright \textregistered", mode="both"),
    *macros("text-symbol", EVERYWHERE, r"\AA \aa", mode="both", inline=False),
    *macros("text", "katex latex", r"\emph \textmd", arguments="text", mode="both"),
    *macros("text", EVERYWHERE, r"\fbox \hbox", arguments="text", mode="both", inline=False),
    *macros("text", "katex latex", r"\reflectbox \underbar", arguments="text", mode="both", inline=False),
    *macros("character", "katex latex", r"\char", mode="both"),
    *macros("text", "mathjax latex", r"\framebox", arguments="text", options="raw raw", inline=False),
    *macros("text", "mathjax latex", r"\mbox", arguments="text", inline=False),
    *macros("verbatim", EVERYWHERE, r"\verb", mode="both", inline=False),
    *macros(
        "text", "latex", r"\textsc \textsl \ensuremath \textsuperscript \textsubscript", arguments="text"
    ),
)
