"""A post as a LaTeX document: its formulas by our own writer, its words by pandoc.

    Document ──setting──▶ formulas as LaTeX
             ──masked──▶ prose with marks ──pandoc──▶ tree ──typeset──▶ LaTeX with marks ──filled──▶ document

Every formula of the post leaves one mark and every mark is filled once; otherwise nothing is returned.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mathpost.document.document import Document
from mathpost.publish import glyphs
from mathpost.publish.formula import Setting, settings
from mathpost.publish.glyphs import Piece
from mathpost.publish.masking import MARK, Masked, masked
from mathpost.publish.pandoc import MissingPandocError, PandocError
from mathpost.publish.preamble import known, preamble
from mathpost.publish.prose import Prose, Style, typeset
from mathpost.publish.vocabulary import LABEL, escaped
from mathpost.text.diagnostics import Note
from mathpost.text.edits import apply
from mathpost.text.source import Source

if TYPE_CHECKING:
    from mathpost.document.numbering import Numbering

__all__ = ["Latex", "LostFormulaError", "MissingPandocError", "PandocError", "write"]

_LINE = "\x04"
_CONTROLS = {code: None for code in (*range(0x20), 0x7F) if chr(code) not in "\t\n\r"}
_FILLED = re.compile(rf"(?:[ \t]*\n)?[ \t]*{MARK.pattern}[ \t]*\n?")


class LostFormulaError(RuntimeError):
    """A formula of the post would be missing from the LaTeX, or stand in it twice; the message names its
    line.
    """


@dataclass(frozen=True, slots=True)
class Latex:
    """A whole document for XeLaTeX; `formulas` is the number of formulas in it, which is the number in the
    post.

    `warnings` say what prints otherwise than on the page: images, characters without a glyph, formulas that
    LaTeX cannot read.
    """

    text: str
    formulas: int
    warnings: tuple[Note, ...]


def write(
    document: Document, numbering: Numbering, *, target: str = "mathjax", brackets: bool = False
) -> Latex:
    """`document` with the numbers of the plan as a LaTeX document.

    `target` and `brackets` are those the document was read with. The numbers of the plan are written into
    the text first and the result is read again, unless the text has them already (the output of `enhance
    run` has).

    Raises:
        LostFormulaError: a formula got lost or doubled on the way.
        MissingPandocError, PandocError: the words could not be converted.
    """
    places = [formula.span for formula in document.formulas]
    document = _numbered(document, numbering, target, brackets)
    formulas = settings(document)
    prose_text = masked(document)
    chinese = any(map(glyphs.is_chinese, document.source.text))
    style = Style(
        chinese,
        {n for n, f in enumerate(formulas.each) if f.display is not None},
        {n: f.width for n, f in enumerate(formulas.each)},
        _site(document.front_matter),
    )
    try:
        prose = typeset(prose_text.text, str(document.front_matter.get("title") or ""), style)
    except RecursionError:
        raise PandocError("lists or quotes are nested too deeply") from None
    title, body = _filled(prose, formulas.each, prose_text, document)
    code = _code_glyphs(prose, chinese)
    head = preamble(
        chinese=chinese,
        used=formulas.used | ({r"\CJKsout", r"\sout"} if r"\struck{" in body else set()),
        unknown={n for n in formulas.unknown if not known(n)},
        macros=formulas.macros,
        code_glyphs={char: piece.text for char, piece in code.items()},
        pictographs=r"\pictograph{" in body + title or any(piece.unknown for piece in code.values()),
    )
    text = "\n".join([head, *_title_page(title, document.front_matter), "", body, "", r"\end{document}", ""])
    unknown = dict.fromkeys(
        [*prose.unknown, *formulas.unprinted, *(c for c, piece in code.items() if piece.unknown)]
    )
    noted = (Note(message, places[n] if n < len(places) else None) for n, message in formulas.notes)
    notes = (*noted, *_notes(prose, [*unknown], document.source.text if chinese else ""))
    return Latex(text.translate(_CONTROLS), len(formulas.each), notes)


def _code_glyphs(prose: Prose, chinese: bool) -> dict[str, Piece]:
    """The characters of the listings that are printed by a command."""
    characters = sorted(set("".join(prose.listings)))
    return {c: glyphs.in_code(c) for c in characters if not glyphs.is_printed(c, chinese)}


def _numbered(document: Document, numbering: Numbering, target: str, brackets: bool) -> Document:
    from mathpost.document.reader import read

    if not numbering.edits:
        return document
    text = apply(document.source.text, numbering.edits)
    return read(Source(document.source.path, text), target=target, brackets=brackets)


# --- marks ----------------------------------------------------------------------------------------------


def _filled(prose: Prose, formulas: Sequence[Setting], source: Masked, document: Document) -> tuple[str, str]:
    """Title and body with every mark filled; raises where a formula stands in them other than once."""
    seen: Counter[int] = Counter()
    count = len(formulas)

    def piece(found: re.Match[str]) -> str:
        number, form = int(found[1]), found[2]
        if form == "v":
            return _block(_listing(prose.listings[number]))
        if number >= count:
            reference = source.references[number - count]
            return _in_line(found[0], _reference(reference.target))
        seen[number] += 1
        formula = formulas[number]
        if form == "d" and formula.display is not None:
            return _block(formula.display)
        return _in_line(found[0], formula.inline)

    title, body = _FILLED.sub(piece, prose.title), _FILLED.sub(piece, prose.body)
    title, body = _broken(title), _broken(body)
    wrong = [n for n in range(count) if seen[n] != 1]
    if wrong:
        raise LostFormulaError(_lost(wrong, seen, document))
    return title, body


def _reference(label: str) -> str:
    """A reference to `label`; what LaTeX could not take for a name is printed as it was written."""
    if LABEL.fullmatch(label):
        return rf"\eqref{{{label}}}"
    return rf"\texttt{{{escaped(label)}}}"


def _broken(text: str) -> str:
    """Line breaks round blocks; none twice between two of them, which would end the paragraph."""
    return text.replace(_LINE + _LINE, "\n").replace(_LINE, "\n")


def _block(latex: str) -> str:
    """`latex` on lines of its own, where its mark stood; an empty line before it stays."""
    return f"{_LINE}{latex}{_LINE}"


def _in_line(found: str, latex: str) -> str:
    """`latex` with the white space that stood around its mark."""
    return MARK.sub(lambda _: latex, found)


def _lost(wrong: Sequence[int], seen: Counter[int], document: Document) -> str:
    lines = [document.source.line_of(document.formulas[n].span.start) for n in wrong]
    verb = "is missing" if seen[wrong[0]] == 0 else "stands more than once"
    more = f" (and {len(wrong) - 1} more)" if len(wrong) > 1 else ""
    return f"the formula in line {lines[0]}{more} {verb} in the LaTeX"


def _listing(code: str) -> str:
    options = "breaklines,breakanywhere,fontsize=\\small,codes=\\codeglyphs"
    return "\n".join([rf"\begin{{Verbatim}}[{options}]", code.replace("\t", "    "), r"\end{Verbatim}"])


# --- around the body ------------------------------------------------------------------------------------


def _site(front_matter: Mapping[str, Any]) -> str:
    """The address the post came from, for links relative to it."""
    source = front_matter.get("source")
    return source if isinstance(source, str) and source.startswith(("http://", "https://")) else ""


def _title_page(title: str, front_matter: Mapping[str, Any]) -> Iterator[str]:
    yield ""
    if title:
        yield rf"\title{{{title}}}"
        yield rf"\author{{{escaped(_names(front_matter.get('author')))}}}"
        yield rf"\date{{{escaped(str(front_matter.get('date') or ''))}}}"
    yield r"\begin{document}"
    if title:
        yield r"\maketitle"


def _names(author: object) -> str:
    return ", ".join(map(str, author)) if isinstance(author, list) else str(author or "")


def _notes(prose: Prose, unknown: Sequence[str], chinese: str) -> Iterator[Note]:
    if prose.images:
        count = f"{len(prose.images)} images are" if len(prose.images) > 1 else "an image is"
        yield Note(f"{count} replaced by a box with the file's name: {prose.images[0]}")
    if unknown:
        yield Note(f"no glyph in the standard fonts, printed as a box: {_shown(unknown)}")
    if rare := sorted(set(filter(glyphs.is_rare, chinese))):
        yield Note(f"not in GB 2312, the Fandol fonts may lack it: {_shown(rare)}")


def _shown(characters: Sequence[str]) -> str:
    more = f" and {len(characters) - 8} more" if len(characters) > 8 else ""
    return " ".join(f"{c} (U+{ord(c):04X})" for c in characters[:8]) + more
