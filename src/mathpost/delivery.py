"""One post of a run: which text is used, the new text, and whether it may be written.

`blogs_raw/` holds the originals; in the output folder the author goes on writing. An output that was edited by hand is
never overwritten from the raw post: the run works on the edited output. Every new text is read again before it is
written. It must be exactly what was planned, and a further run must change nothing.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Literal, NamedTuple

from mathpost import cache, site
from mathpost.comparison import NONE, Changes, changes, is_huge, paged
from mathpost.config import Config
from mathpost.deadline import within
from mathpost.document import labelling, oracle
from mathpost.document.document import Document
from mathpost.document.index import NOBODY, Index
from mathpost.document.numbering import Numbering
from mathpost.files import read, write_below
from mathpost.inputs import RAW, STDIN, Inputs, Post
from mathpost.inspection import died
from mathpost.ledger import Account, Ledger
from mathpost.pipeline import Loaded, examine, load, planned, stopped, unreadable
from mathpost.publication import Published, Wish, converted, suffix
from mathpost.survey import Draft, Views, views
from mathpost.text.edits import apply
from mathpost.text.limits import KEPT
from mathpost.text.source import Source
from mathpost.writers import additions, enhanced
from mathpost.writers.facts import Facts, facts, is_chinese
from mathpost.writers.post import PostResult
from mathpost.writers.totals import Totals, of_post

_SHARE = 0.5  # of the time for a post, for its findings; the rest is for the new text and its facts
_ROUNDS = 6  # a repair may uncover another one; real posts settle in two
State = Literal["written", "unchanged", "conflict", "loss", "broken", "unreadable", "unwritable"]


class CollisionError(ValueError):
    """Two inputs would be written to one output, or an output would overwrite what it must not."""


class Errand(NamedTuple):
    """One post and its output file (None: stdout)."""

    post: Post
    output: Path | None


class Order(NamedTuple):
    """What every process of a run needs to know; `formats` are additional outputs (``tex``).

    `labels`: label every numbered equation. `dry`: write and cache nothing. `review`: also make pages of changes for
    posts that are edited in place.
    """

    config: Config
    verify: bool
    in_place: bool
    force: bool
    formats: tuple[str, ...]
    views: Views = Views()
    labels: bool = False
    dry: bool = False
    review: bool = False


class Delivery(NamedTuple):
    """The result for one post. `before` is the text that was used, `text` the whole new file (None if nothing may be
    written).

    `reasons` say why not. `numbered` counts the numbers and references that were written. `extra` are the additional
    outputs, by ending. `renumbered` lists old number, new number and line of each change; `stale` lists the numbers in
    words, with their lines, that could not be updated.
    """

    errand: Errand
    state: State
    before: str
    text: str | None
    reasons: tuple[str, ...]
    numbered: int
    repaired: int
    facts: Facts | None
    totals: Totals
    extra: tuple[tuple[str, Published], ...] = ()
    page: str = ""
    renumbered: tuple[tuple[str, str, int], ...] = ()
    stale: tuple[tuple[str, int], ...] = ()
    changes: Changes = NONE


def errands(inputs: Inputs, output_dir: Path, *, in_place: bool, formats: Sequence[str] = ()) -> list[Errand]:
    """The output file of each post. With further `formats`, ``a.md`` and ``a.qmd`` would be one file.

    Raises:
        CollisionError: before anything was read: two posts for one output, or an output that is a raw post.
    """
    planned = [Errand(post, _output(post, output_dir, in_place=in_place)) for post in inputs.posts]
    raw = {_identity(post.path): post.path for post in inputs.posts if post.path != STDIN}
    taken: dict[str, str] = {}
    for post, output in planned:
        if output is None:
            continue
        place = _identity(output.with_suffix("") if formats else output)
        other = taken.setdefault(place, post.path)
        if other != post.path:
            raise CollisionError(f"{other} and {post.path} would both be written to {output}")
        if not in_place and _identity(output) in raw and not _is_ours(output):
            raise CollisionError(f"{output} is a raw post and would be overwritten (--in-place allows it)")
    return planned


def _identity(path: str | Path) -> str:
    return os.path.normcase(os.path.realpath(path))


def _is_ours(output: Path) -> bool:
    """Whether `output` ends with our stamp, so that it may be edited in place."""
    existing = _existing(output)
    return existing is not None and enhanced.unstamped(existing)[1] is not None


def _output(post: Post, output_dir: Path, *, in_place: bool) -> Path | None:
    if post.path == STDIN:
        return None
    return Path(post.path) if in_place else output_dir / post.name


class Work(NamedTuple):
    """The text to work on. `intact` is the whole file, unchanged except for what the program wrote in it, if there is
    one.

    `raw`: it is the raw post, and uses the numbers of raw posts. `ours` and `kept`: what an earlier run did to its
    numbers.
    """

    text: str
    source: str
    edited: bool
    intact: str | None = None
    conflict: str | None = None
    raw: bool = False
    ours: bool = False
    kept: bool = False

    def of(self, stamp: enhanced.Stamp) -> Work:
        """The work, with what `stamp` records about its numbers."""
        return self._replace(ours=not stamp.untagged, kept=stamp.kept)


def chosen(raw: str, existing: str | None, *, force: bool) -> Work:
    """The text to use: the raw post, or the output that the author edited."""
    body, stamp = enhanced.unstamped(raw)
    if stamp is not None:
        intact = raw if stamp.is_of(body) and not force else None
        return Work(body, stamp.source, stamp.edited or not stamp.is_of(body), intact).of(stamp)
    source = enhanced.fingerprint(raw)
    if existing is None or existing == raw or force:
        return Work(raw, source, False, raw=True)
    body, stamp = enhanced.unstamped(existing)
    if stamp is None:
        return Work(raw, source, False, conflict="it exists and was not written by enhance")
    if stamp.source == source:
        intact = existing if stamp.is_of(body) else None
        return Work(body, source, stamp.edited or intact is None, intact).of(stamp)
    if stamp.is_of(body) and not stamp.edited:
        return Work(raw, source, False, raw=True)
    return Work(raw, source, False, conflict="it was edited by hand, and its raw post has changed since")


class Settled(NamedTuple):
    """A text that a further run would not change; `losses` say why it may not be written."""

    result: PostResult
    losses: tuple[str, ...]
    numbered: int = 0
    repaired: int = 0
    renumbered: tuple[tuple[str, str, int], ...] = ()
    stale: tuple[tuple[str, int], ...] = ()


def surveyed(order: Order, errands: Sequence[Errand]) -> Order:
    """`order` with what the posts must know about each other."""
    config = replace(order.config, cache_dir=None) if order.dry else order.config
    return order._replace(views=views(list(_drafts(order, errands)), config))


def _drafts(order: Order, errands: Sequence[Errand]) -> Iterator[Draft]:
    for post, output in errands:
        loaded = None if output is None else load(post.path, post.data, order.config.limits)
        if output is None or loaded is None or loaded.refusal is not None:
            continue
        existing = _existing(output)
        raw, work = loaded.source.text, chosen(loaded.source.text, existing, force=order.force)
        bodies = (None if text is None else enhanced.unstamped(text)[0] for text in (raw, existing))
        stamp = None if existing is None else enhanced.unstamped(existing)[1]
        tagged = stamp is not None and not stamp.untagged
        yield Draft(post.path, post.name, work.text, next(bodies) or "", next(bodies), tagged)


def settled(source: Source, config: Config, index: Index = NOBODY) -> Settled:
    """`source`, numbered and repaired until nothing is left to do; each text is read again and compared."""
    result = examine(source, config, False, index, share=_SHARE)
    first, before = result.numbering, _repairable(result)
    for _ in range(_ROUNDS):
        if result.failed:
            return Settled(result, ())
        after, losses = _next(result, config)
        if losses:
            return Settled(result, losses)
        if after is result:
            repaired = before - _repairable(result)
            stale = tuple((number, source.line_of(span.start)) for number, span in first.left_behind)
            return Settled(result, (), len(first.edits), max(0, repaired), first.renumbered, stale)
        result = after
    return Settled(result, ("the repairs do not converge",))


def _repairable(result: PostResult) -> int:
    """Findings with a safe fix, except those about numbers, which are counted separately."""
    return sum(n for code, n in of_post(result).fixable.items() if not code.startswith("N"))


def _next(result: PostResult, config: Config) -> tuple[PostResult, tuple[str, ...]]:
    """The post after one round; `result` itself if there is nothing to do. Repairs that damage the text are left out."""
    losses: tuple[str, ...] = ()
    for repairs in (True, False):
        text = enhanced.enhance(result, repairs=repairs)
        if text == result.source.text:
            return result, ()
        index = result.numbering.settled()
        after = examine(Source(result.source.path, text), config, False, index)
        losses = tuple(oracle.differences(result.document, after.document, result.numbering))
        if not losses and not after.failed:
            return after, ()
    return result, losses or ("the new text cannot be read",)


def delivered(order: Order, errand: Errand) -> Delivery:
    """The result of `errand`, before anything is written."""
    limits = order.config.limits
    loaded = load(errand.post.path, errand.post.data, limits)
    if loaded.refusal is not None:
        return _refused(errand, loaded)
    text = loaded.source.text
    seconds = limits.post(len(text))
    late = partial(_late, errand, text, seconds)
    done, result = within(seconds, partial(_delivered, order, errand, loaded), late)
    formats = order.formats if result is not None else ()
    extra = ((ending, converted(result, Wish(ending), errand.post, limits)) for ending in formats if result)
    return done._replace(extra=tuple(extra))


def _late(errand: Errand, before: str, seconds: int) -> tuple[Delivery, None]:
    """A post that is left as it is, as its new text was not ready in time."""
    message = f"the new text was not ready: the post took more than {seconds} seconds of CPU time"
    result = stopped(errand.post.path, message)
    return Delivery(errand, "broken", before, None, (message,), 0, 0, None, of_post(result)), None


def _delivered(order: Order, errand: Errand, loaded: Loaded) -> tuple[Delivery, PostResult | None]:
    """The result without additional outputs, and the examined post if its text may be written."""
    if not loaded.source.writable:
        totals = of_post(examine(loaded.source, order.config, False))
        reasons = ("notebooks and LaTeX files are checked, never written",)
        return Delivery(errand, "conflict", loaded.source.text, None, reasons, 0, 0, None, totals), None
    existing = None if errand.output is None else _existing(errand.output)
    raw = loaded.source.text
    work = chosen(raw, existing, force=order.force)
    if work.conflict:
        totals = of_post(examine(loaded.source, order.config, False))
        reasons = (f"{errand.output}: {work.conflict} (--force overwrites it)",)
        return Delivery(errand, "conflict", raw, None, reasons, 0, 0, None, totals), None
    return _worked(order, errand, raw, work, existing)


def _worked(
    order: Order, errand: Errand, raw: str, work: Work, existing: str | None
) -> tuple[Delivery, PostResult | None]:
    path = str(errand.output or errand.post.path)
    order = order._replace(config=site.adopted(order.config, Source(errand.post.path, raw)))
    views = order.views.raw if work.raw else order.views.written
    index = views.at(errand.post.name, ours=work.ours, kept=work.kept)
    if order.labels:
        work = _labelled(path, work, order.config, index)
    before, stamp = enhanced.unstamped(raw)
    original = None if stamp else raw
    circumstances = (errand.post.name, order.verify, order.in_place, order.review, original, before)
    ledger = Ledger(path, order.config, circumstances)
    account = None if order.formats else ledger.recalled(work.text, index)
    if account is not None:
        text = work.intact or _file(order, errand, work.text, work)
        return _outcome(errand, work.text, text, existing, account), None
    done, stays = _treated(order, path, work, index)
    result = done.result
    if not stays and (done.losses or result.failed):
        state: State = "loss" if done.losses else "broken"
        return Delivery(errand, state, work.text, None, done.losses, 0, 0, None, of_post(result)), None
    grows = RAW in Path(errand.post.path).parts or work.edited
    account = _account(order, errand, result, before, original if grows else None)
    if not (result.failed or order.dry):
        ledger.keep(result.source.text, result.numbering.settled(), account)
    intact = work.intact if stays else None
    text = intact or _file(order, errand, result.source.text, _numbered(work, result.numbering))
    delivery = _outcome(errand, work.text, text, existing, account)._replace(
        numbered=done.numbered, repaired=done.repaired, renumbered=done.renumbered, stale=done.stale
    )
    return delivery, result


def _outcome(errand: Errand, before: str, text: str, existing: str | None, account: Account) -> Delivery:
    """The result for a post, before changed numbers are reported."""
    state: State = "unchanged" if text == existing else "written"
    facts, page, totals, changed = account
    return Delivery(errand, state, before, text, (), 0, 0, facts, totals, page=page, changes=changed)


def _account(order: Order, errand: Errand, result: PostResult, before: str, original: str | None) -> Account:
    said = facts(result, original, errand.post.name, alone=original is None)
    if order.in_place and not order.review:
        return Account(said, "", of_post(result), NONE)
    index = order.views.raw.at(errand.post.name)
    changed = changes(Source(errand.post.path, before), result, said, order.config, index)
    page = "" if order.in_place else paged(result, said, order.config, changed=bool(changed.page))
    return Account(said, page, of_post(result), changed)


def _treated(order: Order, path: str, work: Work, index: Index) -> tuple[Settled, bool]:
    """The post, numbered, repaired and verified, and whether its file stays as it is."""
    source = Source(path, work.text)
    if work.intact is not None and _is_up_to_date(source, order.config, index):
        stays = not (
            order.verify and additions.BEGIN in work.text
        )  # what an older version wrote is written again
        whole = examine(source, order.config, order.verify, index) if stays else None
        result = whole or _verified(source, order.config, index)
        return Settled(result, ()), result.source.text == work.text
    done = settled(source, order.config, index)
    if is_huge(done.result, order.config) and additions.bare(work.text) == work.text:
        return done._replace(result=replace(done.result, verified=order.verify)), False
    if order.verify and not (done.losses or done.result.failed):
        done = done._replace(result=_verified(done.result.source, order.config, done.result.numbering.index))
    return done, False


def _verified(source: Source, config: Config, index: Index) -> PostResult:
    """The verified post of `source`, with the additions that it should have; with its old additions if a claim was given up."""
    author = Source(source.path, additions.bare(source.text))
    result = examine(author, config, True, index)
    if result.failed:
        return result
    done = _with_additions(result, config) if additions.is_settled(result) else None
    if done is not None or author.text == source.text:
        return done or result
    return examine(source, config, True, index, known=result.verdicts)


def _with_additions(result: PostResult, config: Config) -> PostResult | None:
    """`result` with the additions that its text should have; unchanged if they would touch the author's part, None if
    they could not be computed in time.
    """
    language = config.language
    if language == "auto":
        language = "zh" if is_chinese(result.document) else "en"
    seconds = config.limits.post(len(result.source.text))
    text = within(
        seconds,
        lambda: additions.renewed(result, language, partial(_additions, config)),
        lambda: None,
        beside=True,
    )
    if text is None or text == result.source.text:
        return None if text is None else result
    source = Source(result.source.path, text)
    after = examine(source, config, True, result.numbering.index, known=result.verdicts)
    return after if _written(after) == _written(result) and not after.failed else result


def _written(result: PostResult) -> list[str]:
    """The parts of an author's text that a run may change: formulas, references, headings."""
    document = result.document
    spans = [*(f.span for f in document.formulas), *(r.span for r in document.references)]
    return [*map(result.source.slice, spans), *(heading.title for heading in document.headings)]


