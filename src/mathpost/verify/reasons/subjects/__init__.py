"""Reasons sorted by what they are about: one module per subject, each a table of rows, most of them objections."""
