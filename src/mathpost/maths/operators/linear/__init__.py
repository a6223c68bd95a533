"""Operators of linear algebra and of the layers of networks."""
