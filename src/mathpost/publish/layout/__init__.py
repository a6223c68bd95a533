"""Formulas as they are laid out: one small type between the tree of LaTeX and MathML, OMML and Typst."""
