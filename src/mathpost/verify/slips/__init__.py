"""Variants of a formula that differ by one typical slip."""
