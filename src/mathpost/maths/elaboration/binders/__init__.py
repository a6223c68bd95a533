"""Constructs that bind a variable: sums, products, extremes, integrals, and the ranges they run over."""
