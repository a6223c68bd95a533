"""Code beside formulas: a small subset of Python (NumPy) read as mathematics and judged like a step; nothing is executed."""
