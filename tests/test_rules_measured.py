"""What the pages of the rules say of real posts is counted again."""

from __future__ import annotations

from pathlib import Path

import pytest

from mathpost import rules
from mathpost.document import numbering
from mathpost.document.reader import read
from mathpost.maths.claims import statements
from mathpost.text.source import decode
from reviewed import counts

# Of a rule of the usual set at most one hit in fifty may be wrong, of one that must be asked for one in fifteen.
USUAL, ASKED = 49 / 50, 14 / 15


def test_every_rule_keeps_to_its_share_of_false_alarms() -> None:
    for rule in rules.registry():
        found = rules.measured(rule)
        if found is not None and found.hits:
            least = ASKED if rule.CODE in rules.opt_in() else USUAL
            assert found.read >= min(found.hits, 50) or rule.CODE in rules.opt_in(), rule.CODE
            assert found.right >= least * found.read, rule.CODE
            assert found.posts <= found.hits, rule.CODE


def test_every_rule_of_its_own_was_measured() -> None:
    """Rules that pass on what the parser, the reader or the numbering found are measured by their tests."""
    for rule in rules.registry():
        if rule.CODE[0] == "S" or rule.CODE.startswith("L4"):
            assert rules.measured(rule) is not None, rule.CODE


@pytest.mark.recount
@pytest.mark.shared
def test_the_counts_are_those_of_the_open_posts(shared: Path) -> None:
    said = {rule.CODE: rules.measured(rule) for rule in counts.measured()}
    shown = {code: (found.hits, found.posts, found.of) for code, found in said.items() if found is not None}
    assert shown == {code: tuple(count) for code, count in counts.counts(shared / "corpus").items()}


@pytest.mark.shared
def test_steps_that_repeat(shared: Path) -> None:
    file = shared / "corpus" / "statproof" / "P" / "anova2-fia.md"
    document = read(decode(file.name, file.read_bytes()))
    subject = rules.Subject(document, numbering.plan(document), statements.steps(document), (), "mathjax")
    repeated = next(rule for rule in rules.registry() if rule.CODE == "D002")
    assert len(list(repeated.find(subject))) == 1
