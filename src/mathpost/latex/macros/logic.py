"""Quantifiers, connectives and turnstiles."""

from __future__ import annotations

from mathpost.latex.macros.macro import EVERYWHERE, macros

MACROS = (
    *macros(
        "logic",
        EVERYWHERE,
        r"""
        \Vdash \Vvdash \because \bot \dashv \exists \forall \land \lnot \lor \models \nVDash \nVdash
        \neg \nexists \nvDash \nvdash \therefore \top \vDash \vdash
        """,
    ),
    *macros("logic", EVERYWHERE, r"\iff \impliedby \implies", inline=False),
    *macros("logic", "katex", r"\exist"),
)
