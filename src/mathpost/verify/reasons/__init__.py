"""Reasons why a claim that fails in models is not refuted."""
