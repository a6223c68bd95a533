"""Canonical sums, products, integrals and extremes over a bound variable.

A bound variable is named by how deep its body goes and by its range, so that renaming changes nothing. A sum
over a range that is not known in numbers is linear, starts at 1, keeps only factors that depend on its index,
and contracts Kronecker deltas; geometric and polynomial sums are closed; nested sums stand in one order.
"""

from mathpost.verify.proving.summation.binders import opened
from mathpost.verify.proving.summation.factors import split
from mathpost.verify.proving.summation.integrals import extreme, integral
from mathpost.verify.proving.summation.nesting import is_inner_sum
from mathpost.verify.proving.summation.products import product
from mathpost.verify.proving.summation.ranges import Ranges
from mathpost.verify.proving.summation.sums import total

__all__ = ["Ranges", "extreme", "integral", "is_inner_sum", "opened", "product", "split", "total"]
