"""The formats of an edition.

Each output is written, read again by a reader of its own format, and counted; an output that lost a formula, a number
or a reference is refused.
"""

from __future__ import annotations

import re
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from mathpost.document.document import Document
from mathpost.document.numbering import plan
from mathpost.document.reader import read
from mathpost.publish import bundle, figures, latex, notebook, pandoc, paper, readers, web, word
from mathpost.publish.edition import Edition, Entry, author, chapter_anchor, day
from mathpost.publish.elements import plain
from mathpost.publish.fitting import Excess
from mathpost.publish.latex import LostFormulaError as LostFormulaError
from mathpost.publish.layout.layout import SetFormula
from mathpost.publish.masking import MARK
from mathpost.publish.pandoc import Element
from mathpost.publish.pointers import NUMBER
from mathpost.publish.rich import RichWalk
from mathpost.publish.sheet import SheetWalk
from mathpost.publish.vocabulary import escaped
from mathpost.publish.walk import Elements
from mathpost.text.diagnostics import Note
from mathpost.text.source import Source, Span
from mathpost.writers.post import PostResult

MISSING = (pandoc.MissingPandocError, pandoc.PandocError, paper.MissingTypesetterError)
"""What is raised where a program is missing or fails."""


class Output(NamedTuple):
    """One file, the files that belong beside it by their names, and what is to be said of each post."""

    data: bytes
    files: tuple[tuple[str, Path], ...]
    warnings: tuple[tuple[Note, ...], ...]


class Wish(NamedTuple):
    r"""The wanted edition: `stem` is the name of the file; with `tags` LaTeX's numbers are ``\tag``s; `indexed`: the
    last post is the index of a book. With `run_code` a notebook runs the post's own Python.
    """

    stem: str
    tags: bool = False
    indexed: bool = False
    run_code: bool = False


def write(results: Sequence[PostResult], ending: str, wish: Wish, book: str | None = None) -> Output:
    """The posts `results` as one file in the format `ending`; as a book where it has a title.

    Raises:
        LostFormulaError: the output would lack a formula, a number or the aim of a reference.
        MissingPandocError, PandocError: the words could not be converted.
        MissingTypesetterError: there is nothing that makes a PDF.
    """
    try:
        edition = Edition(results, book, indexed=wish.indexed)
        done = FORMATS[ending](edition, wish)
        nowhere = (tuple(_nowhere(edition, entry)) for entry in edition.entries)
        return done._replace(warnings=tuple(w + n for w, n in zip(done.warnings, nowhere, strict=True)))
    except RecursionError:
        raise pandoc.PandocError("lists, quotes or formulas are nested too deeply") from None


def _nowhere(edition: Edition, entry: Entry) -> Iterator[Note]:
    """The author's own references without a target; they print as they do on the page."""
    known = {*entry.post.names.numbers, *entry.post.names.own, *edition.elsewhere(entry)}
    references = entry.post.document.references
    meant = {r.target for r in references if r.form != "words"} - known
    for label in sorted(meant):
        yield Note(f"no equation has the label {label}, which a reference points to")
    silent = _silent(entry).intersection(r.target for r in references if r.form != "words")
    for label in sorted(silent - entry.post.names.numbers.keys()):
        yield Note(f"the equation with the label {label}, which a reference points to, has no number")


def _silent(entry: Entry) -> set[str]:
    """The labels of rows without a number."""
    named = entry.post.names.rows
    return {
        label.name
        for formula in entry.post.document.formulas
        for index, row in enumerate(formula.rows)
        if (formula.index, index) not in named
        for label in row.labels
    }


# --- LaTeX and PDF --------------------------------------------------------------------------------------


_TAG = re.compile(rf"\\tag\{{(?={NUMBER.pattern}\}})")  # a number that a post counts
_ATTEMPTS = 3  # to set a display that is too wide: as it is, broken, in smaller type
_TOLERATED = 5.0  # points that nobody sees
_LINE = 451.0  # points of the text of a page
_PRINTED = frozenset((".png", ".jpg", ".jpeg", ".pdf"))


