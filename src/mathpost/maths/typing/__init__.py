"""Sorts, ranks and shapes of symbols."""
