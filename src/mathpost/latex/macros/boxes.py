"""Boxes, phantoms, struck-out and shifted material."""

from __future__ import annotations

from mathpost.latex.macros.macro import EVERYWHERE, macros

MACROS = (
    *macros(
        "box",
        "latex extension",
        r"\Aboxed \cramped \crampedclap \crampedllap \crampedrlap",
        arguments="math",
        inline=False,
    ),
    *macros("box", EVERYWHERE, r"\bcancel \cancel \vcenter \xcancel", arguments="math", inline=False),
    *macros(
        "box", EVERYWHERE, r"\boxed \hphantom \phantom \vphantom", arguments="math", mode="both", inline=False
    ),
    *macros(
        "box", "mathjax latex", r"\lower \moveleft \moveright \raise", arguments="size math", inline=False
    ),
    *macros(
        "box",
        "katex latex extension",
        r"\mathclap \mathllap \mathrlap",
        arguments="math",
        mode="both",
        inline=False,
    ),
    *macros("box", "extension", r"\textclap \textllap \textrlap", arguments="text", inline=False),
    *macros("box", "mathjax", r"\Rule \Space", arguments="size size size", inline=False),
    *macros("box", EVERYWHERE, r"\llap \rlap", arguments="box", mode="both", inline=False),
    *macros("box", "katex", r"\angl", arguments="text", inline=False),
    *macros("box", "mathjax", r"\bbox", arguments="math", options="raw", inline=False),
    *macros("box", "mathjax latex", r"\cancelto", arguments="math math", inline=False),
    *macros("box", "katex latex extension", r"\clap", arguments="box", mode="both", inline=False),
    *macros("box", "mathjax", r"\enclose", arguments="raw math", options="raw", inline=False),
    *macros("box", "latex extension", r"\mathmakebox", arguments="math", options="size raw", inline=False),
    *macros("box", "latex extension", r"\mathmbox", arguments="text", inline=False),
    *macros("command", "katex", r"\mathreflectbox", arguments="math", inline=False),
    *macros("box", EVERYWHERE, r"\mathstrut", mode="both", inline=False),
    *macros("box", "katex", r"\phase", arguments="math", inline=False),
    *macros("box", "katex latex", r"\raisebox", arguments="size text", mode="both", inline=False),
    *macros("box", EVERYWHERE, r"\rule", arguments="size size", options="size", mode="both", inline=False),
    *macros("box", EVERYWHERE, r"\smash", arguments="math", options="raw", mode="both", inline=False),
    *macros("box", "katex", r"\sout", arguments="math", mode="both", inline=False),
    *macros("box", "mathjax latex", r"\strut"),
    *macros("box", "latex extension", r"\xmathstrut", arguments="raw", options="raw", inline=False),
    # MathJax since 4.0
    *macros("box", "mathjax latex", r"\vtop \vbox", arguments="text", inline=False),
    *macros("box", "mathjax latex", r"\parbox", arguments="size text", options="raw", inline=False),
    *macros("box", "mathjax latex", r"\makebox", arguments="text", options="raw raw", inline=False),
    *macros("box", "mathjax latex", r"\hsize", arguments="raw"),
)
