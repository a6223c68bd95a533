"""Derivatives, gradients and evaluation at a point."""
