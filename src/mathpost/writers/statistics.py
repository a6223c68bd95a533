"""`--statistics`: the number of findings per rule, and why claims are unchecked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mathpost.document.flavour import PLAIN
from mathpost.text.diagnostics import Severity
from mathpost.writers.totals import VERDICTS, Totals

MOST = 5  # what is named of all that stopped claims for one reason
LONG = 60
_MANY = 5


def table(totals: Totals, reasons: dict[str, str]) -> str:
    """The counts, most frequent first; `reasons` explains each reason of an unchecked claim.

    Below a reason are its most frequent causes, each with its first place.
    """
    width = max((len(str(n)) for n in [*totals.codes.values(), *totals.reasons.values(), 0]), default=1)
    lines = [
        f"{n:>{width}}  {code}  {'[*]' if totals.fixable[code] else '   '}  {severity:<7}  {name}"
        for (code, name, severity), n in sorted(totals.codes.items(), key=lambda item: (-item[1], item[0]))
    ]
    if totals.verdicts:
        verdicts = ", ".join(f"{totals.verdicts[v]} {v}" for v in VERDICTS)
        lines.append(f"{totals.claims} {'claim' if totals.claims == 1 else 'claims'}: {verdicts}")
        for reason, n in sorted(totals.reasons.items(), key=lambda item: (-item[1], item[0])):
            meaning = reasons.get(reason, "").partition(". ")[0]
            lines.append(f"{n:>{width}}  unchecked: {reason:<15}  {meaning}".rstrip())
            lines += [f"{'':>{width}}  {line}" for line in _stopped(totals, reason)]
    return "\n".join(lines) + "\n"


def _stopped(totals: Totals, reason: str) -> Iterator[str]:
    """The most frequent causes for one reason: count, cause, first place."""
    found = [(n, key) for key, n in totals.culprits.items() if key[0] == reason]
    found.sort(key=lambda item: (-item[0], item[1]))
    width = len(str(found[0][0])) if found else 0
    for n, key in found[:MOST]:
        culprit = " ".join(key[1].split()) or reason
        shown = culprit if len(culprit) <= LONG else culprit[: LONG - 1] + "…"
        yield f"  {n:>{width}}  {shown}  {totals.places[key]}"
    if len(found) > MOST:
        yield f"  and {sum(n for n, _ in found[MOST:])} for other causes"


def sentence(totals: Totals) -> str:
    """The last line of a check: ``Found 3 errors, 1 warning in 5 posts (2 fixable).`` and the verdicts."""
    counts = [_plural(totals.severities[s], str(s)) for s in Severity if totals.severities[s]]
    found = ", ".join(counts) or "no errors, no warnings"
    fixable = totals.fixable.total()
    text = f"Found {found} in {_plural(totals.posts, 'post')}" + (
        f" ({fixable} fixable)." if fixable else "."
    )
    text += f" {_plural(totals.formulas.total(), 'formula')}"
    if totals.verdicts:
        text += f", {_plural(totals.claims, 'claim')}: "
        text += ", ".join(f"{totals.verdicts[v]:,} {v}" for v in VERDICTS)
        text += " (why: enhance check --statistics)" if totals.verdicts["unchecked"] else ""
    if totals.given_up:
        text += f"; {_plural(totals.given_up, 'claim')} given up for time or memory"
    return text + "."


def read_as(totals: Totals) -> str:
    """The flavours of the posts: ``Read as Quarto (_quarto.yml).`` Empty if all are plain Markdown."""
    if not totals.flavours or set(totals.flavours) == {PLAIN.title}:
        return ""
    most = totals.flavours.most_common()
    named = [flavour if len(most) == 1 else f"{flavour}: {n:,}" for flavour, n in most]
    return f"Read as {', '.join(named)}."


def hint(totals: Totals, places: Sequence[str]) -> str:
    """The places where macros of the site are looked for, if more than a few commands are undefined."""
    if len(totals.unknown) < _MANY and totals.unknown.total() < 2 * _MANY:
        return ""
    names = " ".join(name for name, _ in totals.unknown.most_common(4))
    return (
        f"{_plural(totals.unknown.total(), 'unknown command')} ({names} …): if the site defines them, name the file "
        f'with `macros = "…"` in enhance.toml or write them to macros.txt; looked for in {", ".join(places)}.'
    )


def _plural(n: int, noun: str) -> str:
    return f"{n:,} {noun}" + ("" if n == 1 or noun == "info" else "s")
