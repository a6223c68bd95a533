"""Words without which a regular expression matches nowhere."""

import re

import pytest

from mathpost.maths.facts.properties import WORDS
from mathpost.text.stems import may_match, occurrences, occurs, stems


@pytest.mark.parametrize(
    ("pattern", "needed"),
    [
        (r"\bpositive[- ](semi-?)?definite|正定", {"positive", "正定"}),
        (r"(?<!non-)\bmarkov|马尔[可科]夫", {"markov", "马尔"}),
        (r"colou?r", {"colo"}),
        (r"(?:left|right) vectors?", {" vector"}),
        (r"values{2}|[ab]x+", {"values", "x"}),
        (r"a\.b", {"a.b"}),
    ],
)
def test_needed(pattern: str, needed: set[str]) -> None:
    assert stems(pattern) == needed


@pytest.mark.parametrize("pattern", [r"a?", r"x|[ab]", r"\d+", r"(?:a|b*)"])
def test_nothing_is_needed(pattern: str) -> None:
    assert stems(pattern) is None
    assert may_match(re.compile(pattern), "")


@pytest.mark.parametrize(
    "text", ["The matrix is Positive Definite.", "设 A 为正定矩阵", "an orthogonal matrix", ""]
)
def test_same_as_the_expression(text: str) -> None:
    for words in WORDS.values():
        assert occurs(words, text) == (words.search(text) is not None)
        assert [m.span() for m in occurrences(words, text)] == [m.span() for m in words.finditer(text)]
