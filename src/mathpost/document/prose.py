"""Whether a stretch between two dollars is mathematics or sentences, asked only if something else is odd; and blanks
for text that is not prose.
"""

from __future__ import annotations

import re

from mathpost.text.late import late

_LINE = late(r"[^\r\n]+")
_WORDS_INSIDE = late(
    r"\\(?:text\w*|mbox|hbox|mathrm|operatorname\*?|label|tag\*?|ref|eqref|begin|end|color|href|url)\s*"
    r"(?:\[[^\]]*\])?\{(?:[^{}]|\{[^{}]*\})*\}|\\bbox\[[^\]\n]*\]"
)
_SET = late(r"\\\{\s*[A-Za-z]+(?:\s*,\s*[A-Za-z]+)+\s*\\\}")  # {BBB, BBG, BGB, …}, the outcomes of a trial
# \log_2(size of block), and Student(Name, Sex, Birth), the columns of a table
# [准确率、查准率、查全率、F], a set of words
_LISTED = late(r"[\[({](?=[^\[\](){}。；！？，]{0,60}、)[^\[\](){}。；！？，]{1,80}[\])}]")
_APPLIED = late(r"(?<=[\w}])\((?:[a-z ]{1,40}|[A-Za-z]\w*+(?:[ ]*+,[ ]*+[A-Za-z]\w*+){1,30}+)\)")
_COMMAND = late(r"\\(?:[A-Za-z]+|.)", re.S)
_CJK = r"\u3400-\u9fff\uf900-\ufaff"
_CHINESE = late(rf"[{_CJK}]")
_CHINESE_SENTENCE = late(rf"[{_CJK}][^$]*[。；！？]|[{_CJK}，、：（）]{{12,}}")
_ENGLISH = late(
    r"(?<![A-Za-z\\])(?![A-Z]{1,6}(?:, *[A-Z]{1,6}){2,20}(?![A-Za-z, ]))"  # HH, HT, TH: the outcomes of a trial
    r"[A-Za-z]{2,}(?:(?:[,;:]? +(?:an? +)?[A-Za-z]{2,}){3,}|(?: +(?:an? +)?[A-Za-z]{2,}){2,})"
)
_CYRILLIC = late(r"[\u0400-\u04ff]{2,}(?:[,;:]? +[\u0400-\u04ff]+){2,}")
# Marks of Markdown: bold type but not the stars of f^{**} or 2**n, a link but not [p_i](1 \\le i), a heading or an item on a line of its own.
_MARKUP = late(
    r"(?<![\x21-\x7e])\*\*(?![\s*])|(?<![\s*^{_])\*\*(?![\x21-\x7e])"
    r"|\]\((?:[/.#]|https?:|mailto:|[^\s()]*\.(?:md|html?|png|jpe?g|gif|svg|pdf)\b)"
    r"|(?<=[\r\n])[ \t]*(?:#{1,6}[ \t]|\d{1,3}\. )"
)
_AMOUNT = late(r"\d[\d.,]*")
_SIGNS = late(r"[\\^_={}<>|]")


def blanked(text: str, filler: str) -> str:
    """`filler` for every character of `text` except its line ends."""
    if "\n" not in text and "\r" not in text:
        return filler * len(text)
    return _LINE.sub(lambda line: filler * len(line[0]), text)


def is_prose(body: str) -> bool:
    """Whether `body` contains whole sentences or Markdown marks outside of ``\\text`` and similar commands."""
    if _MARKUP.search(body):
        return True
    joined = body.replace("\\ ", "~").replace("\\_", "_")  # words that are joined on purpose
    whole = _LISTED.sub(" ", _APPLIED.sub(" ", joined))
    bare = _COMMAND.sub("|", _SET.sub(" ", _WORDS_INSIDE.sub(" ", whole)))  # \sin mx \cos nx is no sentence
    return bool(_CHINESE_SENTENCE.search(bare) or _ENGLISH.search(bare) or _CYRILLIC.search(bare))


def is_mathematics(body: str) -> bool:
    """Whether `body` contains nothing that looks like words of a text.

    This is not the opposite of `is_prose`: for cases between the two, both are false.
    """
    bare = _COMMAND.sub(" ", _WORDS_INSIDE.sub(" ", body))
    return not (_MARKUP.search(body) or _CHINESE.search(bare) or _ENGLISH.search(bare))


def is_money(body: str, behind: str) -> bool:
    """Whether the dollars around `body` are signs of money (``$5 and $6``); `behind` is the character after the second
    one.

    Only if an amount follows the first dollar and the second one breaks pandoc's rule (a space before it or a digit
    after it), or if words are between them: ``2$c$`` and ``$ x $`` are formulas in many posts. An author may have
    escaped the second dollar twice (``\\\\$``).
    """
    body = body.removesuffix("\\\\")
    amount = _AMOUNT.match(body)
    if amount is None or _SIGNS.search(body):
        return False
    rest = body[amount.end() :]
    broken = body[-1:].isspace() or (behind.isdigit() and not body[-1:].isdigit())
    return broken or len(re.findall(r"\b(?:[A-Za-z][a-z]+|[\u0400-\u04ff]+)\b", rest)) >= 2
