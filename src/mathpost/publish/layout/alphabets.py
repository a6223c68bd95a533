"""The alphabets of mathematics: 𝐱, 𝔼, ℒ and their like as the characters that Unicode has for them."""

from __future__ import annotations

import unicodedata

_NAMES = {
    "bold": "MATHEMATICAL BOLD", "bold-italic": "MATHEMATICAL BOLD ITALIC", "italic": "MATHEMATICAL ITALIC",
    "script": "MATHEMATICAL SCRIPT", "bold-script": "MATHEMATICAL BOLD SCRIPT", "fraktur": "MATHEMATICAL FRAKTUR",
    "bold-fraktur": "MATHEMATICAL BOLD FRAKTUR", "double-struck": "MATHEMATICAL DOUBLE-STRUCK",
    "sans": "MATHEMATICAL SANS-SERIF", "bold-sans": "MATHEMATICAL SANS-SERIF BOLD",
    "mono": "MATHEMATICAL MONOSPACE",
}  # fmt: skip
_OLDER = {
    "script": "SCRIPT",
    "fraktur": "BLACK-LETTER",
    "double-struck": "DOUBLE-STRUCK",
    "italic": "PLANCK CONSTANT",
}
_SYMBOLS = {
    "∂": "PARTIAL DIFFERENTIAL",
    "∇": "NABLA",
    "ϵ": "EPSILON SYMBOL",
    "ϑ": "THETA SYMBOL",
    "ϰ": "KAPPA SYMBOL",
}
_SYMBOLS |= {"ϕ": "PHI SYMBOL", "ϱ": "RHO SYMBOL", "ϖ": "PI SYMBOL"}
_DIGITS = "ZERO ONE TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE".split()


def letter(char: str, alphabet: str) -> str:
    """`char` in `alphabet`; itself where the alphabet lacks it."""
    if not alphabet or len(char) != 1:
        return char
    name = _SYMBOLS.get(char) or _plain(char)
    if not name:
        return char
    for whole in (f"{_NAMES[alphabet]} {name}", _older(alphabet, name)):
        try:
            return unicodedata.lookup(whole)
        except KeyError:
            continue
    return char


def _plain(char: str) -> str:
    """How Unicode names a letter or digit inside an alphabet: CAPITAL A, SMALL ALPHA, DIGIT ONE."""
    if char.isascii() and char.isdigit():
        return f"DIGIT {_DIGITS[int(char)]}"
    name = unicodedata.name(char, "")
    for script in ("LATIN ", "GREEK "):
        name = name.removeprefix(script)
    return name.replace("LETTER ", "").replace("LAMDA", "LAMDA") if char.isalpha() else ""


def _older(alphabet: str, name: str) -> str:
    """The letters that Unicode had before it had alphabets: ℝ, ℒ, ℎ."""
    if alphabet == "italic":
        return "PLANCK CONSTANT" if name == "SMALL H" else ""
    return f"{_OLDER.get(alphabet, '')} {name}"