def _tex(edition: Edition, wish: Wish) -> Output:
    engine = next(iter(paper.engines(chinese=edition.chinese)), None)
    if engine is None:
        done, files = _latex(edition, wish, {})
        return Output(done.text.encode(), tuple(files), done.by_chapter)
    done, files, _, notes = _measured(edition, wish, engine._replace(passes=1))
    return Output(done.text.encode(), tuple(files), notes)


def _arxiv(edition: Edition, wish: Wish) -> Output:
    """A bundle that compiles where it is unpacked; formulas are counted in a copy of it.

    Raises:
        LostFormulaError: it does not compile, or the copy lost a formula.
    """
    if edition.book is not None:
        raise paper.MissingTypesetterError("a book cannot be a bundle for arXiv")
    engine = next(iter(paper.engines(chinese=edition.chinese)), None)
    if engine is None:
        raise paper.MissingTypesetterError(
            "no TeX is installed, and a bundle is not written that was not compiled"
        )
    inside = wish._replace(stem="main")
    _, _, made, notes = _measured(edition, inside, engine)
    if made.data is None:
        raise LostFormulaError(f"{engine.name}: {made.problem}")
    done, files = _latex(edition, inside, made.wide, clean=True)
    main, works = bundle.parted(done.text)
    clean = paper.compiled(engine, done.text, files, None)
    if clean.data is None:
        raise LostFormulaError(f"{engine.name}: {clean.problem}")
    return Output(
        bundle.packed(main, works, edition.entries[0].post.bibliography.files, files, engine.name), (), notes
    )


def _measured(
    edition: Edition, wish: Wish, engine: paper.Engine
) -> tuple[latex.Latex, list[tuple[str, Path]], paper.Made, tuple[tuple[Note, ...], ...]]:
    """The LaTeX of an edition with displays fitted to the page as far as possible, the result of TeX, and the notes."""
    wide: dict[tuple[int, int], Excess] = {}
    set_so: dict[tuple[int, int], Excess] = {}
    for attempt in range(1, _ATTEMPTS + 1):
        done, files = _latex(edition, wish, wide)
        set_so = dict(wide)
        made = paper.compiled(engine, done.text, files, done.formulas)
        found = [o for o in made.overfull if o.points > _TOLERATED]
        again = {place: one for one in found for place in _concerned(done, one)}
        again = {place: one for place, one in again.items() if one.display or place not in wide}
        if attempt == _ATTEMPTS or not again:
            break
        for place, one in again.items():
            ratio = wide[place].ratio if place in wide else 1.0
            wide[place] = Excess(ratio * (1 + one.points / _LINE), attempt)
    by_chapter = list(done.by_chapter)
    for number, note in _too_wide(edition, done, found):
        by_chapter[number] += (note,)
    return done, files, made._replace(wide=set_so), tuple(by_chapter)


def _concerned(done: latex.Latex, one: readers.Overfull) -> Sequence[tuple[int, int]]:
    """The display that is too wide, or the formulas of the paragraph that is."""
    inside = "\n".join(done.text.split("\n")[one.lines[0] - 1 : one.lines[1]]).count(r"\(")
    return done.order[max(0, one.formula - (1 if one.display else inside)) : one.formula]


def _too_wide(
    edition: Edition, done: latex.Latex, found: Sequence[readers.Overfull]
) -> Iterator[tuple[int, Note]]:
    """A note for each place that sticks out, with the number of its post."""
    lines = done.text.split("\n")
    for one in found:
        chapter, formula = done.order[min(one.formula, len(done.order)) - 1] if one.formula else (0, -1)
        source = edition.entries[chapter].result.source
        span = source_span(edition.entries[chapter].result.document, formula)
        what = "a display" if one.display else "a line"
        if not one.display:
            words = _words("\n".join(lines[one.lines[0] - 1 : one.lines[1]]))
            at = source.text.find(words) if source.text.count(words) == 1 else -1
            span = Span(at, at + len(words)) if at >= 0 else span
        yield chapter, Note(f"{what} is {one.points:.0f} pt wider than the page", span)


