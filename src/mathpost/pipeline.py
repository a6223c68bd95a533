"""The stages of a post: read it, number it, find the claims, verify them, look for faults.

A stage that fails becomes one finding of that post; it never stops the other posts.

    Source ──read──▶ Document ──plan──▶ Numbering ──steps──▶ Step ──judge──▶ Verdict ──check──▶ Diagnostic
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from math import inf
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, TypeVar

from mathpost import cache, files, manual, rules, site, suppression, trouble
from mathpost.config import Config, ConfigError, Target, for_post
from mathpost.deadline import OverTimeError, deadline, dispose
from mathpost.document import notebook, numbering, paper, reader
from mathpost.document.document import Document, authored
from mathpost.document.flavour import PLAIN
from mathpost.document.index import NOBODY, Index
from mathpost.document.pages import is_built
from mathpost.document.references import roles_of
from mathpost.maths.notation.step import Step, Steps
from mathpost.text.diagnostics import Diagnostic, Severity
from mathpost.text.limits import MESSAGE, NORMAL, STORED, Limits
from mathpost.text.source import Source, Span, decode, encoding
from mathpost.verify.interpretation.verdict import Unchecked, Verdict
from mathpost.verify.models import memory
from mathpost.verify.proving import pool
from mathpost.verify.proving.pool import Failed, Killed, processors
from mathpost.writers.post import PostResult

if TYPE_CHECKING:
    from mathpost.verify.programs.comparison import Compared

__all__ = ["Loaded", "PostResult", "each", "examine", "load", "unreadable"]

Verdicts: TypeAlias = tuple[Verdict | None, ...]
T = TypeVar("T")


class Part(NamedTuple):
    """The part of a post to check: claims and findings on these `lines`, and only claims that are not in the same words
    in the text `before`.

    `until`: stop verifying at this time of the monotonic clock, or when nobody waits any more. `near`: for claims
    outside these lines, give only cached verdicts.
    """

    lines: tuple[int, int] | None = None
    before: str | None = None
    until: float | None = None
    unwanted: Callable[[], bool] | None = None
    near: tuple[int, int] | None = None

    def late(self) -> bool:
        """Whether the time is over, or nobody waits."""
        if self.unwanted is not None and self.unwanted():
            return True
        return self.until is not None and time.monotonic() > self.until


WHOLE = Part()
Item = TypeVar("Item")
_START = Span(0, 0)
_TICK = 0.05  # seconds by which the timer of the system may be early
sys.set_int_max_str_digits(100_000)  # a formula within the limits may hold a number of so many digits


class Loaded(NamedTuple):
    """A file's text; if it could not be read, the reason (the text is then empty)."""

    source: Source
    refusal: Diagnostic | None


def load(path: str, data: bytes | None = None, limits: Limits = NORMAL) -> Loaded:
    """The post at `path`; `data` are its bytes if they were read already."""
    try:
        source = decode(path, files.read(Path(path), limits.file * STORED) if data is None else data)
        if path.endswith(notebook.ENDING):
            source = notebook.source(path, source.text)
        return _within(
            paper.PaperSource(path, source.text) if path.endswith(paper.ENDING) else source, limits
        )
    except notebook.NotebookError as error:
        refusal = trouble.UNREADABLE_FILE.at(_START, str(error))
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        byte, likely = error.object[error.start], encoding(error.object)
        guess = f", perhaps {likely}" if likely else ""
        refusal = trouble.UNREADABLE_FILE.at(_START, f"not UTF-8{guess}: byte 0x{byte:02x} in line {line}")
    except OSError as error:
        refusal = trouble.UNREADABLE_FILE.at(_START, error.strerror or type(error).__name__)
    except ValueError as error:  # a name that no file can have
        refusal = trouble.UNREADABLE_FILE.at(_START, str(error))
    return Loaded(Source(path, ""), refusal)


def _within(post: Source, limits: Limits) -> Loaded:
    if len(post.text) <= limits.file * 1_000_000:
        return Loaded(post, None)
    message = f"more than {limits.file} million characters (`file` of the limits)"
    return Loaded(Source(post.path, ""), trouble.UNREADABLE_FILE.at(_START, message))


