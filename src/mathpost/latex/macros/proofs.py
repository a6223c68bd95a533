"""Proof trees (bussproofs)."""

from __future__ import annotations

from mathpost.latex.macros.macro import macros

MACROS = (
    *macros(
        "symbol",
        "mathjax",
        r"""
        \Axiom \BinaryInf \QuaternaryInf \QuinaryInf \TrinaryInf \UnaryInf \alwaysDashedLine
        \alwaysNoLine \alwaysRootAtBottom \alwaysRootAtTop \alwaysSingleLine \alwaysSolidLine
        \dashedLine \fCenter \noLine \rootAtBottom \rootAtTop \singleLine \solidLine
        """,
    ),
    *macros(
        "command",
        "mathjax",
        r"""
        \AXC \AxiomC \BIC \BinaryInfC \LL \LeftLabel \QuaternaryInfC \QuinaryInfC \RL \RightLabel
        \TIC \TrinaryInfC \UIC \UnaryInfC
        """,
        arguments="text",
        inline=False,
    ),
)
