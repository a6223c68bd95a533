"""Facts and totals of a post as plain JSON, and back, for the cache."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields
from typing import Any

from mathpost.text.diagnostics import Severity
from mathpost.writers.facts import Facts, Section
from mathpost.writers.tasks import Task
from mathpost.writers.totals import Totals
from mathpost.writers.uses import KeyResult

Object = dict[str, Any]


def recorded(facts: Facts) -> Object:
    """`facts` as strings, numbers, lists and objects only."""
    plain = {field.name: getattr(facts, field.name) for field in fields(Facts)}
    return {**plain, "rules": [[*rule, count] for rule, count in facts.rules.items()]}


def recalled(found: Object) -> Facts:
    """The facts that were recorded.

    Raises:
        TypeError, ValueError, KeyError: `found` is no such record.
    """
    counters: dict[str, Counter[str]] = {
        key: Counter(found[key]) for key in ("statements", "claims", "findings")
    }
    return Facts(
        **{
            **found,
            **counters,
            "rules": Counter({(code, name): count for code, name, count in found["rules"]}),
            "target_lines": tuple(found["target_lines"]),
            "sections": tuple(Section(*section) for section in found["sections"]),
            "key_results": tuple(KeyResult(*key) for key in found["key_results"]),
            "tasks": tuple(Task(*task) for task in found["tasks"]),
        }
    )


def summed(totals: Totals) -> Object:
    """`totals` as strings, numbers, lists and objects only."""
    plain = {field.name: getattr(totals, field.name) for field in fields(Totals)}
    return {
        **plain,
        "codes": [[*rule, count] for rule, count in totals.codes.items()],
        "culprits": [[*stopped, count] for stopped, count in totals.culprits.items()],
        "places": [[*stopped, place] for stopped, place in totals.places.items()],
    }


def added_up(found: Object) -> Totals:
    """The sums that were recorded.

    Raises:
        TypeError, ValueError, KeyError: `found` is no such record.
    """
    counters: dict[str, Counter[str]] = {
        key: Counter(found[key])
        for key in ("formulas", "verdicts", "reasons", "fixable", "flavours", "unknown")
    }
    return Totals(
        **{
            **found,
            **counters,
            "severities": Counter({Severity(name): count for name, count in found["severities"].items()}),
            "codes": Counter({(code, name, severity): n for code, name, severity, n in found["codes"]}),
            "culprits": Counter({(reason, culprit): n for reason, culprit, n in found["culprits"]}),
            "places": {(reason, culprit): place for reason, culprit, place in found["places"]},
        }
    )