def _additions(config: Config, result: PostResult, language: str) -> additions.Additions:
    """The additions to a post; cached by its text."""
    if config.cache_dir is None:
        return additions.additions(result, language)
    macros = site.definitions(result.source, site.adopted(config, result.source))
    settings = (language, result.target, result.brackets, result.appendix, macros, result.numbering.equations)
    entry = cache.key(result.source.text, "additions", *settings)
    kept = cache.load(config.cache_dir, entry)
    try:
        blocks, end = kept
        return additions.Additions(tuple((int(at), str(block)) for at, block in blocks), str(end))
    except (TypeError, ValueError):
        found = additions.additions(result, language)
        cache.save(config.cache_dir, entry, found)
        return found


def _labelled(path: str, work: Work, config: Config, index: Index) -> Work:
    """`work` with labels if they change no number and no reference; otherwise unchanged."""
    document, plan = planned(Source(path, work.text), config, index)
    text = apply(work.text, labelling.edits(document, plan))
    after, now = planned(Source(path, text), config, index)
    same = plan.shown == now.shown and len(plan.resolutions) == len(now.resolutions)
    if text == work.text or not same or _meant(document, plan) != _meant(after, now):
        return work
    return work._replace(text=text, intact=None)


def _meant(document: Document, plan: Numbering) -> list[str | None]:
    """The number that each reference by label will show."""
    numbers = plan.by_label(document)
    return [numbers.get(r.target) for r in document.references if r.form != "words"]


