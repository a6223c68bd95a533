r"""One formula as LaTeX: its text with the changes of `rewriting`, in delimiters that LaTeX accepts at its place.

``$$`` becomes ``\[``, or `equation` if it has a number; environments of amsmath stay, with or without dollars around
them. A display in a heading or a cell is set within the line.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterator, Mapping, Sequence
from typing import NamedTuple

from mathpost.document.document import Document, Formula, NumberRow, Tag
from mathpost.latex.lexer import TOKEN, Reading, reading
from mathpost.latex.macros import environment
from mathpost.latex.tree import Command, Environment, Error, Fault, Group, Node, Symbol, walk
from mathpost.publish.changes import Changes
from mathpost.publish.counting import Counted, RowNumber, counted
from mathpost.publish.definitions import Written, of_site
from mathpost.publish.environments import NUMBERING, edges, rename, widest
from mathpost.publish.pointers import Names
from mathpost.publish.rewriting import change
from mathpost.publish.vocabulary import escaped, guarded
from mathpost.text.source import Span

# Faults after which no renderer reads on: a brace, a delimiter or an environment without its partner.
_FATAL = frozenset(
    {"L001", "L002", "L004", "L005", "L006", "L007", "L008", "L013", "L016", "L019", "L020", "L021", "L101"}
)
_ROW_BREAKS = frozenset({r"\\", r"\cr", r"\newline", r"\tabularnewline"})
_AS_DISPLAY = {"aligned": "align*", "split": "align*", "gathered": "gather*"}


# What TeX and the preamble call by these names would fail where a post redefined them.
_NEEDED = frozenset(
    r"\advance \and \begin \box \char \copy \count \cr \def \dimen \else \end \endgroup \expandafter \fbox \fi \global \hbox "
    r"\hfill \hskip \hss \if \ifx \input \item \kern \let \line \loop \lower \number \or \output \par \parbox \penalty "
    r"\protect \raise \read \relax \repeat \rule \savebox \skip \span \string \the \toks \unit \vbox \vcenter \vskip \write".split()
)


class Setting(NamedTuple):
    """One formula as LaTeX: `display` on lines of its own (None for an inline formula), `inline` within a line.

    `width` is its approximate printed width in characters. `is_source`: it is printed as it was written.
    """

    display: str | None
    inline: str
    width: int
    is_source: bool = False


class Settings(NamedTuple):
    """All formulas of a post in order, and what they need in the preamble; a note names its formula."""

    each: tuple[Setting, ...]
    used: frozenset[str]
    unknown: frozenset[str]
    macros: tuple[str, ...]
    notes: tuple[tuple[int, str], ...]
    unprinted: tuple[str, ...]


def settings(document: Document, names: Names, *, tags: bool = False) -> Settings:
    r"""The LaTeX of every formula of `document`; with `tags` its numbers are written, not counted."""
    numbers = counted(document, names, lambda formula: next(fatal(formula), None) is None, tags=tags)
    each: list[Setting] = []
    used: set[str] = set()
    unknown: set[str] = set()
    unprinted: set[str] = set()
    notes: list[tuple[int, str]] = []
    macros: dict[str, str] = {}
    site = of_site(document.given)
    found = [(formula, *_setting(formula, document.source.text, numbers)) for formula in document.formulas]
    defined = {definition.name for _, _, changes in found for definition in changes.definitions} - {""}
    for formula, setting, changes in found:
        for name in changes.used & site.keys():
            _take_site_macro(name, site, macros, used)
        definitions = [_guarded_definition(d, {*macros, *defined}) for d in changes.definitions]
        before = _later_definitions(definitions, macros)
        setting, refused = _guarded_setting(setting, macros, before)
        if formula.index in numbers.jumps and setting.display is not None:
            jump = rf"\setcounter{{equation}}{{{numbers.jumps[formula.index]}}}%"
            setting = setting._replace(display=f"{jump}\n{setting.display}")
        each.append(setting)
        notes += ((formula.index, f"{name} is not defined and prints its name") for name in refused)
        used |= changes.used
        unknown |= changes.unknown
        unprinted |= changes.unprinted
        notes += ((formula.index, message) for message in changes.notes)
    needed = frozenset(macros) & _NEEDED
    return Settings(
        each=tuple(_with_own_names(setting, needed) for setting in each),
        used=frozenset(used),
        unknown=frozenset(unknown - macros.keys()),
        macros=tuple(_own_names(latex, needed) for latex in macros.values()),
        notes=tuple(notes),
        unprinted=tuple(sorted(unprinted)),
    )


def _with_own_names(setting: Setting, needed: Container[str]) -> Setting:
    """`setting` with other names for the post's macros that have a name that TeX needs."""
    if setting.is_source or not needed:
        return setting
    display = None if setting.display is None else _own_names(setting.display, needed)
    return setting._replace(display=display, inline=_own_names(setting.inline, needed))


