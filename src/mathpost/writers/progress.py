"""`reports/progress.md`: the progress report for people, in the language of the posts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from mathpost.document.statements import KINDS
from mathpost.writers import assurance
from mathpost.writers.facts import Facts
from mathpost.writers.faults import sentence
from mathpost.writers.phrases import EN, ZH
from mathpost.writers.report import Object, Report, decided, growth, totals
from mathpost.writers.tasks import Task
from mathpost.writers.totals import VERDICTS

Phrases = dict[str, str]
_CHINESE = {kind: word for word, kind in reversed(KINDS.items()) if not word.isascii()}
_COMPARED = ("posts", "finished", "waiting", "enhanced_lines", "added_lines", "displays", "tagged_rows")
_TREND = ("posts", "finished", "enhanced_lines", "tagged_rows")
_LONGEST = 120  # characters of a formula that are shown
_FIRST = 5  # posts whose first task the conclusion names
_SHOWN = 10  # reports in the table of the trend


def markdown(report: Report, language: str) -> str:
    """The whole report; `language` is ``zh``, ``en`` or ``auto`` (what most posts are written in)."""
    say = phrases(report.posts, language)
    parts = [
        _head(report, say),
        _posts(report, say, "finished"),
        _posts(report, say, "waiting"),
        *([_posts(report, say, "damaged")] if any(p.status == "damaged" for p in report.posts) else []),
        _statistics(report, say),
        _quality(report, say),
        _changes(report, say),
        _conclusion(report, say),
        [f"## {say['conventions']}", "", say["conventions.text"]],
    ]
    return "\n\n---\n\n".join("\n".join(part) for part in parts) + "\n"


def summary(report: Report, language: str) -> str:
    """The beginning and the tables of the report, for the page of a job."""
    say = phrases(report.posts, language)
    parts = [_head(report, say), _statistics(report, say), _quality(report, say)]
    return "\n\n".join("\n".join(part) for part in parts) + "\n"


def phrases(posts: Sequence[Facts], language: str) -> Phrases:
    """The sentences in `language`: ``zh``, ``en``, or what most posts are written in."""
    return ZH if is_in_chinese(posts, language) else EN


def is_in_chinese(posts: Sequence[Facts], language: str) -> bool:
    """Whether a report on `posts` is written in Chinese."""
    if language == "auto":
        return 2 * sum(post.chinese for post in posts) > len(posts)
    return language == "zh"


def _head(report: Report, say: Phrases) -> list[str]:
    sums = totals(report.posts)
    damaged = sum(post.status == "damaged" for post in report.posts)
    whole = sums["all"]
    lines = [f"# {say['title']}", ""]
    if report.date:
        lines += [say["date"].format(date=report.date), ""]
    lines += [
        f"## {say['summary']}",
        "",
        "- "
        + say["summary.posts"].format(
            posts=len(report.posts),
            finished=sums["finished"]["posts"],
            waiting=sums["waiting"]["posts"],
            damaged=damaged,
        ),
        "- "
        + say["summary.formulas"].format(
            displays=whole["displays"],
            inline=whole["inline"],
            tagged=whole["tagged_rows"],
            automatic=whole["automatic_rows"],
        ),
    ]
    if whole["original_lines"]:
        lines.append("- " + _lines_sentence(whole, say))
    if report.verified and decided(whole["claims"]) is not None:
        lines.append("- " + say["summary.claims"].format(**_verdicts(whole["claims"])))
    if whole["generated_lines"]:
        lines.append("- " + say["summary.generated"].format(lines=whole["generated_lines"]))
    alone = sum(post.original_lines is None for post in report.posts)
    if alone:
        lines.append("- " + say["summary.alone"].format(posts=alone))
    return lines


def _lines_sentence(sums: Object, say: Phrases) -> str:
    return say["summary.lines"].format(
        original=sums["original_lines"],
        enhanced=sums["enhanced_lines"],
        added=sums["added_lines"],
        growth=_percent(sums["growth_percent"]),
    )


def _verdicts(claims: Object) -> Object:
    return {**claims, "total": sum(claims.values()), "decided": decided(claims)}


def _posts(report: Report, say: Phrases, status: str) -> list[str]:
    lines = [f"## {say[status]}"]
    chosen = [post for post in report.posts if post.status == status]
    if not chosen:
        return [*lines, "", say["none"]]
    for number, post in enumerate(chosen, 1):
        lines += ["", f"### {number}. {_plain(post.title)}", ""]
        lines += [f"- **{name}**: {value}" for name, value in _particulars(report, post, say)]
        shown = [_key_results, _tasks, _outline] if status == "finished" else [_tasks]
        lines += [line for part in shown for line in part(post, say)]
    return lines


def _particulars(report: Report, post: Facts, say: Phrases) -> Iterator[tuple[str, str]]:
    if post.about:
        yield say["about"], _plain(post.about)
    yield say["path"], f"`{post.path}`"
    yield say["status"], f"{say['status.' + post.status]} — {say['because.' + post.because]}"
    if post.declared:
        yield say["declared"], say["declared.value"].format(declared=_plain(post.declared))
    if post.status == "waiting":
        yield say["current"], str(post.enhanced_lines - post.generated_lines)
        low, high = post.target_lines
        yield say["target"], f"{low}-{high}"
        yield say["needed"], _needed(post.enhanced_lines - post.generated_lines, low, high, say)
    elif post.original_lines is None:
        yield say["enhanced"], str(post.enhanced_lines)
        yield say["growth"], say["growth.none"]
    else:
        percent = _percent(growth(post.added_lines, post.original_lines))
        yield say["original"], str(post.original_lines)
        yield say["enhanced"], str(post.enhanced_lines)
        sentence = say["growth.numbers" if post.number_lines else "growth.value"]
        counts = {"added": post.added_lines, "numbers": post.number_lines}
        yield say["growth"], sentence.format(growth=percent, **counts)
    if post.generated_lines:
        yield say["generated"], str(post.generated_lines)
    yield (
        say["formulas"],
        say["formulas.value"].format(
            displays=post.displays,
            distinct=post.distinct_displays,
            inline=post.inline,
            tagged=post.tagged_rows,
            automatic=post.automatic_rows,
        ),
    )
    if post.statements:
        kinds = _CHINESE if say is ZH else {}
        counted = sorted(post.statements.items())
        yield say["statements"], ", ".join(f"{kinds.get(kind, kind)} {n}" for kind, n in counted)
    if report.verified:
        yield say["claims"], say["claims.value"].format(**{v: post.claims[v] for v in VERDICTS})
    severities = {severity: post.findings[severity] for severity in ("error", "warning", "info")}
    yield say["findings"], say["findings.value"].format(**severities)


def _needed(lines: int, low: int, high: int, say: Phrases) -> str:
    if lines >= high:
        return say["needed.none"]
    if lines >= low:
        return say["needed.most"].format(high=high - lines)
    return say["needed.value"].format(low=low - lines, high=high - lines)


def _key_results(post: Facts, say: Phrases) -> list[str]:
    """The equations that the post itself refers to most."""
    if not post.key_results:
        return []
    lines = ["", f"**{say['key']}**", ""]
    for key in post.key_results:
        where = say["key.item"].format(number=key.number, line=key.line, times=key.times)
        lines.append(f"- {where}{_code(key.latex)}")
    return lines


def _code(latex: str) -> str:
    """A formula as code, cut where it is long; its own backquotes would end it."""
    cut = latex if len(latex) <= _LONGEST else latex[: _LONGEST - 1] + "…"
    return f"`{cut.replace('`', chr(39))}`"


def _outline(post: Facts, say: Phrases) -> list[str]:
    """Every heading of the post, with the formulas of its section."""
    if not post.sections:
        return []
    top = min((section.level for section in post.sections if section.level), default=1)
    lines = ["", f"**{say['outline']}**", ""]
    for section in post.sections:
        title = _plain(section.title) if section.level else say["outline.start"]
        item = say["outline.item"].format(title=title, displays=section.displays, inline=section.inline)
        lines.append("  " * max(0, section.level - top) + "- " + item)
    return lines


def _tasks(post: Facts, say: Phrases) -> list[str]:
    if not post.tasks:
        return []
    lines = ["", f"**{say['todo']}**", ""]
    return lines + [f"{n}. {task(missing, say)}" for n, missing in enumerate(post.tasks, 1)]


def task(missing: Task, say: Phrases) -> str:
    """The sentence about one thing that is missing."""
    if missing.kind == "error" and say is ZH:
        code, _, message = missing.text.partition(" ")
        missing = missing._replace(text=f"{code} {sentence(code, message, 'zh')}")
    return say[f"task.{missing.kind}"].format(
        line=missing.line, text=_plain(missing.text), times=missing.times, number=missing.number
    )


def _statistics(report: Report, say: Phrases) -> list[str]:
    sums = totals(report.posts)
    lines = [f"## {say['statistics']}"]
    finished = [post for post in report.posts if post.status == "finished"]
    table = (
        _posts_table([_row(post) for post in finished], sums["finished"], say) if finished else [say["none"]]
    )
    lines += ["", f"### {say['status.finished']}", "", *table]
    waiting = [post for post in report.posts if post.status == "waiting"]
    lines += ["", f"### {say['status.waiting']}", "", *(_waiting_table(waiting, say) or [say["none"]])]
    return [*lines, "", f"### {say['all']}", "", *_posts_table([], sums["all"], say)]


def _row(post: Facts) -> list[str]:
    return [
        _plain(post.path),
        _number(post.original_lines),
        str(post.enhanced_lines),
        _number(post.added_lines),
        _percent(growth(post.added_lines, post.original_lines)),
        str(post.tagged_rows),
        str(post.automatic_rows),
        str(post.displays),
        str(post.inline),
    ]


def _posts_table(rows: list[list[str]], sums: Object, say: Phrases) -> list[str]:
    head = [say[k] for k in ("file", "original", "enhanced", "added", "rate", "tagged", "automatic")]
    total = [
        f"**{say['total'].format(posts=sums['posts'])}**",
        *(_number(sums[key]) for key in ("original_lines", "enhanced_lines", "added_lines")),
        _percent(sums["growth_percent"]),
        *(str(sums[key]) for key in ("tagged_rows", "automatic_rows", "displays", "inline")),
    ]
    return _table([*head, say["displays"], say["inline"]], [*rows, total], numbers_from=1)


def _waiting_table(posts: Sequence[Facts], say: Phrases) -> list[str]:
    """The lines that unfinished posts have, should have and lack, without generated lines."""
    if not posts:
        return []
    rows, sums = [], [0, 0, 0, 0, 0]
    for post in posts:
        low, high = post.target_lines
        lines = post.enhanced_lines - post.generated_lines
        lacking = max(0, low - lines), max(0, high - lines)
        sums = [a + b for a, b in zip(sums, (lines, low, high, *lacking), strict=True)]
        status = say[f"because.{post.because}"]
        rows.append([_plain(post.path), str(lines), f"{low}-{high}", "-".join(map(str, lacking)), status])
    total = [f"**{say['total'].format(posts=len(posts))}**", str(sums[0])]
    rows.append([*total, f"{sums[1]}-{sums[2]}", f"{sums[3]}-{sums[4]}", ""])
    head = [say[key] for key in ("file", "current", "target", "needed", "status")]
    return _table(head, rows, numbers_from=1)


def _quality(report: Report, say: Phrases) -> list[str]:
    head = [say["item"], say["check"], say["result"]]
    rows = [list(item) for item in assurance.items(report, say)]
    return [f"## {say['quality']}", "", *_table(head, rows, numbers_from=3)]


def _changes(report: Report, say: Phrases) -> list[str]:
    lines = [f"## {say['changes']}", ""]
    if len(report.history) < 2:
        return [*lines, say["changes.first"]]
    before, now = report.history[-2:]
    rows = []
    for key, (old, new) in _compared(before, now).items():
        rows.append([say[f"figure.{key}"], str(old), str(new), f"{new - old:+d}" if new != old else "0"])
    head = [say[f"changes.{k}"] for k in ("row", "before", "now", "difference")]
    lines += _table(head, rows, numbers_from=1)
    changed = [_change(entry, say) for entry in now.get("changed", ())]
    if changed:
        lines += ["", f"**{say['changes.posts']}**", "", *(f"- {sentence}" for sentence in changed)]
    return [*lines, "", f"**{say['trend']}**", "", *_trend(report.history, say)]


def _conclusion(report: Report, say: Phrases) -> list[str]:
    """How far the posts are, and the first thing to do in each of a few."""
    sums = totals(report.posts)
    counts = {"finished": sums["finished"]["posts"], "posts": len(report.posts)}
    said = [say["conclusion.posts"].format(**counts)]
    claims, errors = sums["all"]["claims"], sums["all"]["findings"]["error"]
    if report.verified and decided(claims) is not None:
        key = "conclusion.refuted" if claims["refuted"] else "conclusion.claims"
        said.append(say[key].format(decided=decided(claims), refuted=claims["refuted"]))
    if errors:
        said.append(say["conclusion.errors"].format(errors=errors))
    urgent = sorted((p for p in report.posts if p.tasks), key=lambda p: (-p.findings["error"], p.path))
    lines = [f"## {say['conclusion']}", "", say["conclusion.joint"].join(said)]
    if not urgent:
        return [*lines, "", say["conclusion.nothing"]]
    first = [f"{n}. `{p.path}`: {task(p.tasks[0], say)}" for n, p in enumerate(urgent[:_FIRST], 1)]
    return [*lines, "", f"**{say['conclusion.next']}**", "", *first]


def _compared(before: Object, now: Object) -> dict[str, tuple[int, int]]:
    """The figures that both entries of the history have."""
    pairs = {key: (before.get(key), now.get(key)) for key in _COMPARED}
    pairs["decided"] = (_decided(before), _decided(now))
    return {
        key: (old, new) for key, (old, new) in pairs.items() if isinstance(old, int) and isinstance(new, int)
    }


def _decided(entry: Object) -> int | None:
    claims = entry.get("claims")
    return decided(Counter(claims)) if isinstance(claims, dict) else None


def _change(entry: Object, say: Phrases) -> str:
    """One post that came, went or has other figures."""
    old, new, path = entry.get("before"), entry.get("now"), f"`{entry.get('path')}`"
    if old is None or new is None:
        return say["changes.came" if old is None else "changes.went"].format(path=path)
    figures = []
    for key in ("status", "enhanced_lines", "tagged_rows", "decided", "errors"):
        was, is_ = old.get(key), new.get(key)
        if was != is_:
            words = [say[f"status.{v}"] if key == "status" else _number(v) for v in (was, is_)]
            figures.append(f"{say[f'change.{key}']} {words[0]} → {words[1]}")
    return f"{path}: {', '.join(figures)}"


def _trend(history: Sequence[Object], say: Phrases) -> list[str]:
    head = [say["trend.report"], *(say[f"figure.{key}"] for key in _TREND), say["figure.decided"]]
    first = max(0, len(history) - _SHOWN)
    rows = [
        [
            entry.get("date") or f"#{first + n}",
            *(_number(entry.get(key)) for key in _TREND),
            _percent(_decided(entry)),
        ]
        for n, entry in enumerate(history[first:], 1)
    ]
    return _table(head, rows, numbers_from=1)


def _table(head: list[str], rows: Iterable[list[str]], *, numbers_from: int) -> list[str]:
    marks = ["---" if column < numbers_from else "---:" for column in range(len(head))]
    return ["| " + " | ".join(row) + " |" for row in (head, marks, *rows)]


def _percent(value: int | None) -> str:
    return "—" if value is None else f"{value}%"


def _number(value: int | None) -> str:
    return "—" if value is None else str(value)


def _plain(text: str) -> str:
    """Text of a post inside the report, escaped so that it never becomes a table, HTML or a heading."""
    for character, written in (("&", "&amp;"), ("<", "&lt;"), ("|", "\\|"), ("\n", " ")):
        text = text.replace(character, written)
    return text
