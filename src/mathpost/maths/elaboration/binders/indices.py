r"""Indices of a sum, product or extreme: ``i=1``, ``i \ne j``, ``1 \le i \le n``, ``d | n``, ``i \in S``, ``i : x_i > 0``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise

from mathpost.latex.tree import Command, Environment, Symbol
from mathpost.maths import notation
from mathpost.maths.elaboration import conditions
from mathpost.maths.elaboration.binders import index_sets, index_tuples, ranges
from mathpost.maths.elaboration.conditions import RELATIONS
from mathpost.maths.elaboration.lists.sequences import is_dots
from mathpost.maths.elaboration.reader import Reader
from mathpost.maths.elaboration.scripts import INDEX_LETTERS, with_sort
from mathpost.maths.notation import Digits, Item, Scripted, UnreadError
from mathpost.maths.notation.brackets import ROUND, split, split_at_commas
from mathpost.maths.terms import open_ranges
from mathpost.maths.terms.term import (
    ONE,
    ZERO,
    Apply,
    Bind,
    Number,
    Term,
    Variable,
    free_variables,
    replaced,
    times,
)
from mathpost.text.source import Span

MEMBERSHIP = frozenset([r"\in", r"\notin", r"\not\in"])
RISING = frozenset([r"\leq", "<"])
COMPARISONS = frozenset([r"\neq", "<", r"\leq", ">", r"\geq"])
BARS = frozenset([r"\mid", "|"])
DIFFERENCES = frozenset(["-", r"\setminus", r"\backslash"])
JOINED = {"sum": "add", "product": "multiply"}


class Indices:
    """The bound variables under a sum with their bounds, their conditions, and the sets over which they run."""

    def __init__(self) -> None:
        self.variables: list[tuple[Variable | Apply, tuple[Term, ...]]] = []
        self.conditions: list[Term] = []
        self.weights: list[Term] = []
        self.listed: list[tuple[Variable, tuple[Term, ...]]] = []

    @property
    def letters(self) -> frozenset[str]:
        """The bound variables that are plain symbols."""
        return frozenset(v.name for v, _ in self.variables if isinstance(v, Variable))

    @property
    def counting(self) -> frozenset[str]:
        """The bound variables with a lower and an upper bound."""
        return frozenset(v.name for v, ends in self.variables if isinstance(v, Variable) and len(ends) == 2)

    def over(self, operator: str, body: Term, neutral: Term | None, span: Span) -> Term:
        """Bind these indices, as in ``sum`` over i of `body`; `neutral` replaces the terms that a condition excludes."""
        plain = body
        if neutral is None:
            body = self.among_those_that_count(body, span)
        else:
            body = self.weighted(operator, body, neutral, span)
        for listed, values in self.listed:
            body = _over_values(operator, body, listed, values, span)
        for variable, bounds in reversed(self.variables):
            if neutral is not None and not bounds and isinstance(variable, Variable):
                bounds = self.ends(variable, plain)
            if isinstance(variable, Apply):
                if operator != "sum":
                    raise UnreadError("bounds of a family", span)
                body = Apply("sum_of_outcomes", (body, variable), span)
                continue
            if index_tuples.is_domain(bounds):
                body = Bind(index_tuples.over(operator), variable, bounds, body, span)
                continue
            if len(bounds) == 1:
                if operator != "sum":
                    raise UnreadError("divisors", span)
                body = Bind("sum_of_divisors", variable, bounds, body, span)
                continue
            body = Bind(operator, variable, bounds, body, span)
        return body

    def ends(self, variable: Variable, body: Term) -> tuple[Term, ...]:
        """The bounds of a sum of `body` that states none, or only a lower one."""
        if self.weights:
            return ()
        others = self.letters - {variable.name}
        alone = (c for c in self.conditions if free_variables(c).isdisjoint(others))
        return open_ranges.ends(variable, body, alone)

    def weighted(self, operator: str, body: Term, neutral: Term, span: Span) -> Term:
        """`body` with `neutral` where a condition fails, counted as often as the index is in the sets."""
        for condition in self.conditions:
            body = Apply("cases", (body, condition, neutral), span)
        for weight in self.weights:
            body = times(weight, body, span) if operator == "sum" else Apply("power", (body, weight), span)
        return body

    def among_those_that_count(self, body: Term, span: Span) -> Term:
        """`body` restricted to the indices that satisfy the conditions and are in the sets."""
        for condition in (*self.conditions, *(_counts(weight) for weight in self.weights)):
            body = Apply("provided", (body, condition), span)
        return body


def _over_values(operator: str, body: Term, variable: Variable, values: tuple[Term, ...], span: Span) -> Term:
    """``\\sum_{x \\in \\{0, 1\\}} f(x)`` as ``f(0) + f(1)``."""
    if operator not in JOINED:
        raise UnreadError("values of " + variable.name, span)
    each = tuple(replaced(body, variable, value) for value in values)
    return each[0] if len(each) == 1 else Apply(JOINED[operator], each, span)


def _counts(weight: Term) -> Term:
    """Whether an index is in a set, or outside it, as a proposition: the weight of a member exceeds 1."""
    inside = isinstance(weight, Apply) and weight.operator == "membership"
    return Apply("greater", (weight, Number(Fraction(int(inside)))), weight.origin)


def bounds(reader: Reader, scripts: Scripted, span: Span) -> Indices:
    """The indices in the scripts of a sign: ``i=1`` with an upper bound, ``i``, ``i, j``, ``1 \\le i \\le n``, ``i \\ne j``."""
    if scripts.subscript is None:
        raise UnreadError("bounds without an index", span)
    row = _in_one_row(notation.opened(scripts.subscript))
    if scripts.superscript is not None:
        above = split_at_commas(notation.opened(scripts.superscript))
        return _up_to(reader, row, [reader.inside(end).whole() for end in above], span)
    found = Indices()
    written = ranges.written_out(row)
    if written is not None:
        ends = tuple(reader.inside(list(end)).whole() for end in (written.first, written.last))
        found.variables.append((variable_of(reader, written.variable, span), ends))
        return found
    tuples = index_tuples.read(reader, row)
    if tuples is not None:
        family, domain = tuples
        found.variables.append((family, (domain,)))
        return found
    for part in _with_lists(split_at_commas(row)):
        _condition(reader, part, found, span)
    return found


def _up_to(reader: Reader, row: Sequence[Item], ends: list[Term], span: Span) -> Indices:
    """``i = 1``, ``m, n = 0``, ``i = 1, i \\ne t`` with one upper bound, or ``i, j = 1`` with one for each letter: ``m, n``."""
    parts = split_at_commas(row)
    found = Indices()
    restricted = [part for part in parts[1:] if _restricts(part)]
    *others, begun = [part for part in parts if part not in restricted]
    variable, start = _start(reader, begun, span)
    if len(ends) not in (1, len(others) + 1):
        raise UnreadError(",", span)
    *before, last = ends * (len(others) + 1) if len(ends) == 1 else ends
    found.variables += [
        (variable_of(reader, other, span), (start, end)) for other, end in zip(others, before, strict=True)
    ]
    found.variables.append((variable, (start, last)))
    found.conditions += [conditions.proposition(reader, part) for part in restricted]
    return found


def _in_one_row(row: list[Item]) -> list[Item]:
    """The rows of ``\\substack{…}`` joined by commas."""
    stack = row[0].arguments if len(row) == 1 and isinstance(row[0], Command) else ()
    body = notation.body(stack[0]) if stack else ()
    rows = body[0] if len(body) == 1 else None
    if not isinstance(rows, Environment) or rows.name != "substack":
        return row
    lines = (notation.items([n for cell in line.cells for n in cell.body]) for line in rows.rows)
    comma = Symbol(",", row[0].span)
    return [item for line in lines if line for item in (comma, *line)][1:]


def _with_lists(parts: Sequence[Sequence[Item]]) -> Iterator[Sequence[Item]]:
    """The parts between commas, without splitting lists of variables: ``1 \\le i, j \\le n``."""
    waiting: list[Item] = []
    for part in parts:
        signs = _signs(part)[1]
        rises = len(signs) == 1 and signs[0] in RISING
        begins = not waiting and rises and isinstance(part[0], Digits)
        if begins or (waiting and not signs):
            waiting += part if begins else [Symbol(",", part[0].span), *part]
        elif waiting and rises:
            yield [*waiting, Symbol(",", part[0].span), *part]
            waiting = []
        else:
            yield from filter(None, (waiting, part))
            waiting = []
    yield from filter(None, (waiting,))


def _restricts(row: Sequence[Item]) -> bool:
    """Whether a part of the bounds is a condition on the variables."""
    return any(isinstance(i, Symbol) and i.text in RELATIONS and i.text != "=" for i in row)


def _start(reader: Reader, row: Sequence[Item], span: Span) -> tuple[Variable, Term]:
    sign = next((k for k, item in enumerate(row) if notation.latex(item) == "="), 0)
    if len(row) > sign + 1 and _is_letter(row[:sign]):
        return Variable(_named(row[:sign]), row[0].span), reader.inside(list(row[sign + 1 :])).whole()
    if _is_letter(row):
        return Variable(_named(row), row[0].span), ONE  # "\\sum_i^n"
    raise UnreadError("bounds " + notation.latex_row(row), span)


def _condition(reader: Reader, row: Sequence[Item], found: Indices, span: Span) -> None:
    """Add one comma-separated part of a subscript without upper bound to `found`."""
    forms = (_letters, _outcome, _such_that, _divisor, _between, _compared, _among, _in_support, _in_set)
    if not any(form(reader, row, found, span) for form in forms):
        raise UnreadError("bounds " + notation.latex_row(row), span)


def _letters(reader: Reader, row: Sequence[Item], found: Indices, span: Span) -> bool:
    """``i``, ``ij``, ``s'``: letters without bounds. Returns whether `row` has this form."""
    counted = len(row) == 2 and all(notation.name(item) in INDEX_LETTERS for item in row)
    if counted:
        found.variables += [(variable_of(reader, [item], span), ()) for item in row]
    elif _is_letter(row):
        found.variables.append((variable_of(reader, row, span), ()))
    else:
        return False
    return True


