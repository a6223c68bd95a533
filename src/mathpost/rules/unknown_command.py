r"""A command that no renderer knows and the post does not define.

It shows in red, or the formula is not drawn at all. A macro must stand before its first use on the page.
Where one known name is a single slip away, it is offered.

    bad:  $\aplha + \beta$
    good: $\alpha + \beta$
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.latex.macros import known_commands
from mathpost.latex.tree import Fault
from mathpost.rules import Subject, faults
from mathpost.text.diagnostics import Diagnostic, Note, Severity
from mathpost.text.edits import Edit, Fix, Safety

CODE = "L003"
NAME = "unknown-command"
SEVERITY = Severity.ERROR


def find(subject: Subject) -> Iterator[Diagnostic]:
    for _, fault in faults(subject, CODE):
        written = subject.document.source.slice(fault.span)
        meant = _meant(written, subject.target) if fault.message.startswith(written) else ""
        notes = (Note(f"did you mean {meant}?"),) if meant else ()
        yield Diagnostic(CODE, NAME, SEVERITY, fault.span, fault.message, notes, _fix(fault, meant))


def _fix(fault: Fault, meant: str) -> Fix | None:
    if not meant:
        return None
    return Fix(f"write {meant}", (Edit(fault.span, meant),), Safety.UNSAFE)


def _meant(name: str, target: str) -> str:
    """The known name one slip away, or the known command that letters were glued to; empty if not certain."""
    where = "mathjax" if target == "github" else target
    known = {entry.name for entry in known_commands().values() if where in entry.works}
    slips = sorted((_one_slip(name) & known) - {name[:-1]})
    glued = [f"{name[:k]} {name[k:]}" for k in (len(name) - 1, len(name) - 2) if k > 3 and name[:k] in known]
    offered = slips + glued
    return offered[0] if len(offered) == 1 else ""


def _one_slip(name: str) -> set[str]:
    """All names with one letter left out, put in, changed, or swapped with its neighbour."""
    letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    places = range(1, len(name) + 1)
    left_out = {name[:k] + name[k + 1 :] for k in places}
    swapped = {name[:k] + name[k + 1] + name[k] + name[k + 2 :] for k in range(1, len(name) - 1)}
    changed = {name[:k] + letter + name[k + 1 :] for k in places for letter in letters}
    put_in = {name[:k] + letter + name[k:] for k in places for letter in letters}
    return left_out | swapped | changed | put_in
