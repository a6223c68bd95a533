r"""The syntax of lengths and colours, which LaTeX reads character by character."""

from __future__ import annotations

import re

UNITS = "pt|mm|cm|in|ex|em|mu|pc|px|bp|sp|dd|cc|nd|nc|vw|vh|rem"

# TeXbook, chapter 10: an optional sign, a decimal number, a unit; a stretchable part may follow.
_LENGTH = rf"\s*[-+]?\s*(?:\d+(?:[.,]\d*)?|[.,]\d+)\s*(?:{UNITS})"
DIMENSION = re.compile(_LENGTH)  # a letter after the unit belongs to the next token: \kern3ptx
UNSPACED = re.compile(_LENGTH)
LONGEST_LENGTH = 20
"""Tokens that a length may have."""
SIZE = re.compile(
    rf"[-+]?\s*(?:\d+(?:[.,]\d*)?|[.,]\d+)\s*(?:{UNITS})(?:\s*(?:plus|minus)\b.*)?|\\[a-zA-Z]+|", re.DOTALL
)
DECIMAL = re.compile(r"\d+(?:\.\d*)?|\.\d+")
COLOUR = re.compile(r"#(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})|[0-9a-fA-F]{6}|[a-zA-Z]+")