@memory.seldom()
def examine(
    source: Source,
    config: Config,
    verify: bool,
    index: Index = NOBODY,
    habits: rules.Habits | None = None,
    known: Verdicts = (),
    part: Part = WHOLE,
    share: float = 1,
    check: bool = True,
) -> PostResult:
    """All results of one post; never raises.

    If `verify` is False, claims are not verified, which is the slow part, and steps are read only when one is asked
    for. `index` knows the other posts, `habits` their notation. `known` are verdicts of its steps from an earlier
    check; `part` is the part of the post to check. Only reading and numbering may take more than this `share` of the
    time of the post; without `check` no rule looks for findings.
    """
    stages = _Stages(config.limits, len(source.text), share)
    nothing = site.Detected(PLAIN, "no time")
    told = stages.run("reading", lambda: site.flavour_of(source, config), nothing)
    in_a_site = told.by not in site.GUESSED
    drawn_by = (
        config.target
        if config.target != "auto"
        else stages.run("site", lambda: _drawn_by(source, told, config), None)
    )
    config = site.adopted(config, source, told)
    document = stages.run("reading", lambda: _read(source, config), _empty(source))
    own, settings = _own_settings(document, config)
    if (own.flavour, own.target, own.brackets) != (config.flavour, config.target, config.brackets):
        document = stages.run("reading", lambda: _read(source, own), _empty(source))
    plan = stages.run("numbering", lambda: _plan(document, own, index), None)
    if plan is None:
        document = _empty(source)
        plan = numbering.plan(document)
    own_part = authored(document)
    excess = beyond(own_part, config.limits)
    if excess is not None:
        stages.findings.append(excess)
    steps: Sequence[Step] = Steps(
        lambda: () if excess or not own_part.formulas else stages.run("claims", lambda: _steps(own_part), ())
    )
    verdicts: Verdicts = ()
    if verify and len(steps):
        verdicts = (
            known if known and len(known) == len(steps) else _verdicts(stages, own_part, steps, own, part)
        )
    compared: tuple[Compared, ...] = ()
    if verify and part == WHOLE and not excess and any(block.language for block in own_part.code):
        compared = stages.beside(
            config.limits.seconds, "code", lambda: _compared(own_part, steps, own), compared
        )
    pointing = is_built(document) or (document.flavour.numbers != "builder" and roles_of(document))
    names = stages.run("names", lambda: site.names(source, own), None) if pointing else None
    subject = rules.Subject(
        document,
        plan,
        steps,
        verdicts,
        own.target,
        habits or {},
        names.given if names else None,
        names.pointed if names else frozenset(),
        compared,
        in_a_site=in_a_site,
        uses_beside=lambda name: site.uses_beside(source, own, name),
        target_is_known=drawn_by is not None or own.target != config.target,
    )
    found: list[Diagnostic] = []
    for rule in rules.registry() if check else ():
        if not _is_on(own, rule.CODE, rule.NAME) or not rules.concerns(rule, document):
            continue
        found += stages.run(rule.CODE, partial(_found, rule, subject), [])
    end = len(own_part.source.text)
    found = [f for f in found if f.span.start < end or own_part is document]
    found = [f for f in found if _asks_for_solutions(source, f.span, part)]
    kept: list[Diagnostic] = stages.beside(
        config.limits.seconds, "suppression", lambda: _kept(document, found, own, verify), found
    )
    diagnostics = tuple(sorted(map(_shortened, [*kept, *settings, *stages.findings]), key=_place))
    return PostResult(
        document,
        plan,
        steps,
        verdicts,
        diagnostics,
        verify,
        failed=tuple(stages.failed),
        target=own.target,
        brackets=own.brackets,
        target_lines=own.target_lines,
        appendix=own.appendix,
        told_by=told.by,
        newly_judged=stages.newly_judged,
    )


def _drawn_by(source: Source, told: site.Detected, config: Config) -> Target | None:
    """What is known to draw the formulas of a post."""
    return site.renderer_of(source, told.flavour, site.of(source.path, config.site))


def unreadable(loaded: Loaded) -> PostResult:
    """The result for a file that could not be read: no content, and one error."""
    document = _empty(loaded.source)
    findings = () if loaded.refusal is None else (loaded.refusal,)
    return PostResult(document, numbering.plan(document), (), (), findings, False, readable=False)