def _own_names(latex: str, needed: Container[str]) -> str:
    tokens = (found[0] for found in TOKEN.finditer(latex))
    return "".join(rf"\own{token[1:]}" if token in needed else token for token in tokens)


def _take_site_macro(name: str, site: Mapping[str, Written], macros: dict[str, str], used: set[str]) -> None:
    """Record a macro of the site, and before it those that it calls."""
    if name in macros or name not in site:
        return
    definition = site[name]
    macros[name] = ""
    for inner in sorted(definition.commands):
        used.add(inner)
        _take_site_macro(inner, site, macros, used)
    del macros[name]
    macros[name] = guarded(definition.latex, {*macros, name}).latex


def _guarded_definition(definition: Written, own: Container[str]) -> Written:
    """A definition of which every command is known; it may call what is defined after it."""
    return definition._replace(latex=guarded(definition.latex, own).latex)


def _later_definitions(found: Sequence[Written], macros: dict[str, str]) -> str:
    """Record the first definition of each name; a later, different definition is placed before its formula."""
    before = ""
    for definition in found:
        if macros.setdefault(definition.name or definition.latex, definition.latex) != definition.latex:
            before += definition.latex + rf"\global\let{definition.name}{definition.name}" + "%\n"
    return before


def _guarded_setting(
    setting: Setting, macros: dict[str, str], before: str
) -> tuple[Setting, tuple[str, ...]]:
    """`setting` with nothing but known commands, after its late definitions."""
    if setting.is_source:
        return setting, ()
    inline, refused = guarded(setting.inline, macros)
    display = None if setting.display is None else before + guarded(setting.display, macros).latex
    return setting._replace(display=display, inline=before + inline), refused


def _setting(formula: Formula, source: str, numbers: Counted) -> tuple[Setting, Changes]:
    read = reading(source, formula.segments, formula.escaped)
    unreadable = next(fatal(formula), None)
    if unreadable is not None:
        return _source_form(formula, read, unreadable)
    main = _main(formula.tree)
    rows = numbers.of(formula)
    in_line, changes = _in_line(formula, source, rows)
    width = _width(changes.read.text)
    if formula.kind == "inline" and main is None:
        return Setting(None, in_line, width), changes
    display, changes = _display(formula, source, main, rows)
    return Setting(display, in_line, width), changes


def fatal(formula: Formula) -> Iterator[Fault]:
    """The faults that cannot be fixed, such as an ``&`` between braces without an alignment."""
    yield from (fault for fault in formula.faults if fault.code in _FATAL)
    direct = {id(node) for node in formula.tree.body}
    for node in walk(formula.tree):
        if isinstance(node, Error) and node.fault.code == "L010" and id(node) not in direct:
            yield node.fault
        elif isinstance(node, Environment):  # a macro's parameter for columns: elsewhere # is printed
            for columns in node.arguments:
                if isinstance(columns, Symbol) and "#" in columns.text:
                    yield Fault("L011", columns.span, "# is only allowed in the body of a macro")


def _main(tree: Group) -> Environment | None:
    """The display of amsmath that is all of a formula, if it is one."""
    nodes = [_sound(n) for n in tree.body]
    if len(nodes) != 1 or not isinstance(nodes[0], Environment):
        return None
    spec = environment(nodes[0].name)
    return nodes[0] if spec is not None and spec.alone else None


def _changes(formula: Formula, source: str) -> Changes:
    return Changes(reading(source, formula.segments, formula.escaped))


def _source_form(formula: Formula, read: Reading, fault: Fault) -> tuple[Setting, Changes]:
    """A formula that no TeX can read: its source, and a note."""
    changes = Changes(read)
    changes.notes.append(f"printed as its source, since LaTeX cannot read it: {fault.message}")
    words = escaped(" ".join(read.text.split()))
    display = rf"\begin{{sourcedisplay}}{words}\end{{sourcedisplay}}" if formula.kind == "display" else None
    return Setting(display, rf"\sourceformula{{{words}}}", len(words), True), changes


# --- in a line ------------------------------------------------------------------------------------------


