"""The elements of single symbols in MathML: letters, numbers, signs, fences; every character is escaped."""

from __future__ import annotations

from html import escape

from mathpost.writers.html import symbols

STRETCH = ' stretchy="false"'
CLOSE = ' stretchy="false" lspace="0" rspace="0"'
BARS = frozenset(r"\| \vert \Vert \lvert \rvert \lVert \rVert".split())
BRACKETS = frozenset(r"\mid \langle \rangle \{ \} \lbrace \rbrace \lfloor \rfloor \lceil \rceil".split())
SIGNS = frozenset("+-=<>*/:;,.!?()[]|~")


def unescaped(words: str) -> str:
    """Words as they are printed: ``\\_`` is an underscore."""
    for char in "_%#&${}":
        words = words.replace(f"\\{char}", char)
    return words


def character(text: str, font: str) -> str:
    if text.isdecimal():
        return f"<mn>{symbols.styled(text, font)}</mn>"
    if text.isascii() and text.isalpha():
        return letter(text, font)
    if text == "-":
        return "<mo>−</mo>"
    if text in SIGNS or (not text.isalnum() and not _is_wide(text)):
        return f"<mo{CLOSE if text in '|/' else STRETCH if text in '()[]' else ''}>{escape(text)}</mo>"
    return (
        f"<mi>{escape(text)}</mi>"
        if len(text) == 1 and not _is_wide(text)
        else f"<mtext>{escape(text)}</mtext>"
    )


def letter(text: str, font: str) -> str:
    if font == "upright" or (not font and "Α" <= text <= "Ω"):
        return f'<mi mathvariant="normal">{escape(text)}</mi>'
    return f"<mi>{escape(symbols.styled(text, font))}</mi>"


def _is_wide(text: str) -> bool:
    return any(char >= "\u2e80" for char in text)


def one(elements: str) -> str:
    """`elements` as exactly one element: the children of a script or a fraction are counted."""
    return elements if elements.count("<") == 2 else f"<mrow>{elements}</mrow>"


def fence(mark: str, form: str) -> str:
    """A delimiter as written after ``\\left`` or ``\\right``; ``.`` is none."""
    if mark == ".":
        return ""
    char = symbols.OPERATORS.get(mark) or {"<": "⟨", ">": "⟩"}.get(mark, mark.lstrip("\\"))
    return f'<mo fence="true" form="{form}" stretchy="true">{escape(char)}</mo>'


def sized(mark: str) -> str:
    char = symbols.OPERATORS.get(mark) or {"<": "⟨", ">": "⟩", ".": ""}.get(mark, mark.lstrip("\\"))
    return f'<mo stretchy="true" minsize="1.2em" maxsize="1.8em">{escape(char)}</mo>' if char else ""