def _is_letter(row: Sequence[Item]) -> bool:
    """Whether a row is one symbol, possibly with primes."""
    if not row or notation.name(row[0]) is None:
        return False
    return len(row) == 1 or (len(row) == 2 and _only_primes(row[1]))


def _only_primes(item: Item) -> bool:
    if not isinstance(item, Scripted) or item.subscript is not None:
        return False
    return item.primes > 0 and item.superscript is None


def _outcome(reader: Reader, row: Sequence[Item], found: Indices, span: Span) -> bool:
    """``x_t``: the outcomes of a member of a family, or a letter with a label. Returns whether `row` has this form."""
    if not _is_member(row):
        return False
    target = reader.inside(list(row)).whole()
    found.variables.append((target if isinstance(target, Variable) else _checked(target, row, span), ()))
    return True


def _such_that(reader: Reader, row: Sequence[Item], found: Indices, span: Span) -> bool:
    """``i : x_i > 0``, ``k | k \\ne i``: a letter with a condition. Returns whether `row` has this form."""
    if len(row) < 3 or (notation.latex(row[1]) != ":" and not _bars_a_condition(row)):
        return False
    found.variables.append((variable_of(reader, row[:1], span), ()))
    found.conditions.append(conditions.proposition(reader, row[2:]))
    return True


