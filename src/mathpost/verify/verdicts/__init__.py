"""The verdict on a claim: the order in which its readings are tried, and what decides."""

from mathpost.verify.verdicts.judgement import judge

__all__ = ["judge"]
