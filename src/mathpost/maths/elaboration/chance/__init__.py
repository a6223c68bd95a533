"""Expectations, probabilities, densities and the measures of information."""
