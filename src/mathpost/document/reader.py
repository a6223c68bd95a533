"""From a file to a `Document`: our own scan finds the formulas, markdown-it-py the blocks around them.

The formulas are masked before the block parser runs, so that nothing in them is Markdown; then each mark is searched
for in its result. A formula whose mark is in code or is missing (in a link's destination) is not a formula: the two
readers must agree. Reading never fails; each problem becomes a `ReadingFault`.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import compress, pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from mathpost.document import flavours, paper, vocabulary
from mathpost.document.dialect import (
    are_for_markdown,
    breaks_rows_by_four,
    escaped,
    inner_labels,
    outer_label,
)
from mathpost.document.document import CodeBlock, Document, Formula, Heading
from mathpost.document.flavour import PLAIN, Flavour
from mathpost.document.frontmatter import front_matter
from mathpost.document.masking import DIGITS, MARK, masked
from mathpost.document.opaque import layout
from mathpost.document.prose import blanked
from mathpost.document.references import references, visible_text
from mathpost.document.rows import number_rows
from mathpost.document.scanner import Found, Scan, scan
from mathpost.document.spelling import inserts
from mathpost.document.statements import statements
from mathpost.latex.definitions import NONE, Definitions
from mathpost.latex.lexer import MARKDOWN
from mathpost.latex.parser import Parsed, parse
from mathpost.latex.tree import Fault
from mathpost.text.edits import Edit, apply
from mathpost.text.source import Source, Span

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token


_MARKED = re.compile(f"{MARK}[\r\n]*([{DIGITS}])")
_MARK_OF_OURS = re.compile(
    r"<!--\s{0,9}enhance:(?P<kind>begin|end)\s{1,9}(?P<name>\S{1,40}?)\s{0,9}-->(?:[ \t]{0,99}(?:\r\n?|\n)?)"
)
_AMPERSAND, _MISDEFINED = "L010", "L022"
_READ_BY_PANDOC = frozenset(["pandoc", "quarto", "rmarkdown"])
_QUOTED = re.compile(
    r"[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(?:>[ \t]?(?:[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+)*)*"
)
_LINE_HEAD = re.compile(r"(?<=\n)[ \t]*(?:>[ \t]?)*[ \t]*|(?<=\r)(?!\n)[ \t]*(?:>[ \t]?)*[ \t]*")


def read(
    source: Source,
    *,
    target: str = "mathjax",
    brackets: bool = False,
    definitions: Definitions | None = None,
    flavour: Flavour | None = None,
) -> Document:
    r"""The post in `source`.

    `target` is the renderer whose commands are known, `brackets` also reads ``\(…\)`` and ``\[…\]``, and `definitions`
    are macros in force before the first formula (a site's own). `flavour` is the one that the post is written in; if
    None is given, the text decides.
    """
    generated = tuple(_generated(source.text))
    whole, source = source, _set_aside(source, generated)
    flavour = flavour or flavour_by_text(source)
    scanned = scan(source, brackets=brackets, flavour=flavour.name)
    blocks = (
        _sections(source, scanned)
        if flavour.name == paper.FLAVOUR
        else _blocks(source, scanned, components=flavour.name == "mdx")
    )
    seen = [k in blocks.seen or f.opener == "math" for k, f in enumerate(scanned.formulas)]
    found = list(compress(scanned.formulas, seen))
    settings, faults = front_matter(source, scanned.front_matter, tabs=flavour.name == "hexo")
    own = _own_macros(settings, target, definitions)
    if flavour.name in _READ_BY_PANDOC and vocabulary.DEFINITION.search(source.text):
        own = _with(_among_the_text(source.text, scanned), target, own)
    own = _with(paper.preamble(source.text), target, own) if flavour.name == paper.FLAVOUR else own
    formulas, in_force = _formulas(source.text, found, target, own, flavour)
    hidden = [
        f.span for f, is_seen in zip(scanned.formulas, seen, strict=True) if not is_seen
    ]  # code, to the parser of blocks
    opaque = tuple(sorted((*scanned.opaque, *hidden)))
    visible = visible_text(source.text, [f.span for f in formulas], opaque)
    return Document(
        source=whole,
        front_matter=settings,
        formulas=formulas,
        headings=tuple(blocks.headings),
        statements=tuple(statements(source.text, visible)),
        code=_code(scanned.code, blocks.code),
        references=references(source.text, visible, formulas, scanned.code),
        opaque=opaque,
        paragraphs=tuple(blocks.paragraphs),
        faults=tuple(sorted((*faults, *scanned.faults), key=lambda f: f.span)),
        generated=generated,
        definitions=NONE if in_force is None else in_force,
        given=NONE if own is None else own,
        flavour=flavour,
    )


def flavour_by_text(source: Source) -> Flavour:
    """The flavour that the syntax of a post shows; the plain one if it shows none."""
    plan = layout(source)
    heads = [
        source.text[slice(*r.span)]
        for r in plan.regions
        if r.kind in ("math", "directive", "html", "comment")
    ]
    return flavours.signed([*heads, *(source.text[slice(*block)] for block in plan.blocks)]) or PLAIN


def _generated(text: str) -> Iterator[Span]:
    """The parts that the program wrote, each from its begin to its end mark; text after a begin mark without an end
    belongs to the author.
    """
    for begin, end in pairwise(_MARK_OF_OURS.finditer(text)):
        if (begin["kind"], end["kind"]) == ("begin", "end") and begin["name"] == end["name"]:
            yield Span(begin.start(), end.end())


def _set_aside(source: Source, generated: Sequence[Span]) -> Source:
    """The post with each part that the program wrote as one comment, since nothing in it is the author's."""
    if not generated:
        return source
    edits = []
    for span in generated:
        inside = Span(
            source.text.index("-->", span.start), source.text.rindex("<!--", span.start, span.end) + 4
        )
        edits.append(Edit(inside, blanked(source.slice(inside), " ")))
    return Source(source.path, apply(source.text, edits))


def _own_macros(
    settings: Mapping[str, Any], target: str, definitions: Definitions | None
) -> Definitions | None:
    """The macros in the front matter of the post (``math:`` of MyST), in addition to the site's."""
    table = vocabulary.table_in({key: settings.get(key) for key in ("math", "macros")})
    included = settings.get("header-includes") or ()
    lines = [included] if isinstance(included, str) else [each for each in included if isinstance(each, str)]
    own = [vocabulary.from_table(table), *(line for line in lines if "\\" in line)]
    return _with("\n".join(filter(None, own)), target, definitions)


def _among_the_text(text: str, scanned: Scan) -> str:
    r"""LaTeX definitions in the text, such as ``\newcommand`` in a paragraph of its own: pandoc applies them to all
    formulas.
    """
    outside = visible_text(text, [f.span for f in scanned.formulas], scanned.opaque)
    return "\n".join(vocabulary.definitions(outside))


def _with(latex: str, target: str, definitions: Definitions | None) -> Definitions | None:
    """The macros that `latex` defines, in addition to others."""
    if not latex:
        return definitions
    return parse(latex, [Span(0, len(latex))], target=target, definitions=definitions).definitions


# --- formulas -------------------------------------------------------------------------------------------


def _formulas(
    text: str, found: Sequence[Found], target: str, definitions: Definitions | None, flavour: Flavour
) -> tuple[tuple[Formula, ...], Definitions | None]:
    """Each formula parsed once, in the order of the page: macros of one are in force in the next."""
    formulas = []
    given = definitions or NONE
    four = breaks_rows_by_four(text, (each.body for each in found))
    marked = bool(flavour.unescapes) or are_for_markdown(
        (text[slice(*each.body)] for each in found), 1 if flavour.unescapes is None else 2
    )
    for index, (kind, opener, span, body) in enumerate(found):
        labels = inner_labels(text, body) if kind == "display" else ()
        left_out = [*(label.span for label in labels), *(inserts(text, body) if flavour.inserts else ())]
        pieces = without(segments(text, body, span.start), left_out)
        unescapes = marked and opener != "math"  # a shortcode gets its formula as it is
        doubled = escaped("".join(text[s.start : s.end] for s in pieces), four, unescapes)
        if text.startswith(r"\\", span.start):  # \\( … \\), for an engine that removes one backslash
            doubled = MARKDOWN
        parsed = parse(
            text, pieces, escaped=doubled, display=kind == "display", target=target, definitions=definitions
        )
        definitions = parsed.definitions
        outer = outer_label(text, opener, span, body, flavour.name) if kind == "display" else None
        rows = number_rows(parsed.tree, kind, body, text, outer, labels)
        formulas.append(
            Formula(
                index,
                kind,
                opener,
                span,
                body,
                pieces,
                doubled,
                parsed.tree,
                tuple(_faults(parsed, given, rows=flavour.rows and "\\\\" in text[slice(*body)])),
                rows,
                parsed.definitions,
            )
        )
    return tuple(formulas), definitions


def _faults(parsed: Parsed, given: Definitions, *, rows: bool) -> Iterator[Fault]:
    """The faults of a formula on its page: a builder may set `rows`, a post may redefine a macro of the site.

    An unknown bare environment, such as a `figure` or a `tikzcd`, has only that fault.
    """
    begin = next((f for f in parsed.faults if f.is_foreign), None)
    if begin is not None:
        yield begin
        return
    for fault in parsed.faults:
        again = fault.code == _MISDEFINED and fault.message.split(" ")[0] in given
        if not again and not (rows and fault.code == _AMPERSAND):
            yield fault


def segments(text: str, body: Span, opener: int) -> tuple[Span, ...]:
    """The pieces of `body` that LaTeX reads: without the quote marks and indents at the start of its lines.

    As many ``>`` are dropped from a line as come before the `opener` of the formula; more belong to it.
    """
    if text.find("\n", body.start, body.end) < 0 and text.find("\r", body.start, body.end) < 0:
        return (body,)
    line = max(text.rfind("\n", 0, opener), text.rfind("\r", 0, opener)) + 1
    head = _QUOTED.match(text, line, opener if opener > line else body.start)
    depth = head[0].count(">") if head else 0
    pieces, at = [], body.start
    for skipped in _LINE_HEAD.finditer(text, body.start, body.end):
        end = _behind_marks(text, skipped.start(), skipped.end(), depth)
        if end > skipped.start():
            pieces.append(Span(at, skipped.start()))
            at = end
    return tuple(p for p in (*pieces, Span(at, body.end)) if p.length)


def without(pieces: Sequence[Span], left_out: Sequence[Span]) -> tuple[Span, ...]:
    """`pieces` without the parts in `left_out`."""
    found = list(pieces)
    for gap in left_out:
        cut = (Span(p.start, min(p.end, gap.start)) for p in found)
        rest = (Span(max(p.start, gap.end), p.end) for p in found)
        found = sorted({p for p in (*cut, *rest) if p.length > 0})
    return tuple(found)


def _behind_marks(text: str, start: int, end: int, depth: int) -> int:
    """The offset in ``start:end`` after white space and at most `depth` quote marks."""
    at = start
    for _ in range(depth + 1):
        while at < end and text[at] in " \t":
            at += 1
        if at >= end or depth == 0:
            break
        at, depth = at + 1, depth - 1
    return at


# --- blocks ---------------------------------------------------------------------------------------------


class _Blocks(NamedTuple):
    """The result of the block parser: which formulas it found (by index), and the structure of the page."""

    seen: set[int]
    headings: list[Heading]
    paragraphs: list[Span]
    code: list[CodeBlock]


_DEEPEST = 100  # nested blocks: with the preset's 20, the tenth level of a list is dropped


@lru_cache(maxsize=2)
def _markdown(*, components: bool = False) -> MarkdownIt:
    """The block parser; with `components`, indented text is not code."""
    from markdown_it import MarkdownIt
    from mdit_py_plugins.footnote import footnote_plugin

    engine = MarkdownIt("commonmark", {"maxNesting": _DEEPEST}).enable(["table", "strikethrough"])
    # the content of paragraphs is read on demand, and notes stay where they are defined
    engine = engine.use(footnote_plugin, move_to_end=False).disable(["inline", "text_join"])
    return engine.disable("code") if components else engine


def _children(content: str) -> list[Token]:
    """The content of a paragraph or a heading, without the notes ``^[…]`` in it."""
    return _read_inline(content)[0]


def _read_inline(content: str) -> tuple[list[Token], list[Token]]:
    """The content of a paragraph, and of its notes ``^[…]``."""
    children: list[Token] = []
    kept: dict[str, Any] = {}
    engine = _markdown()
    engine.inline.parse(content, engine, kept, children)
    notes = kept.get("footnotes", {}).get("list", {}).values()
    return children, [token for note in notes for token in note.get("tokens") or ()]


def _blocks(source: Source, scanned: Scan, *, components: bool) -> _Blocks:
    result = _Blocks(set(), [], [], [])
    marks = _Marks(source, scanned.formulas)
    tokens = _markdown(components=components).parse(masked(source.text, scanned))
    for index, token in enumerate(tokens):
        if token.type not in _TELLING:
            continue
        _record(token, tokens[index - 1] if index else None, source, marks, result)
    return result


def _sections(source: Source, scanned: Scan) -> _Blocks:
    """The same for a LaTeX file, which has no Markdown."""
    seen = set(range(len(scanned.formulas)))
    return _Blocks(seen, list(paper.headings(source)), list(paper.layout(source).blocks), [])


class _Marks:
    """The formulas by the lines on which they start, to find those whose marks a token contains."""

    def __init__(self, source: Source, formulas: Sequence[Found]) -> None:
        self._by_line: dict[int, list[int]] = {}
        for index, formula in enumerate(formulas):
            self._by_line.setdefault(source.line_of(formula.span.start) - 1, []).append(index)

    def on(self, lines: Sequence[int]) -> list[int]:
        """The formulas that start on `lines` (0-based, half-open)."""
        return [k for line in range(*lines) for k in self._by_line.get(line, ())]

    def of(self, content: str, lines: Sequence[int]) -> Iterator[int]:
        """The formulas whose marks are in `content`, which was read from `lines`."""
        if MARK not in content:
            return
        wanted = Counter(DIGITS.index(m[1]) for m in _MARKED.finditer(content))
        for index in self.on(lines):
            if wanted[index % len(DIGITS)]:
                wanted[index % len(DIGITS)] -= 1
                yield index


_TELLING = frozenset(["inline", "table_open", "html_block", "fence", "code_block"])
_CELLS = frozenset(["th_open", "td_open"])


def _record(token: Token, before: Token | None, source: Source, marks: _Marks, result: _Blocks) -> None:
    lines = token.map or (before.map if before else None)
    if lines is None:
        return
    if token.type == "inline":
        if before is None or before.type not in _CELLS:  # a table contains everything on its lines
            result.seen.update(marks.of(_running_text(token.content), lines))
        if before is not None and before.type == "heading_open":
            title = _title(token, source, lines)
            result.headings.append(Heading(int(before.tag[1:]), title, _line_span(source, lines)))
        span = _line_span(source, lines)
        if not result.paragraphs or result.paragraphs[-1] != span:
            result.paragraphs.append(span)
    elif (
        token.type == "table_open"
    ):  # cells beyond the last column are dropped by the parser, not by the author
        result.seen.update(marks.on(lines))
    elif token.type == "html_block":
        result.seen.update(marks.of(token.content, lines))
        result.paragraphs.append(_line_span(source, lines))
    elif token.type in ("fence", "code_block"):
        result.code.append(CodeBlock(token.info.strip().split(" ")[0].strip("{}"), _line_span(source, lines)))


_HIDING = re.compile(r"[`<]|\]\(")


def _running_text(content: str) -> str:
    """The text of a paragraph outside of code, tags and link destinations."""
    if MARK not in content or not _HIDING.search(content):
        return content
    pieces: list[str] = []
    children, notes = _read_inline(content)
    stack = [*reversed(notes), *reversed(children)]
    while stack:
        child = stack.pop()
        if child.type == "text" or child.type == "html_inline":
            pieces.append(child.content)
        elif child.children:
            stack.extend(reversed(child.children))
    return "".join(pieces)


def _line_span(source: Source, lines: Sequence[int]) -> Span:
    """The lines (0-based, half-open) without the last line end."""
    last = max(lines[1], lines[0] + 1)
    starts = source.line_starts
    return Span(starts[min(lines[0], len(starts) - 1)], source.line_span(min(last, len(starts))).end)


_TITLE_MARKS = re.compile(
    r"^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*#{1,6}[ \t]*|[ \t]+#+[ \t]*$"
    r"|[ \t]*\{#[\w:-]+\}[ \t]*$|[ \t]*\n[-=]+[ \t]*$"
)


_TITLE_TAGS = re.compile(
    r"</?(?:a|b|big|center|code|em|font|i|mark|small|span|strong|sub|sup|u)\b[^<>$]*>", re.I
)


def _title(token: Token, source: Source, lines: Sequence[int]) -> str:
    """The words of a heading without HTML tags, with formulas as the post writes them."""
    if MARK not in token.content:
        words = "".join(child.content for child in _children(token.content))
        return re.sub(r"[ \t]*\{#[\w:-]+\}$", "", _TITLE_TAGS.sub("", words)).strip()
    raw = source.slice(_line_span(source, lines)).replace("\r", "")
    while (bare := _TITLE_MARKS.sub("", raw)) != raw:
        raw = bare
    return _TITLE_TAGS.sub("", raw).strip().replace("**", "")


def _code(scanned: Sequence[CodeBlock], parsed: Sequence[CodeBlock]) -> tuple[CodeBlock, ...]:
    """The code that both readers find, and the code that only the block parser finds."""
    known = sorted(block.span for block in scanned)  # they do not overlap
    extra = []
    for block in parsed:
        before = bisect_left(known, block.span.end, key=lambda span: span.start)
        if not before or known[before - 1].end <= block.span.start:
            extra.append(block)
    return tuple(sorted((*scanned, *extra), key=lambda c: c.span))
