"""Marks over, under and around an argument."""

from __future__ import annotations

from mathpost.latex.macros.macro import EVERYWHERE, macros

MACROS = (
    *macros(
        "accent",
        EVERYWHERE,
        r"""
        \acute \bar \breve \check \ddot \dot \grave \hat \mathring \overbrace \overleftarrow
        \overleftrightarrow \overline \overrightarrow \tilde \underbrace \underleftarrow
        \underleftrightarrow \underrightarrow \vec \widehat \widetilde
        """,
        arguments="math",
        inline=False,
    ),
    *macros(
        "text-accent",
        "katex latex",
        r"\" \' \. \= \H \^ \` \c \r \textcircled \u \v \~",
        arguments="primitive",
        mode="both",
        inline=False,
    ),
    *macros(
        "accent",
        "katex",
        r"""
        \Overrightarrow \overgroup \overleftharpoon \overlinesegment \overrightharpoon \undergroup
        \underlinesegment \utilde \widecheck
        """,
        arguments="math",
        inline=False,
    ),
    *macros("accent", EVERYWHERE, r"\ddddot \dddot", arguments="math"),
    *macros(
        "accent",
        "katex latex extension",
        r"\overbracket \underbracket",
        arguments="math",
        options="size size",
        inline=False,
    ),
    *macros("accent", "mathjax", r"\overparen \underparen", arguments="math", inline=False),
    *macros("accent", "mathjax latex", r"\skew", arguments="raw raw math", inline=False),
    *macros("accent", EVERYWHERE, r"\underline", arguments="math", mode="both", inline=False),
)
