"""Colours by name and by command."""

from __future__ import annotations

from mathpost.latex.macros.macro import EVERYWHERE, macros

MACROS = (
    *macros(
        "command",
        "katex",
        r"""
        \blue \blueA \blueB \blueC \blueD \blueE \goldA \goldB \goldC \goldD \goldE \gray \grayA
        \grayB \grayC \grayD \grayE \grayF \grayG \grayH \grayI \green \greenA \greenB \greenC
        \greenD \greenE \kaBlue \kaGreen \maroonA \maroonB \maroonC \maroonD \maroonE \mintA \mintB
        \mintC \orange \pink \purple \purpleA \purpleB \purpleC \purpleD \purpleE \red \redA \redB
        \redC \redD \redE \tealA \tealB \tealC \tealD \tealE
        """,
        arguments="original",
        mode="both",
        inline=False,
    ),
    *macros(
        "command",
        "extension",
        r"\cellcolor \columncolor \rowcolor",
        arguments="colour",
        options="raw",
        inline=False,
    ),
    *macros(
        "declaration", EVERYWHERE, r"\color", arguments="colour", options="raw", mode="both", inline=False
    ),
    *macros("command", EVERYWHERE, r"\colorbox", arguments="colour text", mode="both", inline=False),
    *macros("command", "mathjax latex", r"\definecolor", arguments="raw raw raw", inline=False),
    *macros("command", EVERYWHERE, r"\fcolorbox", arguments="colour colour text", mode="both", inline=False),
    *macros(
        "command",
        EVERYWHERE,
        r"\textcolor",
        arguments="colour original",
        options="raw",
        mode="both",
        inline=False,
    ),
)
