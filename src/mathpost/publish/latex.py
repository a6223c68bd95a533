"""A post as a LaTeX document: its formulas by our own writer, its words by pandoc.

Every formula of the post leaves one mark, and every mark is filled once; otherwise nothing is returned.

    Document ──manuscript──▶ tree with marks ──typeset──▶ LaTeX with marks ──filled──▶ document
             ──settings──▶ formulas as LaTeX
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from mathpost.document.document import Document
from mathpost.publish.edition import author, day
from mathpost.publish.fitting import Excess, fitted, loosened
from mathpost.publish.formula import Setting, settings
from mathpost.publish.glyphs import is_rare
from mathpost.publish.manuscript import Manuscript, manuscript
from mathpost.publish.masking import MARK
from mathpost.publish.pandoc import MissingPandocError, PandocError
from mathpost.publish.preamble import Head, known, preamble
from mathpost.publish.prose import Prose, Style, typeset
from mathpost.publish.vocabulary import escaped
from mathpost.text.diagnostics import Note
from mathpost.text.source import Span

if TYPE_CHECKING:
    from mathpost.document.numbering import Numbering

__all__ = ["Latex", "LostFormulaError", "MissingPandocError", "PandocError", "chapter", "whole", "write"]

_LINE = "\x04"
_CONTROLS = {code: None for code in (*range(0x20), 0x7F) if chr(code) not in "\t\n\r"}
_NAMED = re.compile(r"(\\(?:label|ref|eqref)|\\numberhere\{\w+\})\{([^{}]+)\}")
_NOT_PRINTED = (".svg", ".webp", ".gif")  # LaTeX sets no such pictures
_FILLED = re.compile(rf"(?:[ \t]*\n)?[ \t]*{MARK.pattern}[ \t]*\n?")


class LostFormulaError(RuntimeError):
    """A formula of the post would be missing from the output, or occur in it twice; the message names its
    line.
    """


@dataclass(frozen=True, slots=True)
class Latex:
    """A whole document for XeLaTeX; `formulas` is the number of formulas in it, the same as in the post.

    `order` lists the formulas as they are printed, each by its chapter and its place in the post. `warnings`, also
    `by_chapter`, say what prints differently from the page: images, characters without a glyph, formulas that LaTeX
    cannot read.
    """

    text: str
    formulas: int
    warnings: tuple[Note, ...]
    order: tuple[tuple[int, int], ...] = ()
    by_chapter: tuple[tuple[Note, ...], ...] = ()


def write(
    document: Document,
    numbering: Numbering,
    *,
    target: str = "mathjax",
    brackets: bool = False,
    tags: bool = False,
    files: Mapping[str, str] | None = None,
) -> Latex:
    r"""`document` with the numbers of the plan as a LaTeX document.

    `target` and `brackets` are those the document was read with. The numbers of the plan are written into
    the text first and the result is read again, unless the text has them already (the output of `enhance
    run` has). With `tags` every number is a ``\tag``, else LaTeX counts. `files` are the local copies of
    images by their address in the post.

    Raises:
        LostFormulaError: a formula got lost or doubled on the way.
        MissingPandocError, PandocError: the words could not be converted.
    """
    post = manuscript(document, numbering, target=target, brackets=brackets)
    places = [formula.span for formula in document.formulas]
    return whole([chapter(post, places, tags=tags, files=files or {})])


class Chapter(NamedTuple):
    """A post as LaTeX, without the preamble; `head` is what it asks of one."""

    post: Manuscript
    title: str
    body: str
    head: Head
    formulas: int
    warnings: tuple[Note, ...]
    order: tuple[int, ...] = ()


def chapter(
    post: Manuscript,
    places: Sequence[Span],
    *,
    tags: bool,
    files: Mapping[str, str],
    rename: Callable[[str], str] = str,
    links: Mapping[str, str] | None = None,
    wide: Mapping[int, Excess] | None = None,
) -> Chapter:
    """The LaTeX of a manuscript; `places` are where its formulas are in the author's file, for the notes.

    `rename` gives a label the name it has in the book, `links` are the addresses that lead into it. `wide` are the
    displays that TeX found too wide, and the formulas in lines that are.
    """
    formulas = settings(post.document, post.names, tags=tags)
    formulas = formulas._replace(each=tuple(_fitted(formulas.each, wide or {})))
    displays = {n for n, f in enumerate(formulas.each) if f.display is not None}
    style = Style(displays, {n: f.width for n, f in enumerate(formulas.each)}, files, links or {}, rename)
    try:
        prose = typeset(post, style)
    except RecursionError:
        raise PandocError("lists or quotes are nested too deeply") from None
    prose = prose._replace(title=_renamed(prose.title, rename), body=_renamed(prose.body, rename))
    each = [f if f.is_source else _renamed_setting(f, rename) for f in formulas.each]
    order: list[int] = []
    title, body = _filled(prose, each, post.document, order)
    _no_reference_lost(post, title + body, rename)
    unknown = frozenset(n for n in formulas.unknown if not known(n))
    head = Head(post.chinese, formulas.used, unknown, formulas.macros, post.own_numbers, title + body)
    noted = (Note(message, places[n] if n < len(places) else None) for n, message in formulas.notes)
    notes = (*noted, *_notes(prose, [*dict.fromkeys([*prose.unknown, *formulas.unprinted])]))
    return Chapter(post, title, body, head, len(each), notes, tuple(order))


def _fitted(each: Sequence[Setting], wide: Mapping[int, Excess]) -> Iterator[Setting]:
    for number, setting in enumerate(each):
        excess = wide.get(number)
        if excess is None or setting.is_source:
            yield setting
        elif setting.display is None:
            yield setting._replace(inline=loosened(setting.inline))
        else:
            yield setting._replace(display=fitted(setting.display, excess))


class Cover(NamedTuple):
    """The title page of a book; `indexed`: its last chapter is an index without a number."""

    title: str
    authors: Sequence[str] = ()
    indexed: bool = False


def whole(chapters: Sequence[Chapter], book: Cover | None = None, *, clean: bool = False) -> Latex:
    """One document: the article of a single chapter, or a `book`. A `clean` one counts no formulas."""
    if book is None:
        (only,) = chapters
        pieces = [
            preamble(only.head._replace(clean=clean)),
            *_title_page(only.title, only.post.document.front_matter),
            "",
            only.body,
        ]
    else:
        pieces = [preamble(_joined([c.head for c in chapters])._replace(book=True)), *_cover(book)]
        mixed = len({each.head.own_numbers for each in chapters}) > 1
        for each in chapters:
            depth = rf"\setcounter{{secnumdepth}}{{{0 if each.head.own_numbers else 2}}}"
            pieces += ["", depth] if mixed else []
            silent = book.indexed and each is chapters[-1]
            heading = _silent_chapter(each.title) if silent else rf"\chapter{{{each.title}}}"
            pieces += ["", *each.head.macros, heading, "", each.body]
    text = "\n".join([*pieces, "", r"\end{document}", ""]).translate(_CONTROLS)
    notes = tuple(note for each in chapters for note in each.warnings)
    order = tuple((n, formula) for n, each in enumerate(chapters) for formula in each.order)
    by_chapter = tuple(each.warnings for each in chapters)
    return Latex(text, sum(each.formulas for each in chapters), notes, order, by_chapter)


def _joined(heads: Sequence[Head]) -> Head:
    """The preamble for all chapters; each brings its macros itself."""
    return Head(
        chinese=any(head.chinese for head in heads),
        used=frozenset[str]().union(*(head.used for head in heads)),
        unknown=frozenset[str]().union(*(head.unknown for head in heads)),
        macros=(),
        own_numbers=all(head.own_numbers for head in heads),
        body="".join(head.body for head in heads),
    )


def _renamed_setting(setting: Setting, rename: Callable[[str], str]) -> Setting:
    display = None if setting.display is None else _renamed(setting.display, rename)
    return setting._replace(display=display, inline=_renamed(setting.inline, rename))


def _renamed(latex: str, rename: Callable[[str], str]) -> str:
    return _NAMED.sub(lambda found: f"{found[1]}{{{rename(found[2])}}}", latex)


# --- marks ----------------------------------------------------------------------------------------------


def _filled(
    prose: Prose, formulas: Sequence[Setting], document: Document, order: list[int] | None = None
) -> tuple[str, str]:
    """Title and body with every mark filled; `order` is the order of the formulas. Raises if a formula is missing or
    occurs twice.
    """
    seen: Counter[int] = Counter()

    def piece(found: re.Match[str]) -> str:
        number, form = int(found[1]), found[2]
        if form == "v":
            return _block(prose.listings[number])
        seen[number] += 1
        if order is not None:
            order.append(number)
        formula = formulas[number]
        if form == "d" and formula.display is not None:
            return _block(formula.display)
        return _in_line(found[0], formula.inline)

    title, body = _FILLED.sub(piece, prose.title), _FILLED.sub(piece, prose.body)
    title, body = _broken(title), _broken(body)
    wrong = [n for n in range(len(formulas)) if seen[n] != 1]
    if wrong:
        raise LostFormulaError(lost(wrong, seen, document))
    return title, body


def _no_reference_lost(post: Manuscript, latex: str, rename: Callable[[str], str]) -> None:
    """Check that words that became references have a target; the author's own references may have none."""
    for pointer in post.pointers:
        name = rename(pointer.label)
        if pointer.words and rf"\label{{{name}}}" not in latex and rf"}}{{{name}}}" not in latex:
            raise LostFormulaError(f"the reference {pointer.words} leads nowhere in the output")