def _divisor(reader: Reader, row: Sequence[Item], found: Indices, span: Span) -> bool:
    """``d | n``: the divisors of n. Returns whether `row` has this form."""
    if [k for k, item in enumerate(row) if notation.latex(item) in BARS] != [1]:
        return False
    found.variables.append((variable_of(reader, row[:1], span), (reader.inside(list(row[2:])).whole(),)))
    return True


def _signs(row: Sequence[Item]) -> tuple[list[int], list[str]]:
    """The positions of the relations in a row, and their signs."""
    marks = [k for k, item in enumerate(row) if isinstance(item, Symbol) and item.text in RELATIONS]
    return marks, [notation.latex(row[k]) for k in marks]


def _between(reader: Reader, row: Sequence[Item], found: Indices, span: Span) -> bool:
    """``1 \\le i \\le n``, ``1 \\le i, j \\le n``, ``1 \\le i < j \\le n``: letters with bounds. Returns whether it applies."""
    marks, signs = _signs(row)
    if len(marks) < 2 or not {signs[0], signs[-1]} <= RISING:
        return False
    first, last = (reader.inside(list(end)).whole() for end in (row[: marks[0]], row[marks[-1] + 1 :]))
    first = Apply("add", (first, ONE)) if signs[0] == "<" else first
    last = Apply("add", (last, Number(Fraction(-1)))) if signs[-1] == "<" else last
    for before, after in pairwise(marks):
        for part in split_at_commas(row[before + 1 : after]):
            found.variables.append((variable_of(reader, part, span), (first, last)))
    if len(marks) > 2:
        found.conditions.append(conditions.proposition(reader, row[marks[0] + 1 : marks[-1]]))
    return True