def stopped(path: str, message: str) -> PostResult:
    """The result for a post that took too long: no content, and one error."""
    late = trouble.BEYOND_LIMITS.at(_START, message)._replace(severity=Severity.ERROR)
    return replace(unreadable(Loaded(Source(path, ""), late)), readable=True, failed=("writing",))


class _Stages:
    """Runs stages one by one and records which failed; a text is written only if the vital ones succeeded.

    All stages share the processor time of the post; the verification has its own.
    """

    vital = ("reading", "numbering")

    def __init__(self, limits: Limits = NORMAL, characters: int = 0, share: float = 1) -> None:
        self.seconds = limits.post(characters)
        self.end = process_time() + self.seconds
        self.kept = self.seconds * (1 - share)  # for what comes after these stages
        self.failed: list[str] = []
        self.stopped: list[str] = []
        self.newly_judged = 0  # claims that were judged
        self.findings: list[Diagnostic] = []

    def run(self, stage: str, work: Callable[[], T], otherwise: T) -> T:
        """The result of `work` in the time that is left; `otherwise` if it does not finish."""
        kept = 0 if stage in self.vital else self.kept
        left = self.end - process_time() - kept
        if left > _TICK:
            stopped = len(self.stopped)
            found = self._within(left, self.seconds - int(kept), stage, work, otherwise)
            if len(self.stopped) > stopped:
                self.end = process_time() + kept  # the timer of a busy machine may be early
            return found
        self.failed += [stage] if stage in self.vital else []
        return otherwise

    def beside(self, seconds: int, stage: str, work: Callable[[], T], otherwise: T) -> T:
        """The same with `seconds` of its own."""
        begun = process_time()
        try:
            return self._within(seconds, seconds, stage, work, otherwise, beside=True)
        finally:
            self.end += process_time() - begun

    def _within(
        self,
        left: float,
        seconds: int,
        stage: str,
        work: Callable[[], T],
        otherwise: T,
        *,
        beside: bool = False,
    ) -> T:
        try:
            with deadline(left, beside=beside):
                return work()
        except OverTimeError:
            vital = stage in self.vital
            self.stopped.append(stage)
            message = f"{stage} was stopped: the post took more than {seconds} seconds of CPU time"
            late = trouble.BEYOND_LIMITS.at(_START, message)
            self.findings.append(late._replace(severity=Severity.ERROR) if vital else late)
        except Exception as error:  # the promise: no input ends in a traceback
            vital = stage in self.vital
            message = f"{stage} crashed: {type(error).__name__}: {error}"
            note = "this is a bug of the program; please report it with the smallest post that reproduces it"
            self.findings.append(trouble.INTERNAL_ERROR.at(_START, message, note))
        self.failed += [stage] if vital else []
        return otherwise


_last_read: list[tuple[tuple[object, ...], Document]] = []  # an editor asks of one text again and again


def _read(source: Source, config: Config) -> Document:
    config = site.adopted(config, source)
    macros, flavour = site.definitions(source, config), site.read_as(source, config)
    asked = (source.path, source.text, config.target, config.brackets, macros, flavour)
    for known, document in _last_read:
        if known == asked and type(document.source) is type(source) is Source:
            return document
    document = reader.read(
        source,
        target=config.target,
        brackets=config.brackets,
        definitions=macros,
        flavour=flavour,
    )
    _last_read[:] = [(asked, document)]
    return document


def spelled(source: Source, config: Config) -> dict[str, str]:
    """The usual notation for each concept of a post, for the rules on notation; never raises."""
    stages = _Stages()
    config = site.adopted(config, source)
    document = stages.run("reading", lambda: _read(source, config), _empty(source))
    subject = rules.Subject(document, numbering.plan(_empty(source)), (), (), config.target)
    found: dict[str, str] = stages.run("notation", lambda: {s.notion: s.usual for s in subject.spellings}, {})
    return found


def planned(source: Source, config: Config, index: Index) -> tuple[Document, numbering.Numbering]:
    """A post, read and numbered only; never raises."""
    stages = _Stages()
    config = site.adopted(config, source)
    document = stages.run("reading", lambda: _read(source, config), _empty(source))
    own, _ = _own_settings(document, config)
    plan = stages.run("numbering", lambda: _plan(document, own, index), None)
    return document, plan or numbering.plan(_empty(source))