def _broken(text: str) -> str:
    """Line breaks round blocks; none twice between two of them, which would end the paragraph."""
    return text.replace(_LINE + _LINE, "\n").replace(_LINE, "\n")


def _block(latex: str) -> str:
    """`latex` on lines of its own, where its mark stood; an empty line before it stays."""
    return f"{_LINE}{latex}{_LINE}"


def _in_line(found: str, latex: str) -> str:
    """`latex` with the white space that was around its mark."""
    return MARK.sub(lambda _: latex, found)


def lost(wrong: Sequence[int], seen: Mapping[int, int], document: Document) -> str:
    """The message for formulas that are not in an output once."""
    lines = [document.source.line_of(document.formulas[n].span.start) for n in wrong]
    verb = "is missing" if seen[wrong[0]] == 0 else "occurs more than once"
    more = f" (and {len(wrong) - 1} more)" if len(wrong) > 1 else ""
    return f"the formula in line {lines[0]}{more} {verb} in the output"


# --- around the body ------------------------------------------------------------------------------------


def _title_page(title: str, front_matter: Mapping[str, Any]) -> Iterator[str]:
    yield ""
    if title:
        yield rf"\title{{{title}}}"
        yield rf"\author{{{escaped(author(front_matter))}}}"
        yield rf"\date{{{escaped(day(front_matter))}}}"
    yield r"\begin{document}"
    if title:
        yield r"\maketitle"