def _is_up_to_date(source: Source, config: Config, index: Index) -> bool:
    """Whether an unchanged post still has the right numbers of other posts and the right first number."""
    if index.here not in index.starts and not any(card.contents for card in index.cards):
        return True
    _, plan = planned(source, config, index)
    moved = any(r.status == "elsewhere" and r.new != r.reference.target for r in plan.resolutions)
    return not moved and (index.here not in index.starts or not plan.edits)


def _numbered(work: Work, numbering: Numbering) -> Work:
    """`work` with a record of what this run did to its numbers."""
    return work._replace(ours=not numbering.untagged, kept=numbering.kept)


def _file(order: Order, errand: Errand, text: str, work: Work) -> str:
    """The whole file: the text and its stamp. A post that is edited in place or written to a pipe has no stamp."""
    if errand.output is None or (order.in_place and not work.edited):
        return text
    mdx = order.config.flavour == "mdx"  # where a comment of HTML is an error
    return enhanced.stamped(
        text, work.source, edited=work.edited, kept=work.kept, untagged=not work.ours, mdx=mdx
    )


def lost(_order: Order, errand: Errand) -> Delivery:
    """A post whose process died twice."""
    return _refused(errand, died(errand.post))


def _refused(errand: Errand, loaded: Loaded) -> Delivery:
    result = unreadable(loaded)
    reasons = tuple(found.message for found in result.diagnostics)
    return Delivery(errand, "unreadable", "", None, reasons, 0, 0, None, of_post(result))