def _in_line(formula: Formula, source: str, rows: Sequence[RowNumber]) -> tuple[str, Changes]:
    changes = _changes(formula, source)
    change(changes, formula.tree)
    _drop_inner_breaks(changes, formula.tree)
    for node in walk(formula.tree):
        if isinstance(node, Command) and node.name == r"\label":
            changes.replace(*changes.span(node), "")
        elif isinstance(node, Environment) and node.name.rstrip("*") == "equation":
            for edge in edges(changes, node):
                changes.replace(*edge, "")
        elif isinstance(node, Command) and node.name in (r"\tag", r"\tag*") and node.arguments:
            changes.replace(*changes.span(node), _printed(changes, node))
    body = _stripped(changes.result())
    if _has_breaks(formula.tree.body):
        body = rf"\begin{{aligned}}{body}\end{{aligned}}"
    style = r"\displaystyle " if formula.kind == "display" else ""
    for row in rows if formula.kind == "display" else ():
        if row.counted or row.label:
            style = rf"\numberhere{{{row.number}}}{{{row.label}}}{style}"
    return rf"\({style}{body}\)", changes


def _drop_inner_breaks(changes: Changes, tree: Group) -> None:
    r"""Remove row breaks between braces: a page ignores them, but TeX reads them as the end of a row: ``{a\\}``."""
    nodes = list(walk(tree))
    given = {id(argument) for node in nodes if isinstance(node, Command) for argument in node.arguments}
    for node in nodes:
        if isinstance(node, Group) and node.braces and id(node) not in given:
            for inner in node.body:
                if isinstance(inner, Command) and inner.name == r"\\":
                    changes.replace(*changes.span(inner), "{}")


def _tags(formula: Formula) -> Iterator[Tag]:
    for row in formula.rows:
        yield from row.tags


def _printed(changes: Changes, tag: Command) -> str:
    """A number as part of the formula, where LaTeX prints none beside it."""
    words = changes.text(tag.arguments[-1]).removeprefix("{").removesuffix("}")
    return rf"\qquad\text{{{words}}}" if tag.name.endswith("*") else rf"\qquad\text{{({words})}}"


# --- on its own lines -----------------------------------------------------------------------------------


def _display(
    formula: Formula, source: str, main: Environment | None, rows: Sequence[RowNumber]
) -> tuple[str, Changes]:
    changes = _changes(formula, source)
    sole = _sole_block(formula, main)
    changes.main = sole or main
    if sole is None and main is not None and main.name.rstrip("*") in NUMBERING:
        changes.starred = not _is_numbering(main, rows)
    change(changes, formula.tree)
    _drop_inner_breaks(changes, formula.tree)
    if sole is not None:
        return _as_display(changes, sole), changes
    if changes.starred is False and main is not None:
        _drop_last_break(changes, main)
    top = main.rows[0].cells[0].body if main is not None and main.rows else formula.tree.body
    breaks = (
        _has_breaks(top)
        if main is None
        else _is_sole_equation(main) and (_is_broken(main) or _has_breaks(top))
    )
    whole = changes.range(main.body) if main is not None else Span(0, len(changes.read.text))
    if breaks:
        changes.insert(whole.start, r"\begin{aligned}")
    closing = r"\end{aligned}" if breaks else ""
    for row, number in zip(formula.rows, rows, strict=True):
        end = changes.at(row.body.end) if main is not None and len(formula.rows) > 1 else whole.end
        _place_numbers(changes, row, number, _Place(formula, main, end, closing))
    if breaks and not formula.rows:
        changes.insert(whole.end, closing)
    return _wrapped(_stripped(changes.result()), rows, main), changes


def _drop_last_break(changes: Changes, main: Environment) -> None:
    r"""Remove a last ``\\\\``: LaTeX numbers the empty row after it, which no page shows."""
    rows = [r for r in main.rows if r.end.length or not all(_is_blank(n) for c in r.cells for n in c.body)]
    if rows and rows[-1].end.length:
        changes.replace(*changes.range(rows[-1].end), "")


def _is_blank(node: Node) -> bool:
    return isinstance(node, Symbol) and not node.text.strip()


class _Place(NamedTuple):
    """Where the number of a row may be: at `end`, after the `closing` of a block around all rows."""

    formula: Formula
    main: Environment | None
    end: int
    closing: str


def _is_numbering(main: Environment, rows: Sequence[RowNumber]) -> bool:
    """Whether a display counts numbers. A display without any is starred; one with tags only stays as it is written."""
    if any(row.counted for row in rows):
        return True
    return any(row.number for row in rows) and not main.name.endswith("*")