def _plan(document: Document, config: Config, index: Index) -> numbering.Numbering | None:
    start = index.starts.get(index.here, config.number_start)
    page = config.page_numbers
    if page == "auto" and config.target == "mathjax":
        page = site.page_numbers(document.source.path)
    statements = config.number_statements
    scheme = numbering.Scheme(config.number, start, config.number_by_section, statements, page)
    return numbering.plan(document, scheme=scheme, index=index)


def _empty(source: Source) -> Document:
    return Document(source, {}, (), (), (), (), (), (), (), (), ())


def _own_settings(document: Document, config: Config) -> tuple[Config, list[Diagnostic]]:
    try:
        return for_post(config, document.front_matter, document.source.path), []
    except ConfigError as error:
        return config, [trouble.INVALID_SETTING.at(_START, str(error))]


def _verdicts(
    stages: _Stages, document: Document, steps: Sequence[Step], config: Config, part: Part
) -> Verdicts:
    """The verdict on each step; none if the verifier fails, and a note if its time is up."""
    silence: Verdicts = (None,) * len(steps)
    claims = sum(step.role == "claim" for step in steps)
    given_up = tuple(Unchecked("limit", "time") if step.role == "claim" else None for step in steps)
    before = len(stages.findings)
    seconds = config.limits.verification(claims)
    found = stages.beside(
        seconds, "verification", lambda: _judge(stages, document, steps, config, part), silence
    )
    late = any(finding.code == trouble.BEYOND_LIMITS.code for finding in stages.findings[before:])
    return given_up if late else found


def beyond(document: Document, limits: Limits) -> Diagnostic | None:
    """Why the claims of a post are not verified: the post or a part of it is larger than any that people write."""
    formulas, paragraphs = document.formulas, document.paragraphs
    long = next((f.span for f in formulas if f.span.length > limits.formula), None)
    wide = next((span for span in paragraphs if span.length > limits.paragraph), None)
    if len(document.source.text) > limits.characters:
        place, what = _START, f"the post has more than {limits.characters} characters"
    elif len(formulas) > limits.formulas:
        place, what = _START, f"the post has more than {limits.formulas} formulas"
    elif long is not None:
        place, what = long, f"this formula has more than {limits.formula} characters"
    elif wide is not None:
        place, what = wide, f"this paragraph has more than {limits.paragraph} characters"
    else:
        return None
    return trouble.BEYOND_LIMITS.at(place, f"no claim of the post is verified: {what}")


def _steps(document: Document) -> tuple[Step, ...]:
    from mathpost.maths.claims import statements

    return statements.steps(document)


def _compared(document: Document, steps: Sequence[Step], config: Config) -> tuple[Compared, ...]:
    from mathpost.verify.programs import comparison

    return comparison.compared(document, steps, lambda source: authored(_read(source, config)))


def _judge(
    stages: _Stages, document: Document, steps: Sequence[Step], config: Config, part: Part
) -> Verdicts:
    if config.cache_dir is None:
        verdicts = _judged(document, steps, None, config, part)
        stages.newly_judged = sum(verdict is not None for verdict in verdicts)
        return verdicts
    macros = site.definitions(document.source, config)
    settings = (config.flavour, config.target, config.brackets, macros)
    entry = cache.key(document.source.text, *settings)
    known = cache.found(config.cache_dir, entry)
    if known is not None and len(known) == len(steps) and part.before is None:
        asked = _on_lines(document, steps, part.lines)
        return tuple(v if asked is None or k in asked else None for k, v in enumerate(known))
    claims = cache.Claims(config.cache_dir, *settings)
    verdicts = _judged(document, steps, claims, config, part)
    stages.newly_judged = claims.newly_judged
    if (part.lines, part.before, part.near) == (None, None, None):
        cache.keep(config.cache_dir, entry, verdicts)
    return verdicts


