"""The Python interface: `mathpost.check` and `mathpost.enhance`, with the records of the JSON contract.

>>> import mathpost
>>> post = mathpost.check("For real $a$, $(a + 1)^2 = a^2 + 1$.")
>>> [step["verdict"] for step in post["steps"] if step["role"] == "claim"]
['refuted']
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypedDict, cast

from mathpost.config import Config
from mathpost.document.document import authored
from mathpost.pipeline import Verdicts, examine, load, unreadable
from mathpost.text.source import Source, Span
from mathpost.writers.post import PostResult

Position = list[int]
"""Line and column, from 1; columns count characters."""


class Formula(TypedDict):
    """A formula of a post; `numbers` are those on the page, `planned` those after a run."""

    kind: Literal["display", "inline"]
    environment: str
    start: Position
    end: Position
    numbers: list[str]
    planned: list[str]
    labels: list[str]


class Diagnostic(TypedDict):
    """A finding; `fix` tells whether a fix exists and whether it is safe."""

    code: str
    name: str
    severity: Literal["error", "warning", "info"]
    start: Position
    end: Position
    message: str
    notes: list[str]
    fix: Literal["safe", "unsafe"] | None
    fingerprint: str


class Step(TypedDict):
    """A relation; it has a verdict only if its `role` is `claim` and it was judged."""

    formula: int
    start: Position
    end: Position
    left: str
    relation: str
    right: str
    role: Literal["claim", "definition", "assumption", "other"]
    verdict: Literal["proved", "agrees", "refuted", "unchecked"] | None
    method: str | None
    reason: str | None
    detail: str | None
    counterexample: str | None
    suggestion: str | None
    reason_id: str | None


class Post(TypedDict):
    """What `check` returns: an entry of `posts` in the JSON of `enhance check --output-format json`."""

    path: str
    flavour: str
    lines: int
    formulas: list[Formula]
    renumbered: list[tuple[str, str, int]]
    diagnostics: list[Diagnostic]
    steps: list[Step]


@dataclass(frozen=True, slots=True)
class Enhanced:
    """What `enhance` returns.

    `text` is the new text; None if it may not be written, and `reasons` say why. `renumbered` holds the old number, the new
    number and the line of each change; `numbers` and `repairs` count what was changed.
    """

    text: str | None
    reasons: tuple[str, ...]
    renumbered: tuple[tuple[str, str, int], ...]
    numbers: int
    repairs: int


def check(
    text: str,
    *,
    path: str = "post.md",
    lines: tuple[int, int] | None = None,
    config: Config | None = None,
    verify: bool = True,
) -> Post:
    """The findings and verdicts of a post; never raises because of the text.

    `path` names the post in the result; nothing is read from it or written. `lines` are the first and last line to judge and
    report: the rest of the post is read as context. `verify=False` skips the claims.
    """
    from mathpost.writers import json

    settings = config or Config()
    result = _examined(text, path, lines, settings, verify)
    post = cast(Post, json.post(result))
    if lines is not None:
        post["diagnostics"] = [d for d in post["diagnostics"] if _within(d, lines)]
        post["steps"] = [s for s in post["steps"] if _within(s, lines)]
    return post


def enhance(
    text: str, *, path: str = "post.md", config: Config | None = None, verify: bool = True
) -> Enhanced:
    """The post numbered and repaired, as `enhance run` writes it, without the stamp.

    `verify=False` skips the claims, and with them the intermediate steps that a run adds. `path` is not read or written.

        >>> import mathpost
        >>> mathpost.enhance("$$a = b \\\\tag{1}$$ and $$c = d \\\\tag{1}$$", verify=False).renumbered
        (('1', '2', 1),)
    """
    from mathpost.delivery import Errand, Order, delivered
    from mathpost.inputs import Post as Input

    order = Order(config or Config(), verify, False, False, (), dry=True)
    done = delivered(order, Errand(Input(path, path, text.encode("utf-8", "surrogatepass")), None))
    return Enhanced(done.text, done.reasons, done.renumbered, done.numbered, done.repaired)


def _examined(
    text: str, path: str, lines: tuple[int, int] | None, config: Config, verify: bool
) -> PostResult:
    loaded = load(path, text.encode("utf-8", "surrogatepass"))
    if loaded.refusal is not None:
        return unreadable(loaded)
    if lines is None or not verify:
        return examine(loaded.source, config, verify)
    return examine(loaded.source, config, True, known=_judged(loaded.source, lines, config))


def _judged(source: Source, lines: tuple[int, int], config: Config) -> Verdicts:
    """The verdicts of the claims on `lines`; all others are None. Empty if judging them failed."""
    from mathpost.verify.verdicts.judgement import judge

    result = examine(source, config, False)
    wanted = {k for k, step in enumerate(result.steps) if _touches(source, step.span, lines)}
    try:
        return judge(authored(result.document), result.steps, wanted)
    except Exception:  # the guarded stages of the pipeline judge it again and report the fault
        return ()


def _touches(source: Source, span: Span, lines: tuple[int, int]) -> bool:
    return source.line_of(span.start) <= lines[1] and source.line_of(span.end) >= lines[0]


def _within(record: Diagnostic | Step, lines: tuple[int, int]) -> bool:
    return record["start"][0] <= lines[1] and record["end"][0] >= lines[0]
