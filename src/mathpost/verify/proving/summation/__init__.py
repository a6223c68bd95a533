"""Canonical sums, products, integrals and extremes over a bound variable.

A bound variable is named by how deep its body goes and by its range, so that renaming changes nothing. A sum
over a range that is not known in numbers is linear, starts at 1, keeps only factors that depend on its index,
and contracts Kronecker deltas; geometric and polynomial sums are closed; nested sums are in one order.
"""
