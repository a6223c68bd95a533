"""Constructs that bind a variable: sums, products, extremes, integrals, and their ranges."""