def _compared(reader: Reader, row: Sequence[Item], found: Indices, span: Span) -> bool:
    """``i \\ne j``, ``i < j``, ``i \\ge 1``; ``i, j \\le n`` bounds both letters. Returns whether `row` has this form."""
    marks, signs = _signs(row)
    if len(marks) != 1 or signs[0] not in COMPARISONS:
        return False
    left, right = row[: marks[0]], row[marks[0] + 1 :]
    if not any(isinstance(v, Variable) for v, _ in found.variables):
        found.variables.append((variable_of(reader, left, span), ()))
        # "i ≠ j" under one sign runs over both letters unless j is bound outside or is free
        named = len(right) == 1 and notation.name(right[0]) is not None
        if named and reader.choose("second index under the sum"):
            found.variables.append((variable_of(reader, right, span), ()))
    elif _is_letter(left) and notation.name(left[0]) not in found.letters and not found.conditions:
        later = conditions.proposition(reader, row)
        others = [v for v, ends in found.variables if isinstance(v, Variable) and ends == ()]
        found.variables.append((variable_of(reader, left, span), ()))
        if (
            signs[0] in RISING
            and isinstance(later, Apply)
            and free_variables(later.arguments[1]).isdisjoint(found.letters)
        ):
            found.conditions += [Apply(later.operator, (v, later.arguments[1]), later.origin) for v in others]
    found.conditions.append(conditions.proposition(reader, row))
    return True


def _membership(row: Sequence[Item]) -> int | None:
    """The position of the sign of membership; None if there is none."""
    return next((k for k, item in enumerate(row) if notation.latex(item) in MEMBERSHIP), None)


def _in_support(reader: Reader, row: Sequence[Item], found: Indices, span: Span) -> bool:
    """``x \\in \\mathcal{X}``: all values of x. Returns whether `row` has this form."""
    sign = _membership(row)
    if sign is None or notation.latex(row[sign]) != r"\in" or not _is_letter(row[:sign]):
        return False
    variable = variable_of(reader, row[:sign], span)
    if not is_support(row[sign + 1 :], variable):
        return False
    found.variables.append((variable, ()))
    return True


def _in_set(reader: Reader, row: Sequence[Item], found: Indices, span: Span) -> bool:
    """``i \\in S``, ``j \\notin S``: a set, described by the post or arbitrary. Returns whether `row` has this form."""
    sign = _membership(row)
    if sign is None:
        return False
    kept, *removed = split(row[sign + 1 :], DIFFERENCES, ROUND, notation.latex)
    variables = _running(reader, row[:sign], span)
    everything = len(variables) == 1 and bool(removed) and is_support(kept, variables[0])
    if not all(map(_names_a_set, removed if everything else (kept, *removed))):
        return False
    outside = notation.latex(row[sign]) != r"\in"
    found.variables += [(variable, ()) for variable in variables]
    described = None
    if len(variables) == 1 and not removed:
        described = _described(reader, kept, variables[0], outside=outside)
    if described is not None:
        found.conditions.append(described)
        return True
    if not everything:
        found.weights.append(_weight(kept, variables, span, outside=outside))
    found.weights += [_weight(each, variables, span, outside=not outside) for each in removed]
    return True


def _weight(row: Sequence[Item], variables: Sequence[Variable], span: Span, *, outside: bool) -> Term:
    """One for members of the set named in `row` and zero for others; reversed if `outside`."""
    counted = Apply("index", (Variable("∈" + notation.latex_row(row)), *variables))
    weight = Apply("membership", (counted,), span)
    return Apply("add", (ONE, Apply("negate", (weight,))), span) if outside else weight


def _running(reader: Reader, row: Sequence[Item], span: Span) -> list[Variable]:
    """The variables that run over a set: ``x``, the i of ``x_i`` and of ``(x_i, y_i)``, both letters of ``(x, y)``."""
    opened, content, closed = ranges.bracketed(row)
    parts = split_at_commas(content) if (opened, closed) == ("(", ")") else [row]
    found = [v for part in parts for v in _index_of_member(reader, part) or [variable_of(reader, part, span)]]
    return list(dict.fromkeys(found))


