"""Numerical analysis of real and complex functions: derivatives, quadrature, series, limits, extremes."""
