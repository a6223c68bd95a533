"""The court: the order in which the readings of a claim are heard, and the verdict on it."""

from mathpost.verify.court.judgement import judge

__all__ = ["judge"]
