"""The reference pages, generated from the docstrings of the rules and the tables of verdicts and reasons.

    python -m mathpost.manual docs

writes `docs/rules.md`, `docs/verdicts.md` and `docs/flavours.md`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from inspect import cleandoc
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from mathpost import rules, trouble
from mathpost.document import flavours

if TYPE_CHECKING:
    from mathpost.verify.reasons.reason import Reason

VERDICTS = {
    "proved": "An exact argument shows that the claim holds: arithmetic, a normal form, or a computer "
    "algebra system. The method is named.",
    "agrees": "The claim holds in several random finite models, of at least two sizes if it has sizes, away from "
    "degenerate points. Between numbers, the enclosures meet, or the printed digits are the exact value rounded. "
    "This is evidence, not a proof.",
    "refuted": "The claim fails in several independent models by more than rounding, under every reading of the "
    "notation that the post leaves open. Where it has letters, one slip undone makes it hold. A counterexample is given.",
    "unchecked": "The claim is neither confirmed nor refuted. The reason and the symbol or construct that stopped "
    "the check are named.",
}
REASONS = {
    "unread": "The claim contains a construct that the program cannot read. The construct is named.",
    "sorts": "The parts do not fit together: a matrix of the wrong shape, or a vector where a number must be. "
    "The program may have misread the notation, so this is not a refutation.",
    "context": "Whether the claim holds depends on something that the post does not say, or that the program did "
    "not understand: a condition, a definition, what a symbol stands for. It is named.",
    "domain": "The claim holds for some values and fails for others, or no values were found at which both sides are "
    "defined and all conditions hold.",
    "limit": "The claim reached its limit of time, memory or size.",
    "not-mathematics": "The formula is neither true nor false: a picture, code, words.",
}
LEVELS = {
    "objection": "If it applies, the claim is never refuted.",
    "doubt": "If it applies, the claim is refuted only if a small, informative change of the right side makes it true.",
    "vacuous": "If it applies, agreement in models is not evidence.",
    "proviso": "The claim holds under this condition, which the post may intend.",
    "open": "A method could not decide the claim.",
}


class Page(NamedTuple):
    """One entry: a code or a word, its name, its severity or kind, and its text."""

    code: str
    name: str
    kind: str
    text: str


def pages() -> Iterator[Page]:
    """Everything that `enhance explain` explains, in order."""
    from mathpost.verify.reasons import registry

    for rule in rules.registry():
        yield Page(rule.CODE, rule.NAME, str(rule.SEVERITY), _rule_text(rule))
    for kind in trouble.ALL:
        yield Page(kind.code, kind.name, str(kind.severity), kind.text.strip())
    yield from (Page(word, word, "verdict", text) for word, text in VERDICTS.items())
    yield from (Page(word, word, "reason", text) for word, text in REASONS.items())
    yield from (Page(row.id, row.id, row.level, _row_text(row)) for row in registry.rows())


def rule_pages() -> Iterator[Page]:
    """The entries of rules and other findings, without verdicts and reasons."""
    return (page for page in pages() if page.kind not in ("verdict", "reason", *LEVELS))


def _row_text(row: Reason) -> str:
    """A row of the table of reasons: both languages, and its example posts."""
    english, chinese = (words.replace("{}", "…") for words in (row.english, row.chinese))
    shown = "\n".join(f"- {words}" for words in (english, chinese) if words != "…")
    parts = [f"A reason why a claim is `unchecked`. {LEVELS[row.level]}\n\n{shown}"]
    if row.spares:
        parts.append(f"A post where it applies:\n\n{_quoted(row.spares)}")
    if row.passes:
        parts.append(f"A similar post where it does not:\n\n{_quoted(row.passes)}")
    return "\n\n".join(parts)


def _quoted(post: str) -> str:
    return f"````markdown\n{post.strip()}\n````"


def _rule_text(rule: rules.Rule) -> str:
    """The docstring of a rule, how to enable it, and its measured precision."""
    text = cleandoc(rule.__doc__ or "")
    options = "```markdown "  # of an example, for the tests that run it; no reader of Markdown knows them
    lines = (line.partition(" ")[0] if line.startswith(options) else line for line in text.splitlines())
    parts = ["\n".join(lines)]
    if rule.CODE in rules.opt_in():
        parts.append(f"Off by default; enable it with `--extend-select {rule.CODE}`.")
    found = rules.measured(rule)
    if found is not None:
        parts.append(_counted(found))
    return "\n\n".join(parts)


def _counted(found: rules.Measured) -> str:
    if not found.hits:
        return f"Measured on {found.of} posts: no hits, no false alarms."
    hits = f"{found.hits} hit{'s' * (found.hits > 1)} in {found.posts} post{'s' * (found.posts > 1)}"
    return (
        f"Measured on {found.of} posts: {hits}; {found.right} of {found.read} reviewed by hand were correct."
    )


def codes() -> list[tuple[str, str]]:
    """(code, name) of every finding."""
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
    listed = list(rule_pages())
    lines = ["# Rules", "", "| code | rule | severity |", "|---|---|---|"]
    lines += [f"| [{p.code}](#{p.code.lower()}-{p.name}) | {p.name} | {p.kind} |" for p in listed]
    return "\n".join(lines) + "\n\n" + "\n".join("#" + written(p) for p in listed)


def verdicts_page() -> str:
    """The verdicts, and the reasons why a claim is unchecked."""
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
        "A flavour is a dialect of Markdown. It is found from the ending of a post, the files of its site, and its text; `check` "
        'prints the result. To set it, use `--flavour NAME`, or `flavour = "NAME"` in `enhance.toml` or under `enhance:` in the '
        "front matter.",
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
