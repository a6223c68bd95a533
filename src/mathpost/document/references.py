r"""References to equations: ``\eqref{x}``, the roles of other flavours, and numbers in words (式(3), Eq. (3)).

Roles: ``:eqref:`x` `` (d2lbook), ``{eq}`x` `` (MyST), ``@eq-x`` (Quarto), ``\@ref(eq:x)`` (bookdown).
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property

from mathpost.document.document import CodeBlock, Document, Formula, Reference
from mathpost.document.flavours import PLAIN, reference_patterns
from mathpost.document.prose import blanked
from mathpost.document.rows import argument_span
from mathpost.document.words import NOUN, explains_steps, in_clauses, in_words, lines_round
from mathpost.latex.macros import macro
from mathpost.latex.tree import Command, Text, walk
from mathpost.text.chinese import simplified
from mathpost.text.source import Span

BLANK = "\ufffc"
"""What stands for a formula or code in the text that is searched."""

ANCHOR = re.compile(r'<a id="([^"<>]*)"></a>')
"""Where a link of the post leads to."""

_ANY_ANCHOR = re.compile(r"""<a[ \t]+(?:id|name)=["']([^"'<>]*)["'][ \t]*/?>""")
_COMMAND = re.compile(r"\\(?:eqref|ref|autoref|cref|Cref)[ \t]*\{([^{}\r\n]+)\}")
_LINK = re.compile(r"\[[(（]?((?:[A-Z]\.)?\d{1,3}(?:\.\d{1,3})*[a-z]?)[)）]?\]\(#([^()\s]+)\)")
_LINK_OF_VAULT = re.compile(
    r"\[\[[^\[\]|\n]*\|[ \t]*[(（][ \t]?((?:[A-Z]\.)?\d{1,3}(?:\.\d{1,3})*[a-z]?)[ \t]?[)）][ \t]*\]\]"
)
_LINK_ELSEWHERE = re.compile(r"\[[(（]((?:[A-Z]\.)?\d{1,3}(?:\.\d{1,3})*[a-z]?)[)）]\]\((?!#|\w+:)[^()\s]+\)")
_OF_EQUATION = re.compile(r"(?i:eq[-:._]|equation)|[\w.-]+[-:.]eq[-:.]")
_REFERRING = frozenset({r"\eqref", r"\ref", r"\autoref", r"\cref", r"\Cref"})

_LISTING = (r"\cref", r"\Cref")
_LISTED = re.compile(r"[^\s,](?:[^,]*[^\s,])?")
_MAY_REFER = re.compile(r"ref|text|box|\\rm|overset|stackrel|xlong")
_ABOVE = frozenset({r"\overset", r"\stackrel", r"\underset", r"\xlongequal"})
_BARE_NUMBER = re.compile(r"[(（][ \t]?(?:[A-Z]\.)?\d{1,3}(?:\.\d{1,3})*[a-z]?[ \t]?[)）]")
_BARE_LIST = re.compile(
    rf"(?:[(（][a-z*][)）][ \t]?[,，、][ \t]?)?{_BARE_NUMBER.pattern}(?:[ \t]?(?:[,，、~+−-]|\\sim|\\times|\\div)?[ \t]?{_BARE_NUMBER.pattern})*"
)
_BARE_DIGITS = re.compile(r"(?:[A-Z]\.)?\d{1,3}(?:\.\d{1,3})*[a-z]?")
_NOUN = rf"(?:{NOUN}|(?<![A-Za-z])(?:[Ee]qn?s?\.?|[Ee]quations?))[ \t~]?"
_NAMED = re.compile(rf"{_NOUN}$")
_NAMED_LIST = re.compile(rf"{_NOUN}{_BARE_LIST.pattern}")  # $公式(3)$, the noun in the formula
_JOIN = re.compile(r"[ \t]?(?:以及|[和与及或、,，到至–~-]|and|or)[ \t]?")
_VALUES = re.compile(
    r"(?<![^。.；;\n])[^。.；;\n]*[(（][ \t]?(?:0|0[ \t]?[,，][ \t]?\d+|\d+[ \t]?[,，][ \t]?0)[ \t]?[)）][^。.；;\n]*"
    r"|[(（][^()（）\n]{0,20}(?<![\d.])0\.\d[^()（）\n]{0,20}[)）]"
)
# "cut it (1) when …, (ii) when …": the first item, mistyped
_MIXED_ITEMS = re.compile(r"(?m)^((?:(?!\(i\))[^\n])*?)\(ii\)")
_MARK = re.compile(r"\\(?:overset|stackrel|underset|xlongequal)[ \t]*\{\s*[(（]\s*\d{1,2}\s*[)）]\s*\}")
_JOINED = re.compile(r"\d+(?:[-–]\d+)+")
_LONGEST_CUE = 16
_LONGEST_NUMBER = 40
# "which solves⏎(10). Now", "the optimum in (8)⏎is zero", and no item: "first; and⏎(2) second"
_WRAPPED = re.compile(
    r"(?<=[a-z\ufffc])(?<![;,][ \t]and)(?<![;,][ \t]or)(?<!\n\ufffc)\n(?=[(（](?:[A-Z]\.)?\d{1,3}(?:\.\d{1,3})*[a-z]?[)）](?![ \t]*[A-Z*]))"
    r"|(?<=\d[)）])\n(?=[a-z])"
)
_ONLY_A_NUMBER = re.compile(r"\{?\s*[(（]\s*((?:[A-Z]\.)?\d{1,3}(?:\.\d{1,3})*[a-z]?)\s*[)）]\s*\}?")


def visible_text(text: str, *groups: Sequence[Span]) -> str:
    """`text` at equal length with `BLANK`s in the spans, and with every line ending in ``\\n``."""
    pieces: list[str] = []
    at = 0
    for start, end in sorted(span for group in groups for span in group):
        if end > at:
            pieces += [text[at:start], blanked(text[max(at, start) : end], BLANK)]
            at = end
    return "".join([*pieces, text[at:]]).replace("\r\n", " \n").replace("\r", "\n")


def references(
    text: str, visible: str, formulas: Sequence[Formula], code: Sequence[CodeBlock]
) -> tuple[Reference, ...]:
    """All references to equations of a post in order; `visible` is `text` with formulas and everything opaque as
    `BLANK`s.
    """
    labels = {label.name for formula in formulas for row in formula.rows for label in row.labels}
    written = with_bare_numbers(text, visible, formulas)
    tags = frozenset(tag.text.strip() for formula in formulas for row in formula.rows for tag in row.tags)
    has_zero = any(tag == "0" or tag.startswith("0.") for tag in tags)
    joined = frozenset(
        tag for tag in tags if _JOINED.fullmatch(tag)
    )  # 8-1 is two numbers, and no range of equations
    said = [r for r in in_words(written, 0) if not _is_part(written, r.target_span, joined)]
    found = [
        *_in_formulas(text, visible, formulas),
        *_commands(visible),
        *(r for r in roles(text, visible, code, PLAIN) if r.target in labels or names_equation(text, r)),
        *_links(text, visible),
        *said,
    ]
    found += in_clauses(written, found, visible, tags)
    values = _places_of_values(written) if "0" in written and not has_zero else ()
    mixed = [Span(*m.span(1)) for m in _MIXED_ITEMS.finditer(written)] if "(ii)" in written else []
    marked = _explained_displays(text, visible, formulas)
    found = [
        r
        for r in found
        if not (r.weak and (_holds(values, r.target_span) or _holds(mixed, r.target_span)))
        and not (r.loose and _holds(marked, r.target_span))
    ]
    return tuple(sorted(found, key=lambda r: (r.target_span, r.span)))


def _holds(spans: Sequence[Span], place: Span) -> bool:
    """Whether `place` is within one of the sorted `spans`, of which at most three overlap."""
    index = bisect_right(spans, place.start, key=lambda span: span.start)
    return any(span.contains(place) for span in spans[max(0, index - 3) : index])


def _places_of_values(written: str) -> tuple[Span, ...]:
    """The places where brackets hold values and not numbers of equations.

    They are the clause of 判对 (0) 和判错 (1) 的代价, in which one value is 0, and (0.216~0.222) itself.
    """
    return tuple(Span(*found.span()) for found in _VALUES.finditer(written))


def _explained_displays(text: str, visible: str, formulas: Sequence[Formula]) -> tuple[Span, ...]:
    r"""The paragraphs around displays with numbers over signs of relation, ``\overset{(1)}{=}``, which their words may
    explain: "where (1) uses …".
    """
    marked = (f.span for f in formulas if f.kind == "display" and _MARK.search(text, *f.body))
    return tuple(lines_round(visible, span) for span in marked)


def _is_part(written: str, number: Span, joined: frozenset[str]) -> bool:
    """Whether a number is one of the two in one of the tags `joined`."""
    if not joined:
        return False
    around = _JOINED.finditer(written, max(0, number.start - _LONGEST_CUE), number.end + _LONGEST_CUE)
    return any(found.start() <= number.start < found.end() and found[0] in joined for found in around)


def with_bare_numbers(text: str, visible: str, formulas: Sequence[Formula]) -> str:
    """`visible` with the inline formulas that are only numbers of equations written out, as in 式$(3)$, ($3$) and 公式$3$.

    A line end between a number and the words before or after it becomes a space; traditional characters become
    simplified ones.
    """
    pieces, at, named = [], 0, -1
    for formula in formulas:
        if formula.kind != "inline":
            continue
        start, end = formula.body
        if _is_in_brackets(text, visible, formula):
            pieces += [visible[at : formula.span.start - 1], f" ({text[start:end]}) "]
            at = formula.span.end + 1
            continue
        goes_on = named >= 0 and _JOIN.fullmatch(visible, named, formula.span.start) is not None
        is_digits = _BARE_DIGITS.fullmatch(text, start, end) is not None
        if _is_bare(text, visible, formula) or (is_digits and goes_on):
            named = formula.span.end if is_digits else -1
            pieces += [
                visible[at : formula.span.start],
                " " * (start - formula.span.start),
                _in_signs(text[start:end]),
            ]
            pieces.append(" " * (formula.span.end - end))
            at = formula.span.end
    text = simplified("".join([*pieces, visible[at:]]) if at else visible)
    displays = {formula.span.end for formula in formulas if formula.kind == "display"}
    return _WRAPPED.sub(
        lambda m: "\n" if m.start() in displays or _begins_an_item(text, m.start()) else " ", text
    )


_ENDS_NAMED = re.compile(r"(?<![A-Za-z])(?:[Ee]qn?s?|[Ee]quations?)$|^[(（]\d{1,2}[)）][ \t](?:and|or)$")


def _in_signs(numbers: str) -> str:
    """A list of numbers in the signs that words use, at equal length."""
    return numbers.replace(r"\sim", " -- ").replace(r"\times", "×" * 6).replace(r"\div", "÷" * 4)


def _begins_an_item(text: str, at: int) -> bool:
    """Whether the line before `at` is an item of a list, ``(1) first``: the next line is one as well, unless the line
    ends in "Eq" or is "(3) and".
    """
    line = text.rfind("\n", 0, at) + 1
    named = _ENDS_NAMED.search(text[max(line, at - _LONGEST_CUE) : at])
    return named is None and _ITEM.match(text, line) is not None


_ITEM = re.compile(r"[ \t]*[(（]\d{1,2}[)）][ \t\u3400-\u9fff]")


def _is_in_brackets(text: str, visible: str, formula: Formula) -> bool:
    """Whether a formula is a number and the text has the brackets: ``($3$)``."""
    place = formula.span
    return (
        formula.opener == "$"
        and visible[place.start - 1 : place.start] in ("(", "（")
        and visible[place.end : place.end + 1] in (")", "）")
        and place.length == formula.body.length + 2
        and _BARE_DIGITS.fullmatch(text, *formula.body) is not None
    )


def _is_bare(text: str, visible: str, formula: Formula) -> bool:
    start, end = formula.body
    if end - start > _LONGEST_NUMBER:
        return False
    body = text[start:end]
    start, end = start + len(body) - len(body.lstrip(" \t")), end - len(body) + len(body.rstrip(" \t"))
    if _BARE_LIST.fullmatch(text, start, end) or _NAMED_LIST.fullmatch(text, start, end):
        return True
    named = _BARE_DIGITS.fullmatch(text, start, end) is not None
    place = formula.span.start
    return named and _NAMED.search(visible, max(0, place - _LONGEST_CUE), place) is not None


def _in_formulas(text: str, visible: str, formulas: Sequence[Formula]) -> Iterator[Reference]:
    for formula in formulas:
        if not _MAY_REFER.search(text, *formula.body):
            continue
        above = _Above(text, visible, formula.span)
        for node in walk(formula.tree):
            if isinstance(node, Command) and node.name in _REFERRING and node.arguments:
                yield from _named(text, node.span, argument_span(node.arguments, text))
            elif isinstance(node, Text):
                yield from in_words(text[node.span.start : node.span.end], node.span.start)
            elif isinstance(node, Command) and node.name in _ABOVE:
                yield from above.of(node)


class _Above:
    r"""Numbers over signs of relation in one formula, ``\overset{(3)}{=}``, unless the words around it explain
    its steps (1), (2) ….
    """

    def __init__(self, text: str, visible: str, formula: Span) -> None:
        self._text, self._visible, self._formula = text, visible, formula

    @cached_property
    def _explained(self) -> bool:
        return explains_steps(self._visible, self._formula)

    def of(self, command: Command) -> Iterator[Reference]:
        if not command.arguments or any(isinstance(node, Text) for node in walk(command.arguments[0])):
            return  # words in \text are read as words
        above, below = command.arguments[0].span, command.arguments[-1].span
        found = _ONLY_A_NUMBER.fullmatch(self._text, *above)
        relation = len(command.arguments) < 2 or _is_relation(self._text[slice(*below)].strip("{} \t"))
        if found and relation and not self._explained:
            yield Reference("words", found[1], command.span, Span(*found.span(1)), weak=True)


def _is_relation(sign: str) -> bool:
    known = macro(sign)
    return sign in ("=", "<", ">") or (known is not None and known.kind in ("relation", "arrow"))


def _commands(visible: str) -> Iterator[Reference]:
    for found in _COMMAND.finditer(visible):
        yield from _named(visible, Span(*found.span()), Span(*found.span(1)))


def _named(text: str, whole: Span, names: Span) -> Iterator[Reference]:
    r"""The references of one command: ``\cref{a,b}`` names several labels."""
    if not text.startswith(_LISTING, whole.start):
        yield Reference("command", text[names.start : names.end].strip(), whole, names)
        return
    for found in _LISTED.finditer(text, *names):
        yield Reference("command", found[0], whole, Span(*found.span()))


def roles(text: str, visible: str, code: Sequence[CodeBlock], flavour: str) -> tuple[Reference, ...]:
    """References to a label of any kind (equations, figures, tables, sections, theorems) in the syntax of a flavour; of
    any flavour for the plain one.
    """
    found: dict[Span, Reference] = {}
    for pattern in reference_patterns(flavour):
        quoted = "`" in pattern.pattern  # a role holds what looks like code
        for match in pattern.finditer(text if quoted else visible):
            group = match.lastindex or 0
            place = Span(*match.span(group))
            if not (quoted and any(b.span.start <= match.start() < b.span.end for b in code)):
                found.setdefault(place, Reference("role", match[group].strip(), Span(*match.span()), place))
    return tuple(found[place] for place in sorted(found))


def roles_of(document: Document) -> tuple[Reference, ...]:
    """References to a label of any kind in the syntax of the flavour of a post."""
    text = document.source.text
    visible = visible_text(text, [f.span for f in document.formulas], document.opaque)
    return roles(text, visible, document.code, document.flavour.name)


def names_equation(text: str, role: Reference) -> bool:
    """Whether a role refers to an equation, by its own name or by that of the label."""
    return "eq" in text[role.span.start : role.target_span.start] or bool(_OF_EQUATION.match(role.target))


def _links(text: str, visible: str) -> Iterator[Reference]:
    """Links that show a number: to an anchor of this post, ``[(3)](#x)``, ``[3](#x)``; to another post of
    the site, ``[(3)](b.md)``; to a block of a vault, ``[[#^x|(3)]]``.
    """
    anchors = set(_ANY_ANCHOR.findall(text)) if "](#" in visible else set()
    for found in _LINK.finditer(visible) if anchors else ():
        if found[2] in anchors:
            yield Reference("words", found[1], Span(*found.span()), Span(*found.span(1)))
    for pattern in (_LINK_ELSEWHERE, _LINK_OF_VAULT):
        for found in pattern.finditer(visible):
            yield Reference("words", found[1], Span(*found.span()), Span(*found.span(1)))


def is_link(text: str, reference: Reference) -> bool:
    """Whether a number in words is the text of a link that is a reference as a whole."""
    return reference.form == "words" and text.startswith("[", reference.span.start)
