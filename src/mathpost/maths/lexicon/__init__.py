"""Phrases around formulas, in Chinese and English, and their meaning for the formulas."""
