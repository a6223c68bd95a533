"""Verification of claims: random models, methods of proof, and the verdict on each claim."""
