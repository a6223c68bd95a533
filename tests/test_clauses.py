"""Bracketed numbers that stand where a noun does: every form reads its examples and spares their near twins."""

from __future__ import annotations

import pytest

from mathpost.document.clauses import FORMS, Items, nouns
from mathpost.document.reader import read
from mathpost.text.source import Source


@pytest.mark.parametrize(("name", "text"), [(form.name, text) for form in FORMS for text in form.reads])
def test_a_form_reads_its_examples(name: str, text: str) -> None:
    form = next(form for form in FORMS if form.name == name)
    spans = list(nouns(text))
    assert spans
    assert any(form.before.search(text[: s.start]) and form.behind.match(text[s.end :]) for s in spans)


@pytest.mark.parametrize("text", [text for form in FORMS for text in form.spares])
def test_a_form_spares_near_twins(text: str) -> None:
    assert list(nouns(text)) == []


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("(1) first\n(2) second\n", "12"),
        ("分两步：（1）先算；（2）再算", "12"),
        ("(3) is convex, so we are done.\n", ""),
        ("(1) is a start\n(2) is an end\n", "12"),
        ("由此得到凸性。(3)表明它成立", ""),
        ("By Eqs. (3) and (4), done. (5) gives it.", ""),
    ],
)
def test_items(text: str, items: str) -> None:
    found = Items(text)
    assert [n for n in "12345" if found.anywhere(n)] == list(items)


def test_a_number_that_an_item_has_is_no_reference_in_its_section() -> None:
    text = "# A\n\n(1) first\n(2) second\n\nThis holds, assuming (2). We reframe (3) as it, see above.\n\n# B\n\nWe reframe (2) as it.\n"
    words = [r for r in read(Source("a.md", text)).references if r.form == "words"]
    assert [r.target for r in words] == ["3", "2"]
    assert words[0].loose
