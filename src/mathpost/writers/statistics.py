"""`--statistics`: how often each rule speaks, and why claims were left unchecked."""

from __future__ import annotations

from mathpost.text.diagnostics import Severity
from mathpost.writers.totals import VERDICTS, Totals


def table(totals: Totals, reasons: dict[str, str]) -> str:
    """The counts, most frequent first; `reasons` says what each reason of an unchecked claim means."""
    width = max((len(str(n)) for n in [*totals.codes.values(), *totals.reasons.values(), 0]), default=1)
    lines = [
        f"{n:>{width}}  {code}  {'[*]' if totals.fixable[code] else '   '}  {severity:<7}  {name}"
        for (code, name, severity), n in sorted(totals.codes.items(), key=lambda item: (-item[1], item[0]))
    ]
    if totals.verdicts:
        verdicts = ", ".join(f"{totals.verdicts[v]} {v}" for v in VERDICTS)
        lines.append(f"{totals.claims} claims: {verdicts}")
        lines += [
            f"{n:>{width}}  unchecked: {reason:<15}  {reasons.get(reason, '').partition('. ')[0]}".rstrip()
            for reason, n in sorted(totals.reasons.items(), key=lambda item: (-item[1], item[0]))
        ]
    return "\n".join(lines) + "\n"


def sentence(totals: Totals) -> str:
    """The last line of a check: ``Found 3 errors, 1 warning in 5 posts (2 fixable).`` and the verdicts."""
    counts = [_plural(totals.severities[s], str(s)) for s in Severity if totals.severities[s]]
    found = ", ".join(counts) or "no errors, no warnings"
    fixable = totals.fixable.total()
    text = f"Found {found} in {_plural(totals.posts, 'post')}" + (
        f" ({fixable} fixable)." if fixable else "."
    )
    text += f" {totals.formulas.total():,} formulas"
    if totals.verdicts:
        text += ": " + ", ".join(f"{totals.verdicts[v]:,} {v}" for v in VERDICTS)
        text += " (why: --statistics)" if totals.verdicts["unchecked"] else ""
    if totals.given_up:
        text += f"; {_plural(totals.given_up, 'claim')} given up for time or memory"
    return text + "."


def _plural(n: int, noun: str) -> str:
    return f"{n:,} {noun}" + ("" if n == 1 or noun == "info" else "s")