def _place_numbers(changes: Changes, row: NumberRow, number: RowNumber, place: _Place) -> None:
    """Move tags and labels of one row out of the blocks in which LaTeX refuses them, to the row's end."""
    formula, main, end, closing = place
    top = {node.span for node in _top_level(formula.tree, main)}
    moved = closing
    for position, tag in enumerate(row.tags):
        if position:
            words = changes.read.text[slice(*changes.range(tag.text_span))]
            changes.replace(
                *changes.range(tag.span), rf"\qquad\text{{{words if tag.starred else f'({words})'}}}"
            )
        elif number.counted:
            changes.replace(*changes.range(tag.span), "")
        elif closing or tag.span not in top:
            moved += changes.read.text[slice(*changes.range(tag.span))]
            changes.replace(*changes.range(tag.span), "")
    moved += _labels(changes, row, number, place, top)
    if number.number and not number.counted and not row.tags:
        moved += rf"\tag{{{number.number}}}"
    if not number.number and changes.starred is False and not row.suppressed and not row.tags:
        moved += r"\notag "
    if moved:
        changes.insert(end, moved)


def _labels(changes: Changes, row: NumberRow, number: RowNumber, place: _Place, top: Collection[Span]) -> str:
    """The label of a row where it has to be written; the author's own stays where LaTeX takes it."""
    left = False
    for label in row.labels:
        inside = place.formula.body.contains(label.span)
        if label.name == number.label and inside and not left and not place.closing and label.span in top:
            left = True
            continue
        if label.name != number.label and number.number:
            changes.notes.append(f"the label {label.name} is dropped: LaTeX takes one for a number")
        if inside:
            changes.replace(*changes.range(label.span), "")
    return rf"\label{{{number.label}}}" if number.label and not left else ""


def _top_level(tree: Group, main: Environment | None) -> Iterator[Node]:
    """The nodes directly in the rows of a display, where LaTeX takes a number."""
    if main is None:
        yield from map(_sound, tree.body)
        return
    for row in main.rows:
        for cell in row.cells:
            yield from map(_sound, cell.body)


def _sound(node: Node) -> Node:
    """The repaired content of an error, if it has one."""
    while isinstance(node, Error) and node.node is not None:
        node = node.node
    return node


def _sole_block(formula: Formula, main: Environment | None) -> Environment | None:
    """The `aligned` or its like that is all of a display and carries a number in several of its rows."""
    top = list(_top_level(formula.tree, main))
    if len(top) != 1 or not isinstance(top[0], Environment) or top[0].name not in _AS_DISPLAY:
        return None
    inside = sum(top[0].span.contains(tag.span) for tag in _tags(formula))
    only_equation = main is None or main.name.rstrip("*") == "equation"
    return top[0] if inside > 1 and only_equation and not top[0].arguments else None


def _as_display(changes: Changes, block: Environment) -> str:
    """The block as a display of its own, so that each row keeps its number."""
    rename(changes, block, _AS_DISPLAY[block.name])
    start, end = changes.span(block)
    changes.edits = [e for e in changes.edits if start <= e.span.start and e.span.end <= end]
    changes.replace(0, start, "")
    changes.replace(end, len(changes.read.text), "")
    return _stripped(changes.result())


def _wrapped(body: str, rows: Sequence[RowNumber], main: Environment | None) -> str:
    if main is not None:
        return body
    if not any(row.number for row in rows):
        return f"\\[\n{body or '{}'}\n\\]"
    name = "equation" if any(row.counted for row in rows) else "equation*"
    return f"\\begin{{{name}}}\n{body}\n\\end{{{name}}}"


def _has_breaks(nodes: Sequence[Node]) -> bool:
    r"""Whether ``\\`` or ``&`` is directly among `nodes`, outside of any alignment."""
    return any(_is_break(_sound(node)) for node in nodes)


def _is_break(node: Node) -> bool:
    if isinstance(node, Error):
        return node.fault.code == "L010"
    return isinstance(node, Command) and node.name in _ROW_BREAKS


def _is_sole_equation(main: Environment) -> bool:
    return main.name.rstrip("*") == "equation"


def _is_broken(main: Environment) -> bool:
    """Whether an `equation` has rows or cells, which LaTeX does not take there."""
    return len(main.rows) > 1 or widest(main) > 1


def _width(latex: str) -> int:
    """About how many characters wide a formula prints: its symbols, without braces, scripts' marks and
    spaces.
    """
    tokens = (m[0] for m in TOKEN.finditer(latex))
    return sum(1 for t in tokens if t not in "{}^_&" and not t.isspace())


def _stripped(text: str) -> str:
    """`text` without white space around it; what a backslash ends with is a space of LaTeX."""
    done = text.strip()
    backslashes = len(done) - len(done.rstrip("\\"))
    return done + " " if backslashes % 2 and text.rstrip() != text else done
