"""Writes docs/gallery.md from the entries.

python tests/gallery/page.py
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import mpmath

HERE = Path(__file__).parent
PAGE = HERE.parent.parent / "docs" / "gallery.md"
HEAD = """\
# Gallery

False formulas in texts that many people read. Good authors make them; most were corrected long ago. Each entry has the formula,
the reason, a counterexample, and the repair. Each was checked by hand and by a second computation (mpmath) that shares no
code with `enhance`. Only formulas that are certainly wrong are listed. A formula that needs its context is restated with it. The dates are from
the public history of the text; slips that were corrected within a week are not listed.

`enhance` refutes {refuted} of the {all} formulas and leaves the others unchecked. It confirms none of them, and refutes none of the repairs.

This page is written by `tests/gallery/page.py`; its entries are tests.

## How to report an error

Check the current version of the text first. Write to the authors where they ask for it: an issue in the repository, a comment, a mail.
Quote the formula, give the values for which it fails, propose the repair, and thank them for the text. One error per message.

## Entries

"""


def entries() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = tomllib.loads((HERE / "entries.toml").read_text("utf-8"))["entry"]
    return found


def value(entry: dict[str, Any], name: str) -> Any:
    """A side by mpmath, which shares no code with the program."""
    names = {n: getattr(mpmath, n) for n in dir(mpmath) if not n.startswith("_")}
    mpmath.mp.dps = 25
    given = {n: mpmath.mpf(str(v)) if isinstance(v, float) else v for n, v in entry.get("values", {}).items()}
    scope = {**names, **given, "range": range, "abs": abs}
    return mpmath.mpf(eval(entry[name], scope))


def written(number: int, entry: dict[str, Any], sides: str) -> str:
    corrected = entry.get("corrected")
    reported = entry.get("reported")
    status = f"as quoted in {reported}" if reported else "" if corrected else "in the copy that we read"
    status += f"{', ' if status else ''}corrected by the authors on {corrected}" if corrected else ""
    values = ", ".join(f"{name.rstrip('_')} = {value}" for name, value in entry.get("values", {}).items())
    values = entry.get("at", values)
    parts = [
        f"### {number}. {entry['title']}",
        f"{entry['work']}, {entry['place']}; {status}. `enhance`: {'unchecked' if entry.get('missed') else 'refuted'}.",
        f"{entry['context']}\n\n$$\n{entry['published']}\n$$",
        f"{entry['why']} {'At ' + values + ': ' if values else 'Second computation: '}{sides}.",
        f"Repair:\n\n$$\n{entry['repaired']}\n$$",
    ]
    if "repaired_context" in entry:
        parts.insert(-1, f"With the repaired definition: {entry['repaired_context']}")
    return "\n\n".join(parts) + "\n"


def page() -> str:
    found = entries()
    refuted = sum(not entry.get("missed", False) for entry in found)
    head = HEAD.format(refuted=refuted, all=len(found))
    sides = (
        f"left {mpmath.nstr(value(e, 'left'), 5)}, right {mpmath.nstr(value(e, 'right'), 5)}" for e in found
    )
    return head + "\n".join(written(k, e, s) for k, (e, s) in enumerate(zip(found, sides, strict=True), 1))


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
