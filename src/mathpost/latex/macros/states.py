"""Bras, kets and sets."""

from __future__ import annotations

from mathpost.latex.macros.macro import macros

MACROS = (
    *macros(
        "command",
        "katex mathjax",
        r"\Bra \Braket \Ket \Set \bra \braket \ket",
        arguments="math",
        inline=False,
    ),
    *macros("command", "mathjax", r"\Ketbra \ketbra", arguments="math math", inline=False),
    *macros("command", "katex mathjax", r"\set", arguments="math", mode="both"),
)
