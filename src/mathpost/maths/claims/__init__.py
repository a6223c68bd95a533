"""The relations that a post states, and their roles: which of them are claims."""

from mathpost.maths.claims.statements import steps

__all__ = ["steps"]