def _judged(
    document: Document, steps: Sequence[Step], claims: cache.Claims | None, config: Config, part: Part
) -> Verdicts:
    from mathpost.verify.verdicts import judgement

    settled: frozenset[str] = frozenset()
    if part.before is not None:
        earlier = authored(_read(Source(document.source.path, part.before), config))
        settled = judgement.bases(earlier, _steps(earlier))
    late = None if (part.until, part.unwanted) == (None, None) else part.late
    asked, near = (_on_lines(document, steps, lines) for lines in (part.lines, part.near))
    return judgement.judge(document, steps, asked, claims, settled, late, near)


def _on_lines(
    document: Document, steps: Sequence[Step], lines: tuple[int, int] | None
) -> frozenset[int] | None:
    """The indices of the steps on `lines`; None if all steps are wanted."""
    if lines is None:
        return None
    part = Part(lines)
    return frozenset(
        k for k, step in enumerate(steps) if _asks_for_solutions(document.source, step.span, part)
    )


def _asks_for_solutions(source: Source, span: Span, part: Part) -> bool:
    if part.lines is None:
        return True
    first, last = part.lines
    return source.line_of(span.start) <= last and source.line_of(max(span.start, span.end - 1)) >= first


def _found(rule: rules.Rule, subject: rules.Subject) -> list[Diagnostic]:
    return list(rule.find(subject))


def _kept(
    document: Document, findings: Sequence[Diagnostic], config: Config, verified: bool
) -> list[Diagnostic]:
    known = manual.codes()
    spoke = [(code, name) for code, name in known if _is_on(config, code, name)] if verified else []
    left = suppression.applied(document, findings, known, spoke)
    return [f for f in left if _is_on(config, f.code, f.name)]


def _is_on(config: Config, code: str, name: str) -> bool:
    return config.active(code, name, opt_in=code in rules.opt_in())


def _shortened(finding: Diagnostic) -> Diagnostic:
    """A finding whose message quotes a limited part of the post."""
    if len(finding.message) <= MESSAGE:
        return finding
    return finding._replace(message=f"{finding.message[: MESSAGE - 100]} … {finding.message[-97:]}")


def _place(finding: Diagnostic) -> tuple[int, int, str, str]:
    return (*finding.span, finding.code, finding.message)


def each(
    work: Callable[[Item], T],
    lost: Callable[[Item], T],
    items: Sequence[Item],
    jobs: int,
    limits: Limits = NORMAL,
) -> Iterator[T]:
    """The results of `work` for all items, in order, from up to `jobs` processes (0: one per core; 1: this process).

    If the process of an item dies (memory, time, a crash in a library), the item is tried once more in a process of its
    own; if that dies too, the result is `lost(item)`. Other items are not affected. If there are fewer items than
    processes, the idle processes help to verify the claims of each post.
    """
    if jobs == 1 or not items:
        return map(work, items)
    jobs = jobs or processors()
    helpers = pool.Helpers(jobs // len(items), limits.verification(1), limits.memory * 2**20)
    answers = _answers(partial(_apart, work, helpers), items, min(jobs, len(items)), limits)
    return _survivors(answers, lost, items)


def apart(
    work: Callable[[Item], T],
    lost: Callable[[Item], T],
    items: Sequence[Item],
    processes: int,
    limits: Limits = NORMAL,
) -> Iterator[T]:
    """`each` in this many other processes, at least one."""
    return _survivors(_answers(partial(_apart, work, pool.Helpers()), items, processes, limits), lost, items)


def _answers(
    work: Callable[[Item], T], items: Sequence[Item], processes: int, limits: Limits
) -> Iterator[T | Killed | Failed]:
    memory = limits.memory * 2**20
    return pool.run(work, items, seconds_cpu=inf, memory_bytes=memory, workers=processes, leaves=False)


def _survivors(
    answers: Iterator[T | Killed | Failed], lost: Callable[[Item], T], items: Sequence[Item]
) -> Iterator[T]:
    with closing(answers):  # type: ignore[type-var]
        for item, answer in zip(items, answers, strict=True):
            yield lost(item) if isinstance(answer, Killed | Failed) else answer


def _apart(work: Callable[[Item], T], helpers: pool.Helpers, item: Item) -> T:
    """`work` in a process that the system may kill when its time is up; it may use `helpers`."""
    dispose()
    pool.allow(helpers)
    return work(item)
