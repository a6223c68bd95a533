"""Characters that LaTeX uses itself."""

from __future__ import annotations

from mathpost.latex.macros.macro import EVERYWHERE, macros

MACROS = (*macros("escape", EVERYWHERE, r"\# \$ \% \& \_", mode="both"),)