def source_span(document: Document, formula: int) -> Span | None:
    """Where a formula is in the author's file."""
    return document.formulas[formula].span if 0 <= formula < len(document.formulas) else None


def _words(text: str) -> str:
    """The longest stretch of words without a command in a paragraph of LaTeX."""
    return max(
        (part.strip() for part in re.split(r"[\\\\${}()\[\]\n&~%_]|\\b[a-z]+(?=\{)", text)),
        key=len,
        default="",
    )


def _latex(
    edition: Edition, wish: Wish, wide: Mapping[tuple[int, int], Excess], *, clean: bool = False
) -> tuple[latex.Latex, list[tuple[str, Path]]]:
    files: list[tuple[str, Path]] = []
    chapters = []
    for place, entry in enumerate(edition.entries):
        images = {a: f for a, f in entry.images.items() if f.suffix.lower() in _PRINTED}
        names = {
            a: f"{wish.stem}-figures/{entry.prefix}{n}{f.suffix.lower()}"
            for n, (a, f) in enumerate(images.items(), 1)
        }
        files += ((names[a], f) for a, f in images.items())
        done = latex.chapter(
            entry.post,
            [formula.span for formula in entry.result.document.formulas],
            tags=wish.tags,
            files=names,
            rename=lambda name, entry=entry: edition.label(entry, name),  # type: ignore[misc]
            links=edition.latex_links(entry),
            wide={formula: excess for (chapter, formula), excess in wide.items() if chapter == place},
        )
        if edition.book is not None:
            title, body = _chapter_words(entry, done.title), _TAG.sub(r"\\tag{\\thechapter.", done.body)
            done = done._replace(title=title, body=body)
        label = rf"\label{{{chapter_anchor(entry)}}}" if edition.book is not None else ""
        chapters.append(done._replace(body=f"{label}\n{done.body}" if label else done.body))
    cover = None if edition.book is None else latex.Cover(edition.book, edition.authors, wish.indexed)
    return latex.whole(chapters, cover, clean=clean), files


def _chapter_words(entry: Entry, title: str) -> str:
    """The title of a chapter in LaTeX: `title` where the book changes nothing of it."""
    same = plain(entry.chapter_title) == plain(entry.post.title)
    return title if same else escaped(plain(entry.chapter_title))


def _by_post(edition: Edition, notes: Sequence[Note]) -> tuple[tuple[Note, ...], ...]:
    """The notes of an edition, assigned to its only post or to the first."""
    return (tuple(notes), *(() for _ in edition.entries[1:]))


def _pdf(edition: Edition, wish: Wish) -> Output:
    problems: list[str] = []
    for engine in paper.engines(chinese=edition.chinese):
        _, _, made, notes = _measured(edition, wish._replace(stem="post"), engine)
        if made.data is not None:
            return Output(made.data, (), notes)
        problems.append(f"{engine.name}: {made.problem}")
    return _typeset(edition, problems)


def _typeset(edition: Edition, problems: Sequence[str]) -> Output:
    """The PDF without TeX; also tried if TeX failed."""
    setter = paper.typesetter(edition, problems)
    files = {
        a: (f"figures/{e.prefix}{n}{f.suffix.lower()}", f)
        for e in edition.entries
        for n, (a, f) in enumerate(e.images.items(), 1)
    }
    walks = [
        SheetWalk(e.shown, edition.setup(e, {a: name for a, (name, _) in files.items()}))
        for e in edition.entries
    ]
    title, elements = _body(edition, walks)
    front = edition.entries[0].post.document.front_matter if edition.book is None else {}
    names = author(front) if edition.book is None else ", ".join(edition.authors)
    try:
        made = setter.pdf(elements, title, names, day(front), dict(files.values()))
    except paper.MissingTypesetterError as error:
        raise paper.MissingTypesetterError("; ".join([*problems, str(error)])) from None
    _compare(made.formulas, _count(edition), edition)
    note = [Note(f"{problem}; the PDF was made by Typst") for problem in problems]
    missing = [
        Note(f"no glyph in any font, printed as a box: {c} (U+{ord(c):04X})") for c in sorted(made.missing)
    ]
    return Output(made.data, (), _by_post(edition, [*note, *missing, *_missing_images(edition)]))


