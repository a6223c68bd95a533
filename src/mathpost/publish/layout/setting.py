"""A whole formula laid out: its rows with the numbers beside them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from mathpost.document.document import Document, Formula, NumberRow
from mathpost.document.rows import BY_ROW
from mathpost.latex.lexer import reading
from mathpost.latex.speech.speaker import spoken_nodes
from mathpost.latex.speech.vocabulary import Language
from mathpost.latex.tree import Environment, Error, Node, Row, Symbol
from mathpost.publish.formula import fatal
from mathpost.publish.layout import grids
from mathpost.publish.layout.building import Setting, layout
from mathpost.publish.layout.layout import SetFormula, SetRow
from mathpost.publish.pointers import Names, in_chapter


def laid_out(document: Document, names: Names, language: Language = "en") -> tuple[SetFormula, ...]:
    """All formulas of `document`, in order, with their words in `language`."""
    numbers = names.numbers
    own = {
        label.name: names.rows.get((f.index, k), "")
        for f in document.formulas
        for k, r in enumerate(f.rows)
        for label in r.labels
    }

    def refer(label: str) -> str:
        return numbers.get(label) or numbers.get(own.get(label, ""), "")

    return tuple(
        _with_words(_laid_out(formula, document.source.text, names, refer), formula, language)
        for formula in document.formulas
    )


def _with_words(made: SetFormula, formula: Formula, language: Language) -> SetFormula:
    """A formula with its words; those of its cells where its rows are set one by one."""
    if made.broken:
        return made
    tree = formula.definitions.written_out(formula.tree)
    main = _by_row(tree.body) if len(made.rows) > 1 else None
    rows = made.rows
    if main is not None:
        spoken = [tuple(spoken_nodes(cell.body, language) for cell in row.cells) for row in _shown(main)]
        if len(spoken) == len(rows):
            rows = tuple(row._replace(spoken=words) for row, words in zip(rows, spoken, strict=True))
    return made._replace(rows=rows, spoken=spoken_nodes(tree.body, language))


def _laid_out(formula: Formula, text: str, names: Names, refer: Callable[[str], str]) -> SetFormula:
    display = formula.kind == "display"
    source = reading(text, formula.segments, formula.escaped).text.strip()
    labels = [names.rows.get((formula.index, k), "") for k in range(len(formula.rows))]
    numbers = [
        _number(row, names.numbers.get(label, ""), names.chapter)
        for row, label in zip(formula.rows, labels, strict=True)
    ]
    if next(fatal(formula), None) is not None:
        beside = " ".join(filter(None, numbers))
        return SetFormula(
            (SetRow((), beside, next(filter(None, labels), "")),), "", display, source, broken=True
        )
    at = Setting(formula.definitions, text, refer, display=display)
    main = _by_row(formula.tree.body) if display else None
    if main is not None and len(formula.rows) > 1:
        return _by_rows(main, at, list(zip(numbers, labels, strict=True)), source)
    beside = " ".join(filter(None, numbers)) if display else ""
    body = layout(formula.tree.body, at)
    return SetFormula((SetRow((body,), beside, next(filter(None, labels), "")),), "c", display, source)


def _number(row: NumberRow, number: str, chapter: str) -> str:
    """What is beside a row: its number in brackets, or a starred tag's words."""
    if not row.tags:
        return f"({number})" if number else ""
    tags = ((tag.text.strip(), tag.starred) for tag in row.tags)
    return " ".join(text if starred else f"({in_chapter(text, chapter)})" for text, starred in tags)


def _by_row(nodes: Sequence[Node]) -> Environment | None:
    """The environment that is all of a display and numbers its rows."""
    found = [n for n in map(_sound, nodes) if not (isinstance(n, Symbol) and not n.text.strip())]
    if len(found) == 1 and isinstance(found[0], Environment) and found[0].name.rstrip("*") in BY_ROW:
        return found[0]
    return None


def _sound(node: Node) -> Node:
    while isinstance(node, Error) and node.node is not None:
        node = node.node
    return node


def _by_rows(main: Environment, at: Setting, numbers: list[tuple[str, str]], source: str) -> SetFormula:
    columns = "c" if main.name.rstrip("*") == "gather" else grids.alignment(main)
    rows = list(_rows(main, at, numbers, len(columns)))
    return SetFormula(tuple(rows), columns, True, source)


def _shown(main: Environment) -> Iterator[Row]:
    """The rows that are on the page: all but an empty last one."""
    for row in main.rows:
        if row.end.length or not grids.is_blank(row) or any(c.body for c in row.cells):
            yield row


def _rows(main: Environment, at: Setting, numbers: list[tuple[str, str]], width: int) -> Iterator[SetRow]:
    beside = iter(numbers)
    for row in _shown(main):
        cells = tuple(layout(cell.body, at) for cell in row.cells)
        number, name = next(beside, ("", ""))
        yield SetRow(cells + (layout((), at),) * (width - len(cells)), number, name)
