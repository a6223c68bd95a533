"""Formulas in words, Chinese and English, for readers who listen to them."""
