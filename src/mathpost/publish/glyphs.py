"""Characters that the fonts of a plain TeX installation do not have, and what LaTeX prints instead.

Latin Modern has the Latin letters, Fandol the simplified Chinese ones with Greek, arrows and boxes; neither has
pictures such as ✅. A character in `LATEX` is printed by a command; any other one becomes a box with its code point and
is reported.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

_GREEK_LETTERS = "αβγδεζηθικλμνξπρστυφχψωΓΔΘΛΞΠΣΦΨΩϵϕϑϱϖς"
_GREEK_NAMES = """
alpha beta gamma delta varepsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau upsilon varphi
chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Phi Psi Omega epsilon phi vartheta varrho varpi varsigma
"""
_GREEK = dict(zip(_GREEK_LETTERS, _GREEK_NAMES.split(), strict=True))

_SYMBOLS = {
    "≤": "le", "≥": "ge", "≠": "ne", "≈": "approx", "≡": "equiv", "∼": "sim", "≪": "ll", "≫": "gg",
    "∝": "propto", "≜": "triangleq", "≔": "coloneqq", "≃": "simeq", "≅": "cong", "⩽": "leqslant",
    "⩾": "geqslant", "−": "mathord{-}", "×": "times", "÷": "div", "±": "pm", "∓": "mp", "⋅": "cdot",
    "∗": "ast", "∘": "circ", "⊙": "odot", "⊗": "otimes", "⊕": "oplus", "√": "surd", "∞": "infty",
    "∂": "partial", "∇": "nabla", "∑": "sum", "∏": "prod", "∫": "int", "∮": "oint", "∈": "in", "∉": "notin",
    "∋": "ni", "⊂": "subset", "⊃": "supset", "⊆": "subseteq", "⊇": "supseteq", "∪": "cup", "∩": "cap",
    "∅": "emptyset", "∀": "forall", "∃": "exists", "¬": "neg", "∧": "wedge", "∨": "vee", "⊥": "perp",
    "∥": "parallel", "‖": "Vert", "∣": "mid", "→": "to", "←": "gets", "↔": "leftrightarrow",
    "⇒": "Rightarrow", "⇐": "Leftarrow", "⇔": "Leftrightarrow", "↦": "mapsto", "↑": "uparrow",
    "↓": "downarrow", "↗": "nearrow", "↘": "searrow", "↙": "swarrow", "↖": "nwarrow", "⟶": "longrightarrow",
    "⟵": "longleftarrow", "⟹": "Longrightarrow", "⟺": "Longleftrightarrow", "⟨": "langle", "⟩": "rangle",
    "⌊": "lfloor", "⌋": "rfloor", "⌈": "lceil", "⌉": "rceil", "⋯": "cdots", "⋮": "vdots", "⋱": "ddots",
    "ℓ": "ell", "ℏ": "hbar", "ℜ": "Re", "ℑ": "Im", "ℵ": "aleph", "℘": "wp", "′": "prime",
    "″": "prime\\prime", "∴": "therefore", "∵": "because", "□": "square", "☐": "square", "☑": "checkmark",
    "☒": "boxtimes", "■": "blacksquare", "∎": "blacksquare", "△": "triangle", "▲": "blacktriangle",
    "◇": "diamond", "◆": "blacklozenge", "★": "bigstar", "☆": "star", "⭐": "bigstar", "●": "bullet",
    "○": "circ", "✓": "checkmark", "✔": "checkmark", "✅": "checkmark", "✗": "times", "✘": "times",
    "❌": "times", "✖": "times", "ℝ": "mathbb{R}", "ℕ": "mathbb{N}", "ℤ": "mathbb{Z}", "ℚ": "mathbb{Q}",
    "ℂ": "mathbb{C}", "𝔼": "mathbb{E}", "ℙ": "mathbb{P}", "𝟙": "mathbf{1}", "⊤": "top", "†": "dagger",
    "‡": "ddagger", "∖": "setminus", "≺": "prec", "≻": "succ", "⪯": "preceq", "⪰": "succeq",
}  # fmt: skip

_RAISED = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱᵀᵗᵏᵐ", "0123456789+-=()niTtkm", strict=True))
_LOWERED = dict(zip("₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ᵢⱼₖₗₘₙₚₜₓₐₑ", "0123456789+-=()ijklmnptxae", strict=True))

# What prints nothing by itself: variation selectors, zero-width characters, the byte order mark.
_SILENT = "\u200b\u200c\u200d\u2060\ufe0e\ufe0f\ufeff"

LATEX: dict[str, str] = {
    **{char: rf"\ensuremath{{\{name}}}" for char, name in {**_GREEK, **_SYMBOLS}.items()},
    **{char: rf"\ensuremath{{^{{{name}}}}}" for char, name in _RAISED.items()},
    **{char: rf"\ensuremath{{_{{{name}}}}}" for char, name in _LOWERED.items()},
    **dict.fromkeys(_SILENT, "{}"),
    "\u00a0": "~",
    "\u2002": r"\enspace{}",
    "\u2003": r"\quad{}",
    **dict.fromkeys("\u2004\u2005\u2006\u2007\u2009\u200a\u202f", r"\,"),
    "ﬀ": "ff",
    "ﬁ": "fi",
    "ﬂ": "fl",
    "ﬃ": "ffi",
    "ﬄ": "ffl",
    **dict.fromkeys("│┃├┣┤┬┌┐", "|"),
    **dict.fromkeys("─━", "-"),
    **dict.fromkeys("└┗┘┴", r"\textasciigrave{}"),
    "\u2010": "{-}",
    "\u2011": r"\mbox{-}",
    "\u2015": "—",
    "⚠": r"\textbf{!}",
    "㎡": r"m\textsuperscript{2}",
    "ー": "—",
    "░": r"\textcolor{LightGray}{█}",
}

# What the Fandol fonts have beyond Han characters (counted on their 2014 release): punctuation, kana, and
# `SIGNS`, which xeCJK would leave to the Latin font.
_CJK = "　-〃々〇-】〓-〗ぁ-んァ-ヶ・ㄅ-ㄩ！-～￠-￥"
SIGNS = "℃№™Ⅰ-Ⅻ①-⑩⑴-⒛─-╋═-╳ЁА-яё▁-▏▓-▕■□▲△▼▽◆◇○◎●◢-◥★☆☉♀♂㈠-㈩"
_FANDOL = re.compile(f"[{_CJK}{SIGNS}一-龥]")

_LATIN_END = 0x024F
_LATIN_PUNCTUATION = frozenset("–—‘’“”„…•‰€™‚")
_NOT_LATIN = frozenset("\u00a0\u00ad\ufffd")


def is_chinese(char: str) -> bool:
    """Han characters, kana and full-width forms: what needs a CJK font."""
    return "\u2e80" <= char <= "\u9fff" or "\uf900" <= char <= "\ufaff" or "\uff00" <= char <= "\uffef"


def is_printed(char: str, chinese: bool) -> bool:
    """Whether the plain fonts have `char`; for sure, see `is_rare` for Han characters."""
    if ord(char) <= _LATIN_END or char in _LATIN_PUNCTUATION:
        return ((char >= " " and not "\x7f" <= char <= "\x9f") or char in "\t\n\r") and char not in _NOT_LATIN
    return chinese and _FANDOL.match(char) is not None and not is_rare(char)


def is_rare(char: str) -> bool:
    """A Han character outside of GB 2312: Fandol has a part of these; TeX asks the font itself."""
    is_han = "㐀" <= char <= "鿿" or "豈" <= char <= "﫿" or "𠀀" <= char <= "𱍊"
    return is_han and not char.encode("gb2312", "ignore")


_ACCENTS = {"\u0300": "grave", "\u0301": "acute", "\u0302": "hat", "\u0303": "tilde", "\u0304": "bar"}
_ACCENTS |= {"\u0306": "breve", "\u0307": "dot", "\u0308": "ddot", "\u030a": "mathring", "\u030c": "check"}
_ACCENTS |= {"\u20d7": "vec"}


class Piece(NamedTuple):
    """A run of a text: characters to be printed as they are, or LaTeX, with the character that it boxes."""

    text: str
    is_latex: bool
    unknown: str = ""


def pieces(text: str, chinese: bool) -> Iterator[Piece]:
    """`text` in runs that the fonts have and runs that only a command can print."""
    plain = ""
    for cluster in clusters(text):
        if len(cluster) == 1 and is_printed(cluster, chinese):
            plain += cluster
            continue
        if plain:
            yield Piece(plain, False)
            plain = ""
        yield commanded(cluster)
    if plain:
        yield Piece(plain, False)


_ONLY_IN_FORMULAS = {"·": r"\cdot ", "°": r"{^\circ}", "…": r"\ldots ", "•": r"\bullet ", "’": "'"}


def mathematical(char: str) -> str:
    """The command for `char` inside a formula, empty if there is none."""
    if char in _ONLY_IN_FORMULAS:
        return _ONLY_IN_FORMULAS[char]
    latex = LATEX.get(char, "")
    if not latex.startswith(r"\ensuremath"):
        return latex
    inner = latex.removeprefix(r"\ensuremath{").removesuffix("}")
    return f"{{{inner}}}" if "{" in inner else inner + " "


def clusters(text: str) -> Iterator[str]:
    """The characters of `text`, an accent together with the letter it is on."""
    text = unicodedata.normalize("NFC", text)
    at = 0
    while at < len(text):
        char = text[at]
        spelled = unicodedata.normalize("NFD", char)
        if at + 1 < len(text) and text[at + 1] in _ACCENTS:
            yield text[at : at + 2]
            at += 2
            continue
        yield spelled if ord(char) > _LATIN_END and len(spelled) == 2 and spelled[1] in _ACCENTS else char
        at += 1


def commanded(cluster: str) -> Piece:
    base, accent = cluster[0], cluster[1:]
    if accent:
        letter = base if base.isascii() and base.isalnum() else LATEX.get(base, rf"\text{{{base}}}")
        return Piece(rf"\ensuremath{{\{_ACCENTS[accent]}{{{letter}}}}}", True)
    if cluster in LATEX:
        return Piece(LATEX[cluster], True)
    command = rf"\rarehan{{{cluster}}}" if is_rare(cluster) else r"\pictograph"
    return Piece(rf"{command}{{{ord(cluster):X}}}", True, cluster)
