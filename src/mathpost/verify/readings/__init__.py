"""Rewritings of a claim by what else the post says; they may confirm it and never refute it."""
