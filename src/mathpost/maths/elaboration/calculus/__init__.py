"""Derivatives, gradients and values at a place."""
