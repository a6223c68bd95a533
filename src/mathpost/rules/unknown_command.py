r"""A command that no renderer knows and the post does not define.

It shows in red, or the formula is not drawn at all. If exactly one known name differs by a single typo, it is
suggested. A name that the post, or the posts beside it, use more than twice is probably a macro that the site defines
(`macros` in the configuration names the file). So are several unknown names together. Such names are reported as one
hint, at the first place.

    bad:  $\aplha + \beta$
    good: $\alpha + \beta$
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Literal, TypeAlias

from mathpost.latex.macros import known_commands
from mathpost.latex.tree import Fault
from mathpost.rules import Subject, faults
from mathpost.text.diagnostics import Diagnostic, Note, Severity
from mathpost.text.edits import Edit, Fix, Safety

CODE = "L003"
NAME = "unknown-command"
SEVERITY = Severity.ERROR


_FEW = 2  # a typo occurs once or twice
_SHOWN = 5

Cause: TypeAlias = Literal["glued", "later", "slip", ""]


def find(subject: Subject) -> Iterator[Diagnostic]:
    written = subject.document.source.slice
    found = [(fault, cause, meant) for fault, cause, meant in unknown(subject) if cause in ("slip", "")]
    times = Counter(written(fault.span) for fault, cause, _ in found if not cause)
    often = {name for name in times if _is_used_often(subject, name, times[name])}
    macros = set(times) if often or len(times) > _FEW else set()
    first = next((fault for fault, cause, _ in found if not cause and written(fault.span) in macros), None)
    for fault, cause, meant in found:
        if cause:
            fix = Fix(f"write {meant}", (Edit(fault.span, meant),), Safety.UNSAFE)
            notes = (Note(f"did you mean {meant}?"),)
            yield Diagnostic(CODE, NAME, SEVERITY, fault.span, fault.message, notes, fix)
        elif fault is first:
            yield _hint(fault, written(fault.span), {name: times[name] for name in times if name in macros})
        elif written(fault.span) not in macros:
            yield Diagnostic(CODE, NAME, SEVERITY, fault.span, fault.message)


def _is_used_often(subject: Subject, name: str, times: int) -> bool:
    """Whether a name occurs too often for a typo, in the post or in those beside it."""
    return times > _FEW or subject.uses_beside(name) > _FEW


def _hint(fault: Fault, name: str, times: dict[str, int]) -> Diagnostic:
    """The one hint for all names that are probably macros."""
    others = [other for other in times if other != name]
    more = sum(times.values()) - 1
    said = [f"in {more} more {'place' if more == 1 else 'places'}"] if more else []
    said += [f"also {', '.join(others[:_SHOWN])}{' …' if len(others) > _SHOWN else ''}"] if others else []
    head = f"{', '.join(said)}: " if said else ""
    return Diagnostic(
        CODE, NAME, Severity.INFO, fault.span, fault.message, (Note(f"{head}a macro of the site?"),)
    )


def unknown(subject: Subject) -> Iterator[tuple[Fault, Cause, str]]:
    """Every unknown command with its likely cause and the intended name: a letter glued to a command, a macro that the
    post defines only later, or a typo.
    """
    found = [(fault, subject.document.source.slice(fault.span)) for _, fault in faults(subject, CODE)]
    times = Counter(written for _, written in found)
    for fault, written in found:
        if fault.message != f"{written} is not known":  # in the body of a macro
            yield fault, "", ""
        elif written in subject.document.definitions:
            yield fault, "later", written
        else:
            cause, meant = _meant(written, subject.target)
            again = cause and _is_used_often(subject, written, times[written])  # a macro of the site
            yield (fault, "", "") if again else (fault, cause, meant)


@cache
def _meant(name: str, target: str) -> tuple[Cause, str]:
    """The known name one typo away, or the known command that letters were glued to; empty if that is not certain."""
    where = "mathjax" if target == "github" else target
    known = {entry.name for entry in known_commands().values() if where in entry.works}
    if len(name) > 2 + max(map(len, known)):  # a name of n letters has 100 n^2 letters in all its typos
        return "", ""
    slips = sorted((_one_slip(name) & known) - {name[:-1]})
    glued = [f"{name[:k]} {name[k:]}" for k in (len(name) - 1, len(name) - 2) if k > 3 and name[:k] in known]
    if len(slips) + len(glued) != 1:
        return "", ""
    return ("slip", slips[0]) if slips else ("glued", glued[0])


def _one_slip(name: str) -> set[str]:
    """All names with one letter removed, added, changed, or swapped with its neighbour."""
    letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    places = range(1, len(name) + 1)
    left_out = {name[:k] + name[k + 1 :] for k in places}
    swapped = {name[:k] + name[k + 1] + name[k] + name[k + 2 :] for k in range(1, len(name) - 1)}
    changed = {name[:k] + letter + name[k + 1 :] for k in places for letter in letters}
    put_in = {name[:k] + letter + name[k:] for k in places for letter in letters}
    return left_out | swapped | changed | put_in
