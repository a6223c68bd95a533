"""The report as self-contained pages: `index.html`, and one page per post.

No script or style is loaded from elsewhere, no text of a post becomes markup (templates escape; what is marked safe
comes from `mathml`, `passages` and `pictures`, which escape), and no page contains a time.
"""

from __future__ import annotations

from base64 import b64encode
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache, partial
from hashlib import sha256
from importlib import resources
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote

from mathpost.verify.interpretation.verdict import name
from mathpost.writers import assurance, phrases, progress
from mathpost.writers.facts import Facts
from mathpost.writers.html import pictures, words
from mathpost.writers.html.passages import passages, titled
from mathpost.writers.post import PostResult
from mathpost.writers.report import Report, decided, growth, totals
from mathpost.writers.review import Review, Row
from mathpost.writers.totals import VERDICTS
from mathpost.writers.uses import arcs

if TYPE_CHECKING:
    from jinja2 import Environment

FOLDER = "posts"
CHANGES = "changes"
_NEAR = 2  # unchanged lines that are shown around a change
_HEAD = '<!DOCTYPE html>\n<html lang="{lang}">\n<head>\n<meta charset="utf-8">\n'
MARK = '<meta name="generator" content="mathpost">'  # in every page, so that it is known as ours


def place(path: str) -> str:
    """The path of the page of the post at `path`, relative to the index."""
    return f"{FOLDER}/{path.removesuffix('.md')}.html"


def place_of_changes(path: str) -> str:
    """The path of the page of changes of a post, relative to the index."""
    return f"{CHANGES}/{path.removesuffix('.md')}.html"


def changes(found: Review, post: Facts, language: str) -> str:
    """The page of changes of a post, with both texts side by side."""
    word = _words(progress.phrases([post], language))
    code = _code("changes.js")
    up = "../" * (post.path.count("/") + 1)
    return (
        _templates()
        .get_template("changes.html")
        .render(
            code=code,
            policy=_policy(code),
            post=post,
            title=_title(post, word),
            word=word,
            up=up,
            page=up + place(post.path),
            counts=[(kind, count) for kind, count in found.counts.items() if count],
            stretches=list(_stretches(found.rows)),
        )
    )


class Stretch(NamedTuple):
    """Consecutive rows; `folded` if nothing near them changed."""

    rows: Sequence[Row]
    folded: bool


def _stretches(rows: Sequence[Row]) -> Iterator[Stretch]:
    """The rows in parts: rows further than `_NEAR` lines from every change are folded."""
    touched = [bool(row.notes) or row.old != row.new for row in rows]
    near = [any(touched[max(0, k - _NEAR) : k + _NEAR + 1]) for k in range(len(rows))]
    at = 0
    for shown, group in groupby(near):
        end = at + len(list(group))
        yield Stretch(rows[at:end], not shown and end - at > 1)
        at = end


def index(report: Report, language: str, *, live: bool = False) -> str:
    """The page with all posts; a `live` page reloads when its server says so."""
    say = progress.phrases(report.posts, language)
    word = _words(say)
    most = max((post.enhanced_lines for post in report.posts), default=1)
    sums = totals(report.posts)
    template = _templates().get_template("index.html")
    return template.render(
        code=_code("index.js", live=live),
        policy=_policy(_code("index.js", live=live), live=live),
        report=report,
        say=say,
        word=word,
        rows=[_row(post, most, word, verified=report.verified) for post in report.posts],
        sums=sums["all"],
        finished=sums["finished"]["posts"],
        decided=decided(sums["all"]["claims"]),
        shares=_safe(pictures.shares(sums["all"]["claims"], _share(sums["all"]["claims"], word), 420, 18)),
        trend=_safe(_trend(report, word)),
        quality=assurance.items(report, say),
        verdicts=VERDICTS,
    )


def page(
    result: PostResult,
    post: Facts,
    language: str,
    *,
    live: bool = False,
    changed: bool = False,
    whole: bool = True,
) -> str:
    """The page of one post; a `live` page reloads when its server says so.

    `changed`: there is a page of changes. A page that is not `whole` leaves out the text of the post.
    """
    say = progress.phrases([post], language)
    word = _words(say)
    template = _templates().get_template("post.html")
    return template.render(
        code=_code("post.js", live=live),
        policy=_policy(_code("post.js", live=live), live=live),
        post=post,
        title=_title(post, word),
        say=say,
        word=word,
        up="../" * (post.path.count("/") + 1),
        changes=place_of_changes(post.path) if changed else "",
        claims=[(verdict, post.claims[verdict]) for verdict in VERDICTS],
        verified=result.verified,
        findings=sum(post.findings.values()),
        shares=_safe(pictures.shares(post.claims, _share(post.claims, word), 420, 18)),
        sections=_safe(pictures.sections(_sections(post, say), word["sections"])),
        uses=_safe(_uses(result, word)),
        growth=growth(post.added_lines, post.original_lines),
        tasks=[progress.task(task, say) for task in post.tasks],
        passages=list(passages(result, word["lang"])) if whole else [],
        whole=whole,
        safe=_safe,
    )


