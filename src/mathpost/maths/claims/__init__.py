"""Which relations a post states, and which of them claim something."""

from mathpost.maths.claims.statements import steps

__all__ = ["steps"]
