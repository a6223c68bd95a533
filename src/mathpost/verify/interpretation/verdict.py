"""The four verdicts. Each comes with its reason."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from mathpost.text.source import Span

Reason = Literal["unread", "sorts", "context", "domain", "limit", "not-mathematics"]


class Proved(NamedTuple):
    """An exact argument holds; `method` names it (``normal form``, ``exact arithmetic``, ``SymPy``)."""

    method: str
    detail: str | None = None


class Agrees(NamedTuple):
    """It held in all of `models` random models, of at least two sizes where sizes occur."""

    models: int
    method: str
    detail: str | None = None


class Refuted(NamedTuple):
    """It fails by a proven gap in every model tried: `counterexample` is one a reader can follow.

    `left` and `right` are the values of the sides there; `suggestion` is LaTeX for the right side that would be true.
    """

    counterexample: str
    left: str
    right: str
    method: str
    suggestion: str | None = None


class Unchecked(NamedTuple):
    """Not decided: `reason` is one of a fixed list, `culprit` names what stopped it, `span` where that is.

    `declared`: two shapes stopped it that the post declares both. `id`: the row of the table of reasons that decided it.
    """

    reason: Reason
    culprit: str
    span: Span | None = None
    declared: bool = False
    id: str = ""


class Cause(NamedTuple):
    """Why a claim is not decided: the id of a reason, what it says of this claim, and the culprit, if it has one."""

    id: str
    words: str
    culprit: tuple[str, ...] = ()


Verdict: TypeAlias = Proved | Agrees | Refuted | Unchecked


def name(verdict: Verdict) -> str:
    """``proved``, ``agrees``, ``refuted`` or ``unchecked``, as every output spells it."""
    return type(verdict).__name__.lower()