# --- HTML, EPUB, DOCX -----------------------------------------------------------------------------------


def _body(edition: Edition, walks: Sequence[RichWalk]) -> tuple[Elements, Elements]:
    """Title and blocks of an edition; the posts of a book are its chapters.

    Raises:
        LostFormulaError: a formula was not set, or twice.
    """
    if edition.book is None:
        (walk,) = walks
        done_title, body = walk.inlines(walk.post.title, boxed=True), walk.blocks(walk.post.blocks)
        _complete(walk)
        return done_title, body
    done: Elements = []
    for entry, walk in zip(edition.entries, walks, strict=True):
        title = [*_counted(entry, edition), *walk.inlines(entry.chapter_title, boxed=True)]
        done.append({"t": "Header", "c": [1, [chapter_anchor(entry), [], []], title]})
        done += (_lowered(block) for block in walk.blocks(walk.post.blocks))
        _complete(walk)
    return [{"t": "Str", "c": edition.book}], done


def _counted(entry: Entry, edition: Edition) -> Elements:
    """The number of a chapter in its heading."""
    if not entry.number:
        return []
    return [{"t": "Str", "c": f"第 {entry.number} 章　" if edition.chinese else f"{entry.number}. "}]


def _complete(walk: RichWalk) -> None:
    document = walk.post.document
    wrong = [n for n in range(len(document.formulas)) if walk.seen[n] != 1]
    if wrong:
        raise LostFormulaError(latex.lost(wrong, walk.seen, document))


def _lowered(block: Element) -> Element:
    """A heading of a post one level below the chapter's."""
    if block["t"] != "Header":
        return block
    return {"t": "Header", "c": [min(block["c"][0] + 1, 6), *block["c"][1:]]}


def _meta(edition: Edition, title: Elements) -> dict[str, object]:
    front = edition.entries[0].post.document.front_matter if edition.book is None else {}
    names = author(front) if edition.book is None else ", ".join(edition.authors)
    name = edition.book or edition.entries[0].title
    return web.metadata(title, names, day(front), chinese=edition.chinese, name=name)


def _name(edition: Edition) -> Elements:
    """What a post without a title is called, after its file."""
    return [{"t": "Str", "c": edition.entries[0].title}]


def _html(edition: Edition, _wish: Wish) -> Output:
    walks = [
        web.WebWalk(e.shown, edition.setup(e, {a: web.embedded(f) for a, f in e.images.items()}))
        for e in edition.entries
    ]
    title, elements = _body(edition, walks)
    if not title and not any(element["t"] == "Header" for element in elements):
        title = _name(edition)
    data = web.page(elements, _meta(edition, title))
    _checked(readers.html(data), edition, again=0)
    return Output(data, (), _notes_of(edition, walks))


def _epub(edition: Edition, _wish: Wish) -> Output:
    walks = [
        web.PagesWalk(e.shown, edition.setup(e, {a: str(f) for a, f in e.images.items()}))
        for e in edition.entries
    ]
    title, elements = _body(edition, walks)
    with tempfile.TemporaryDirectory() as folder:
        data = web.epub(elements, _meta(edition, title or _name(edition)), Path(folder))
    _checked(readers.epub(data), edition, again=2)
    return Output(data, (), _notes_of(edition, walks))


def _docx(edition: Edition, _wish: Wish) -> Output:
    walks = [
        word.WordWalk(
            e.shown, edition.setup(e, {a: str(f) for a, f in e.images.items() if f.suffix != ".webp"}), n
        )
        for n, e in enumerate(edition.entries)
    ]
    title, elements = _body(edition, walks)
    data = word.docx(elements, _meta(edition, title))
    found = readers.docx(data)
    _compare(found.formulas, sum(walk.made for walk in walks), edition)
    _same_numbers(found.numbers, [n for n in _numbers(edition, bare=True) if n.isdecimal()], edition)
    _no_dangling(found.dangling, edition)
    return Output(data, (), _notes_of(edition, walks))