def _silent_chapter(title: str) -> str:
    return rf"\chapter*{{{title}}}\addcontentsline{{toc}}{{chapter}}{{{title}}}\markboth{{{title}}}{{}}"


def _cover(book: Cover) -> Iterator[str]:
    yield from (
        "",
        rf"\title{{{escaped(book.title)}}}",
        rf"\author{{{escaped(', '.join(book.authors))}}}",
        r"\date{}",
        r"\begin{document}",
        r"\maketitle",
    )
    yield r"{\protected\def\countformula{}\tableofcontents}"


def missing_images(addresses: Sequence[str], copy: str = "a local copy") -> Iterator[Note]:
    """What is stated about images that no file was found for."""
    if addresses:
        count = (
            f"an image without {copy} is"
            if len(addresses) == 1
            else f"{len(addresses)} images without {copy} are"
        )
        box = "its address" if len(addresses) == 1 else "their address"
        yield Note(f"{count} replaced by a box with {box}: {addresses[0]}")


def _notes(prose: Prose, unknown: Sequence[str]) -> Iterator[Note]:
    unprinted = [a for a in prose.missing if a.lower().endswith(_NOT_PRINTED)]
    yield from missing_images([a for a in prose.missing if a not in unprinted])
    yield from missing_images(unprinted, "a local copy as PNG, JPEG or PDF")
    rare = [c for c in unknown if is_rare(c)]
    if rare:
        yield Note(f"not in GB 2312, printed as a box where no font has it: {_shown(rare)}")
    if boxes := [c for c in unknown if c not in rare]:
        yield Note(f"no glyph in the standard fonts, printed as a box: {_shown(boxes)}")


def _shown(characters: Sequence[str]) -> str:
    more = f" and {len(characters) - 8} more" if len(characters) > 8 else ""
    return " ".join(f"{c} (U+{ord(c):04X})" for c in characters[:8]) + more