def _words(say: dict[str, str]) -> dict[str, str]:
    return words.ZH if say is phrases.ZH else words.EN


def _title(post: Facts, word: dict[str, str]) -> Any:
    """The title of a post as HTML."""
    return _safe(titled(post.title, "zh" if word is words.ZH else "en"))


def _row(post: Facts, most: int, word: dict[str, str], *, verified: bool) -> dict[str, Any]:
    return {
        "post": post,
        "title": _title(post, word),
        "place": place(post.path),
        "growth": growth(post.added_lines, post.original_lines),
        "bar": _safe(_lines(post, most, word)),
        "decided": decided(post.claims) if verified else None,
        "shares": _safe(pictures.shares(post.claims, _share(post.claims, word))),
    }


def _lines(post: Facts, most: int, word: dict[str, str]) -> str:
    """The lines of a post as a bar, by origin; in one colour if there is no raw post."""
    if post.original_lines is None:
        return pictures.bar(post.enhanced_lines, most, f"{word['lines']} {post.enhanced_lines}", 240)
    added, generated = post.added_lines or 0, post.generated_lines
    label = (
        f"{word['original']} {post.original_lines}, {word['added']} {added}, {word['generated']} {generated}"
    )
    return pictures.growth(post.original_lines, added, generated, most, label)


def _share(claims: Counter[str] | dict[str, int], word: dict[str, str]) -> str:
    return ", ".join(f"{word[verdict]} {claims[verdict]}" for verdict in VERDICTS)


def _trend(report: Report, word: dict[str, str]) -> str:
    shares = [decided(Counter(entry.get("claims") or {})) for entry in report.history]
    known = [share for share in shares if share is not None]
    return pictures.trend(known, word["trend"]) if len(known) > 1 else ""


def _sections(post: Facts, say: dict[str, str]) -> list[tuple[str, int, int]]:
    return [
        (section.title if section.level else say["outline.start"], section.displays, section.inline)
        for section in post.sections
    ]


def _uses(result: PostResult, word: dict[str, str]) -> str:
    """The graph of equations, each in the colour of the worst verdict of its display."""
    worst: dict[int, str] = {}
    for step, verdict in result.judged:
        before = worst.get(step.formula, "proved")
        worst[step.formula] = max(before, name(verdict), key=_badness)
    equations = [(e.old or e.new, worst.get(e.formula, "")) for e in result.numbering.equations]
    return pictures.uses(equations, [(arc.origin, arc.to) for arc in arcs(result)], word["uses"])


def _badness(verdict: str) -> int:
    return ("proved", "agrees", "unchecked", "refuted").index(verdict)


def _safe(text: str) -> Any:
    """`text` as markup that was made here."""
    from markupsafe import Markup

    return Markup(text)  # noqa: S704 - escaped where it was made


def _policy(code: str, *, live: bool = False) -> Any:
    """The content security policy of a page: nothing from elsewhere, and no script except our own `code`."""
    digest = b64encode(sha256(code.encode()).digest()).decode()
    allowed = f"script-src 'sha256-{digest}'; style-src 'unsafe-inline'; img-src data:"
    allowed += "; connect-src 'self'" if live else ""
    content = f"default-src 'none'; {allowed}; base-uri 'none'; form-action 'none'"
    return _safe(f'<meta http-equiv="Content-Security-Policy" content="{content}">')


def is_ours(page: str) -> bool:
    """Whether a cached page begins as ours do: then a browser runs no foreign script, whatever follows."""
    return page.startswith(_heads())


@cache
def _heads() -> tuple[str, ...]:
    """What a page of a post begins with, in each language."""
    policies = [str(_policy(_code(script))) for script in ("post.js", "changes.js")]
    return tuple(
        _HEAD.format(lang=word["lang"]) + policy + "\n"
        for word in (words.ZH, words.EN)
        for policy in policies
    )


@cache
def _code(script: str, *, live: bool = False) -> Any:
    """The whole script of a kind of page."""
    files = resources.files("mathpost.writers.html") / "templates"
    names = ("theme.js", script, "live.js") if live else ("theme.js", script)
    return _safe("\n" + "".join((files / name).read_text("utf-8") for name in names))


@cache
def _templates() -> Environment:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    found = Environment(
        loader=PackageLoader("mathpost.writers.html"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found.globals["mark"] = _safe(MARK)
    # names of files may hold bytes that are no UTF-8
    found.filters["urlencode"] = partial(quote, errors="surrogateescape")
    return found