def _index_of_member(reader: Reader, row: Sequence[Item]) -> list[Variable]:
    """The index of a member of a family if it is a letter; else an empty list."""
    term = reader.inside(list(row)).whole() if _is_member(row) else None
    match term:
        case Apply(operator="index", arguments=(_, Variable() as index)):
            return [Variable(index.name, index.origin)]
    return []


def _among(reader: Reader, row: Sequence[Item], found: Indices, span: Span) -> bool:
    """``x \\in \\{0, 1\\}``: listed values. Returns whether `row` has this form."""
    sign = _membership(row)
    if sign is None or notation.latex(row[sign]) != r"\in":
        return False
    opened, content, closed = ranges.bracketed(row[sign + 1 :])
    parts = split_at_commas(content)
    if (opened, closed) != (r"\{", r"\}") or not all(parts) or any(map(is_dots, parts)):
        return False
    values = tuple(reader.inside(part).whole() for part in parts)
    found.listed.append((variable_of(reader, row[:sign], span), values))
    return True


def _described(reader: Reader, row: Sequence[Item], index: Variable, *, outside: bool) -> Term | None:
    """The proposition that `index` is in the named set, or outside it; None if the post does not describe the set."""
    name = notation.latex_row(row)
    described = next((s for s in reader.conventions.counting.sets if s.name == name), None)
    try:
        inside = None if described is None else index_sets.is_member(reader, described, index)
    except UnreadError:
        return None
    return Apply("equal", (Apply("indicator", (inside,)), ZERO)) if outside and inside is not None else inside


def _bars_a_condition(row: Sequence[Item]) -> bool:
    """Whether the bar after the variable begins a condition, ``k|k \\neq i``, rather than a multiple, ``d|n``."""
    related = any(isinstance(i, Symbol) and i.text in RELATIONS for i in row[2:])
    return related and notation.latex(row[1]) in BARS


def _names_a_set(row: Sequence[Item]) -> bool:
    """Whether a row is only the name of a set: ``S``, ``\\Omega_{pos}``, ``\\mathcal{B}(m)``."""
    if len(row) > 2 and _is_argument(row):
        return _names_a_set(row[: next(k for k, item in enumerate(row) if _opens(item))])
    name = notation.name(row[0]) if row else None
    if name is None or (name.startswith(r"\mathbb") and len(row) == 1):
        return False
    return len(row) == 1 or (len(row) == 2 and isinstance(row[1], Scripted) and not row[1].primes)


def _is_argument(row: Sequence[Item]) -> bool:
    """Whether a row ends in round brackets around one symbol: ``\\Omega_k(\\boldsymbol{x})``."""
    ends = isinstance(row[-1], Symbol) and row[-1].text == ")" and len(row) > 3
    return ends and _opens(row[-3]) and notation.name(row[-2]) is not None


def _opens(item: Item) -> bool:
    return isinstance(item, Symbol) and item.text == "("


def _is_member(row: Sequence[Item]) -> bool:
    """Whether a row is a member of a family, over whose outcomes a sum may run: ``x_t``, ``y_1``."""
    scripts = row[1] if len(row) == 2 and notation.name(row[0]) is not None else None
    return isinstance(scripts, Scripted) and scripts.superscript is None and not scripts.primes


def _checked(target: Term, row: Sequence[Item], span: Span) -> Apply:
    if isinstance(target, Apply) and target.operator == "index":
        return target
    raise UnreadError("bounds " + notation.latex_row(row), span)


def is_support(row: Sequence[Item], variable: Variable) -> bool:
    """Whether a set contains all values of the variable: ``\\mathcal{X}`` for x. Any other set may be a part of it."""
    letter = notation.letter(variable.name)
    return notation.latex_row(row) in (rf"\mathcal{{{letter.upper()}}}", r"\Omega")


def variable_of(reader: Reader, row: Sequence[Item], span: Span) -> Variable:
    """The variable in `row`.

    Raises:
        UnreadError: it is not a symbol.
    """
    name = notation.name(row[0]) if _is_letter(row) else None
    if name is None:
        raise UnreadError("bounds " + notation.latex_row(row), span)
    return Variable(with_sort(reader, name, _named(row), ()), row[0].span)


def _named(row: Sequence[Item]) -> str:
    """The symbol in a row with its primes."""
    behind = row[-1]
    return str(notation.name(row[0])) + "'" * (behind.primes if isinstance(behind, Scripted) else 0)
