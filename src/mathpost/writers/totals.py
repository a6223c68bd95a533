"""Sums over posts for the summary, the JSON and the exit code."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from mathpost.document.document import authored
from mathpost.document.flavour import PLAIN
from mathpost.text.diagnostics import Severity
from mathpost.text.edits import Safety
from mathpost.verify.interpretation.verdict import Unchecked, Verdict, name
from mathpost.writers.post import PostResult

UNKNOWN = "L003"
VERDICTS = ("proved", "agrees", "refuted", "unchecked")
GIVEN_UP = frozenset({"time", "memory", "crash"})  # culprits of a claim whose process had to be killed


@dataclass(frozen=True, slots=True)
class Totals:
    """Sums over posts. `claims` counts the verified ones; `codes` counts findings by (code, name, severity).

    `reasons` counts the unchecked claims, `culprits` counts them by reason and cause, `places` has the first place of
    each. `given_up` of them were killed: another run may decide them, so they are reported and never cached. `flavours`
    counts posts by flavour, `unknown` the undefined commands.
    """

    posts: int = 0
    unreadable: int = 0
    formulas: Counter[str] = field(default_factory=Counter)
    claims: int = 0
    verdicts: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    culprits: Counter[tuple[str, str]] = field(default_factory=Counter)
    places: dict[tuple[str, str], str] = field(default_factory=dict)
    given_up: int = 0
    severities: Counter[Severity] = field(default_factory=Counter)
    codes: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    fixable: Counter[str] = field(default_factory=Counter)
    flavours: Counter[str] = field(default_factory=Counter)
    unknown: Counter[str] = field(default_factory=Counter)

    def reaches(self, limit: Severity) -> bool:
        """Whether a finding is at least as severe as `limit`."""
        order = list(Severity)
        return any(self.severities[s] for s in order[: order.index(limit) + 1])


def of_post(result: PostResult) -> Totals:
    """The sums of a single post."""
    judged = [v for v in result.verdicts if v is not None]
    places = list(_stopped(result))
    return Totals(
        posts=1,
        unreadable=int(not result.readable),
        formulas=Counter(f.kind for f in authored(result.document).formulas),
        claims=len(judged),
        verdicts=Counter(name(v) for v in judged),
        reasons=Counter(v.reason for v in judged if isinstance(v, Unchecked)),
        culprits=Counter(key for key, _ in places),
        places=dict(reversed(places)),
        given_up=sum(map(was_given_up, judged)),
        severities=Counter(d.severity for d in result.diagnostics),
        codes=Counter((d.code, d.name, str(d.severity)) for d in result.diagnostics),
        fixable=Counter(d.code for d in result.diagnostics if d.fix and d.fix.safety is Safety.SAFE),
        flavours=Counter([_flavour(result)] if result.readable else []),
        unknown=Counter(_unknown(result)),
    )


def _unknown(result: PostResult) -> Iterator[str]:
    """The unknown commands, with their counts."""
    faults = (fault for formula in result.document.formulas for fault in formula.faults)
    yield from (result.source.slice(fault.span) for fault in faults if fault.code == UNKNOWN)


def _flavour(result: PostResult) -> str:
    """The flavour of a post, and how it was found if it is not a guess: ``Quarto (_quarto.yml)``."""
    title = result.document.flavour.title
    return f"{title} ({result.told_by})" if result.told_by and result.document.flavour != PLAIN else title


def _stopped(result: PostResult) -> Iterator[tuple[tuple[str, str], str]]:
    """The unchecked claims of a post: reason, cause, and place."""
    for step, verdict in result.judged:
        if isinstance(verdict, Unchecked):
            place = result.source.position(step.span.start)
            yield (verdict.reason, verdict.culprit), f"{result.source.path}:{place.line}:{place.column}"


def was_given_up(verdict: Verdict | None) -> bool:
    """Whether the claim was given up because its process had to be killed."""
    return isinstance(verdict, Unchecked) and verdict.reason == "limit" and verdict.culprit in GIVEN_UP


def added(parts: Iterable[Totals]) -> Totals:
    """The sums of several posts together."""
    total = Totals()
    for part in parts:
        total = Totals(
            total.posts + part.posts,
            total.unreadable + part.unreadable,
            total.formulas + part.formulas,
            total.claims + part.claims,
            total.verdicts + part.verdicts,
            total.reasons + part.reasons,
            total.culprits + part.culprits,
            {**part.places, **total.places},
            total.given_up + part.given_up,
            total.severities + part.severities,
            total.codes + part.codes,
            total.fixable + part.fixable,
            total.flavours + part.flavours,
            total.unknown + part.unknown,
        )
    return total
