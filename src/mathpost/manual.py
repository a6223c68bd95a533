"""The manual, from where the facts are: the docstrings of the rules, the kinds of trouble, the verdicts.

    python -m mathpost.manual docs

writes `docs/rules.md`, `docs/verdicts.md` and `docs/flavours.md`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from inspect import cleandoc
from pathlib import Path
from typing import NamedTuple

from mathpost import rules, trouble
from mathpost.document import flavours
from mathpost.verify.reasons import registry
from mathpost.verify.reasons.reason import Reason

VERDICTS = {
    "proved": "An exact argument shows that the claim holds: arithmetic, a normal form, or a computer "
    "algebra system. The method is named.",
    "agrees": "The claim held in every one of several random finite models, of at least two sizes where "
    "sizes occur, far from degenerate points; between numbers, their enclosures meet, or the printed digits "
    "are what the exact value rounds to. That is evidence, not a proof.",
    "refuted": "The claim fails, by a gap far beyond rounding, in several independent models, under every "
    "reading of the notation that the post leaves open. A counterexample is given.",
    "unchecked": "Nothing is said about the claim; the reason is named, with what stopped it.",
}
REASONS = {
    "unread": "A construct in the claim has no meaning that the program knows. It is named; everything else "
    "in the claim was understood.",
    "unknown-symbol": "A symbol is used that neither the post nor common usage gives a meaning to. Saying "
    "what it is (“where $f$ is …”, “设 …”) makes the claim checkable.",
    "sorts": "The parts do not fit together: a matrix of one shape where another is needed, a vector where a "
    "number must stand. No reading of the notation was excluded, so this is not a refutation.",
    "context": "The claim fails as it stands alone, but a symbol in it is not free: what the post says about "
    "it is not known. What is missing is named.",
    "domain": "No point was found at which both sides are defined and all conditions hold.",
    "limit": "The time or size allowed for one claim was used up.",
    "not-mathematics": "The formula says something that is neither true nor false: a picture, code, words.",
}
LEVELS = {
    "objection": "A claim to which it applies is never refuted.",
    "reservation": "A claim to which it applies is refuted only if a slip of its own kind makes it true.",
    "doubt": "A claim to which it applies is refuted only if a near right side makes it true that tells something.",
    "vacuous": "The agreement of a claim to which it applies is no evidence.",
    "proviso": "The claim would hold under this condition, which the post may mean.",
    "open": "A method could not decide the claim.",
}


class Page(NamedTuple):
    """One entry: a code or a word, its name, its severity or kind, and its text."""

    code: str
    name: str
    kind: str
    text: str


def pages() -> Iterator[Page]:
    """Everything that `enhance explain` can explain, in order."""
    for rule in rules.registry():
        yield Page(rule.CODE, rule.NAME, str(rule.SEVERITY), _rule_text(rule))
    for kind in trouble.ALL:
        yield Page(kind.code, kind.name, str(kind.severity), kind.text.strip())
    yield from (Page(word, word, "verdict", text) for word, text in VERDICTS.items())
    yield from (Page(word, word, "reason", text) for word, text in REASONS.items())
    yield from (Page(row.id, row.id, row.level, _row_text(row)) for row in registry.rows())


def _row_text(row: Reason) -> str:
    """What a row of the table of reasons says, in both languages, with the posts that show it working."""
    english, chinese = (words.replace("{}", "…") for words in (row.english, row.chinese))
    parts = [f"{LEVELS[row.level]}\n\n- {english}\n- {chinese}"]
    if row.spares:
        parts.append(f"It decides here:\n\n{_quoted(row.spares)}")
    if row.passes:
        parts.append(f"and leaves this alone:\n\n{_quoted(row.passes)}")
    return "\n\n".join(parts)


def _quoted(post: str) -> str:
    return f"````markdown\n{post.strip()}\n````"


def _rule_text(rule: rules.Rule) -> str:
    """The docstring of a rule, how it is asked for, and what was counted on real posts."""
    parts = [cleandoc(rule.__doc__ or "")]
    if rule.CODE in rules.opt_in():
        parts.append(f"Speaks only where it is asked for: `--extend-select {rule.CODE}`.")
    found = rules.measured(rule)
    if found is not None:
        parts.append(_counted(found))
    return "\n\n".join(parts)


def _counted(found: rules.Measured) -> str:
    if not found.hits:
        return (
            f"Measured on {found.of} posts: no hit, so no false alarm; what it finds is shown by its tests."
        )
    hits = f"{found.hits} hit{'s' * (found.hits > 1)} in {found.posts} post{'s' * (found.posts > 1)}"
    return f"Measured on {found.of} posts: {hits}; {found.read} read one by one, {found.right} of them right."


def codes() -> list[tuple[str, str]]:
    """(code, name) of everything that can be found."""
    return [
        *((rule.CODE, rule.NAME) for rule in rules.registry()),
        *((kind.code, kind.name) for kind in trouble.ALL),
    ]


def page(word: str) -> Page | None:
    """The entry with this code (in any case) or name."""
    return next((p for p in pages() if p.code == word.upper() or word.lower() in (p.code, p.name)), None)


def written(entry: Page) -> str:
    """An entry as Markdown."""
    title = entry.code if entry.code == entry.name else f"{entry.code} {entry.name}"
    return f"# {title}\n\n*{entry.kind}*\n\n{entry.text}\n"


def rules_page() -> str:
    """All rules and findings on one page."""
    listed = [p for p in pages() if p.kind not in ("verdict", "reason", *LEVELS)]
    lines = ["# Rules", "", "| code | rule | severity |", "|---|---|---|"]
    lines += [f"| [{p.code}](#{p.code.lower()}-{p.name}) | {p.name} | {p.kind} |" for p in listed]
    return "\n".join(lines) + "\n\n" + "\n".join("#" + written(p) for p in listed)


def verdicts_page() -> str:
    """What the verdicts mean, and why a claim may be left unchecked."""
    lines = ["# Verdicts", ""]
    lines += [f"- **{word}**: {text}" for word, text in VERDICTS.items()]
    lines += ["", "## Why a claim is unchecked", ""]
    lines += [f"- **{word}**: {text}" for word, text in REASONS.items()]
    return "\n".join(lines) + "\n"


def flavours_page() -> str:
    """What posts may be written in: a table, then a section for each flavour."""
    lines = [
        "# Flavours",
        "",
        "What a post is written in is found from its ending, from the files of its site, and from its text; `check` says what "
        'it found. `--flavour NAME`, `flavour = "NAME"` in `enhance.toml` or under `enhance:` in a front matter decide.',
        "",
        "| flavour | endings | files of its site | numbers | formulas drawn by |",
        "|---|---|---|---|---|",
    ]
    for flavour in flavours.registry().values():
        files = ", ".join(f"`{name}`" for name in dict.fromkeys(name for name, _, _ in flavour.sites))
        endings = ", ".join(f"`{ending}`" for ending in flavour.endings)
        lines.append(
            f"| [{flavour.name}](#{flavour.name}) | {endings} | {files} | {flavour.numbers} | {flavour.renderer} |"
        )
    for name in flavours.names():
        lines += ["", f"## {name}", "", cleandoc(flavours.page(name)).strip()]
    return "\n".join(lines) + "\n"


def write(folder: Path) -> None:
    """Write the pages of the manual to `folder`."""
    (folder / "rules.md").write_text(rules_page(), encoding="utf-8")
    (folder / "verdicts.md").write_text(verdicts_page(), encoding="utf-8")
    (folder / "flavours.md").write_text(flavours_page(), encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
