"""Exact arguments: derivatives by rule, normal forms, summation, the computer algebra system."""