def _ipynb(edition: Edition, wish: Wish) -> Output:
    (entry,) = edition.entries
    data, notes = notebook.write(entry, run_code=wish.run_code)
    again = read(
        Source("", readers.notebook(data)), target=entry.result.target, brackets=entry.result.brackets
    )
    _compare(len(again.formulas), len(entry.post.document.formulas), edition)
    shown = [number for formula in plan(entry.post.document).shown for number in formula]
    _same_numbers([number for formula in plan(again).shown for number in formula], shown, edition)
    return Output(data, (), (notes,))


# --- the count ------------------------------------------------------------------------------------------


def _count(edition: Edition) -> int:
    return sum(len(entry.formulas) for entry in edition.entries)


def _numbers(edition: Edition, *, bare: bool = False) -> list[str]:
    """The numbers beside the formulas of an edition, in order; `bare`: without brackets and chapters."""
    return [
        row.number.strip("()").removeprefix(entry.shown.names.chapter) if bare else row.number
        for entry in edition.entries
        for f in entry.formulas
        if not f.broken
        for row in f.rows
        if row.number
    ]


def _checked(found: readers.Counted, edition: Edition, again: int) -> None:
    """Refuse a page that lost something; formulas of the titles may be on it `again` times more."""
    expected = _count(edition)
    titles = again * sum(len(MARK.findall(plain(entry.post.title))) for entry in edition.entries)
    if not expected <= found.formulas <= expected + titles:
        _compare(found.formulas, expected, edition)
    _same_numbers(found.numbers, _numbers(edition), edition)
    _no_dangling(found.dangling, edition)


def _compare(found: int, expected: int, edition: Edition) -> None:
    if found != expected:
        raise LostFormulaError(f"{_named(edition)}{expected} formulas became {found}")


def _same_numbers(found: Sequence[str], expected: Sequence[str], edition: Edition) -> None:
    stripped = [n.strip("() ") for n in expected]
    if Counter(n.strip("() ") for n in found) != Counter(stripped):
        lost = list((Counter(stripped) - Counter(n.strip("() ") for n in found)).elements())
        what = f"the number ({lost[0]}) is missing" if lost else "a number occurs twice"
        raise LostFormulaError(f"{_named(edition)}{what} in the output")


def _no_dangling(dangling: Sequence[str], edition: Edition) -> None:
    if dangling:
        raise LostFormulaError(f"{_named(edition)}a reference leads nowhere in the output: {dangling[0]}")


def _named(edition: Edition) -> str:
    return f"{edition.book}: " if edition.book is not None else ""


def _notes_of(edition: Edition, walks: Sequence[RichWalk]) -> tuple[tuple[Note, ...], ...]:
    return tuple(tuple(_of_entry(entry, walk)) for entry, walk in zip(edition.entries, walks, strict=True))


def _of_entry(entry: Entry, walk: RichWalk) -> Iterator[Note]:
    yield from latex.missing_images([a for a in walk.images if not walk.has_image(a)])
    yield from _unreadable(entry, entry.formulas)


def _unreadable(entry: Entry, formulas: Sequence[SetFormula]) -> Iterator[Note]:
    places: list[Span] = [f.span for f in entry.result.document.formulas]
    for number, formula in enumerate(formulas):
        if formula.broken:
            yield Note("printed as its source, since no renderer can read it", places[number])


def _missing_images(edition: Edition) -> Iterator[Note]:
    for entry in edition.entries:
        missing = [a for a in figures.addresses(entry.post) if a not in entry.images]
        yield from latex.missing_images(missing)


FORMATS: Mapping[str, Callable[[Edition, Wish], Output]] = {
    "tex": _tex,
    "pdf": _pdf,
    "html": _html,
    "epub": _epub,
    "docx": _docx,
    "ipynb": _ipynb,
    "arxiv": _arxiv,
}
"""The formats by the ending of their files."""