def _existing(output: Path) -> str | None:
    """The text of an existing output; a file that is not UTF-8 is not ours."""
    try:
        return read(output, KEPT).decode("utf-8", "surrogateescape")
    except OSError:
        return None


def written(order: Order, deliveries: Iterable[Delivery]) -> Iterator[Delivery]:
    """Write what may be written, each file completely or not at all; a failure for one post does not stop the others."""
    for delivery in deliveries:
        output = delivery.errand.output
        try:
            if output is not None and delivery.text is not None:
                _write(order, delivery, output, delivery.text)
            yield delivery
        except OSError as error:
            reason = f"{error.filename or output}: {error.strerror or error}"
            yield delivery._replace(state="unwritable", text=None, reasons=(reason,), facts=None, extra=())


def _write(order: Order, delivery: Delivery, output: Path, text: str) -> None:
    folder = output.parent if order.in_place else order.config.output_dir
    if delivery.state == "written":
        write_below(folder, output, text)
    for ending, published in delivery.extra:
        published.written(folder, output.with_suffix(suffix(ending)))


def unwritable(deliveries: Sequence[Delivery]) -> bool:
    """Whether an output was not written because it would have lost something or could not be written."""
    return any(delivery.state in ("loss", "conflict", "unwritable") for delivery in deliveries)
