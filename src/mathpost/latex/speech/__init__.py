"""Formulas in words, Chinese and English: what a reader hears who does not see them."""
