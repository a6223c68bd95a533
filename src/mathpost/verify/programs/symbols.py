"""The symbols of a formula as the code may use them: numbers, arrays with their axes, matrices."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from mathpost.maths.terms.term import Apply, Bind, Number, Term, Variable, subterms
from mathpost.verify.programs.arrays import Axis, Binding, Linear, Piece, Places, Value, constant, mapped
from mathpost.verify.programs.calls import ENTRYWISE
from mathpost.verify.programs.names import exact, names

_SIZES = frozenset("nNmMTKd")
_OF_SQUARES = ("variance", "var", "sigma2", "sigma_sq")
_BOLD = "\\boldsymbol{"


class Symbols(NamedTuple):
    """`values` by the names that code may use; `places` are the free indices of the left side, in order; `letters` are all
    that the formula uses.
    """

    values: Mapping[str, Value]
    places: tuple[str, ...]
    letters: frozenset[str]
    sizes: tuple[str, ...] = ()


def symbols(left: Term | None, right: Term, text: str, shown: Sequence[str] = ()) -> Symbols:
    """The symbols of ``left = right``, written as in `text`; `shown` are the indices that the left side shows anywhere."""
    places = _free_places(left) if left is not None else ()
    if not places:
        indexed = set(_indices(right)) - _ranges(right).keys()
        places = tuple(shown) if shown and indexed.issuperset(shown) else ()
    sides = (right,) if left is None else (left, right)
    ranges = _counted(_ranges(right), right)
    indices = {*places, *ranges}
    letters = {t.name for side in sides for t in subterms(side) if isinstance(t, Variable)}
    fresh: dict[str, Axis] = {}
    if any(a.length for a in ranges.values()) and all(a.length for a in ranges.values()):
        free = (c for c in "mdnpqMDN" if c not in letters)
        fresh = {p: Axis(1, Linear(c)) for p, c in zip(places, free, strict=False) if p not in ranges}
    sizes = tuple(a.length.symbol for a in fresh.values() if a.length is not None)
    families = _families(sides, indices)
    found = {n: _family(_written(n, text), uses, (ranges, fresh)) for n, uses in families.items()}
    found |= {n: _single(n, text) for n in _alone(right, families, indices - {*places})}
    found |= {n: constant(Piece(n)) for n in _labelled(sides, families, indices)}
    found |= {n: v for n, v in _numbered(right) if n not in found}
    squares = {n: mapped(v, ENTRYWISE["square"]) for v in [found.get("\\sigma")] if v for n in _OF_SQUARES}
    return Symbols({**squares, **_by_name(found)}, places, frozenset({*letters, *sizes}), sizes)


def _by_name(found: Mapping[str, Value]) -> dict[str, Value]:
    """The symbols by the names of code: a name that says one symbol exactly is that, whatever it may say of another."""
    done: dict[str, Value] = {}
    for called in (exact, names):
        by: dict[str, list[Value]] = {}
        for symbol, value in found.items():
            for name in called(symbol):
                by.setdefault(name, []).append(value)
        done = {n: v[0] for n, v in by.items() if len(v) == 1} | done
    return done


def _free_places(left: Term) -> tuple[str, ...]:
    match left:
        case Apply(operator="index", arguments=(_, *places)):
            return tuple(p.name for p in places if isinstance(p, Variable))
    return ()


def _indices(term: Term) -> Iterator[str]:
    """The letters at the places of indices."""
    for part in subterms(term):
        match part:
            case Apply(operator="index", arguments=(_, *below)):
                yield from (p.name for p in below if isinstance(p, Variable))


def _ranges(term: Term) -> dict[str, Axis]:
    """The bound indices of a term with the axes that their bounds say."""
    found: dict[str, Axis] = {}
    for part in subterms(term):
        if isinstance(part, Bind) and part.operator in ("sum", "product", "maximum_over", "minimum_over"):
            known = found.get(part.variable.name)
            if known is None or known.length is None:
                found[part.variable.name] = _axis(part.bounds)
    return found


def _counted(ranges: dict[str, Axis], right: Term) -> dict[str, Axis]:
    """`ranges` with the number that the formula divides by as the length of its only sum over all indices."""
    without = [name for name, axis in ranges.items() if axis.length is None]
    sizes = {t.name for t in subterms(right) if isinstance(t, Variable) and t.name in _SIZES}
    if len(without) != 1 or len(sizes) != 1:
        return ranges
    return {**ranges, without[0]: Axis(named=Linear(sizes.pop()))}


def _axis(bounds: Sequence[Term]) -> Axis:
    low, high = (_linear(b) for b in bounds) if len(bounds) == 2 else (None, None)
    if low is None or high is None or low.symbol or low.offset not in (0, 1):
        return Axis()
    return Axis(low.offset, high.plus(1 - low.offset))


def _linear(term: Term) -> Linear | None:
    match term:
        case Number(value=value) if value.denominator == 1:
            return Linear("", int(value))
        case Variable(name=name):
            return Linear(name)
        case Apply(operator="add", arguments=(Variable(name=name), Number(value=value))) if (
            value.denominator == 1
        ):
            return Linear(name, int(value))
        case Apply(
            operator="add",
            arguments=(Variable(name=name), Apply(operator="negate", arguments=(Number(value=v),))),
        ):
            return Linear(name, -int(v)) if v.denominator == 1 else None
    return None


def _families(sides: Sequence[Term], indices: set[str]) -> dict[str, list[tuple[Term, ...]]]:
    """The families with the places at which they are asked for."""
    found: dict[str, list[tuple[Term, ...]]] = {}
    for place, side in enumerate(sides, 2 - len(sides)):
        for part in subterms(side):
            if not (
                isinstance(part, Apply)
                and part.operator == "index"
                and isinstance(part.arguments[0], Variable)
            ):
                continue
            given = part.arguments[1:]
            if (place or part is not side) and any(_mentions(g, indices) for g in given):
                found.setdefault(part.arguments[0].name, []).append(given)
    return {name: uses for name, uses in found.items() if len({len(u) for u in uses}) == 1}


def _mentions(term: Term, indices: set[str]) -> bool:
    return any(isinstance(t, Variable) and t.name in indices for t in subterms(term))


def _family(latex: str, uses: Sequence[tuple[Term, ...]], ranges: Sequence[Mapping[str, Axis]]) -> Value:
    axes = tuple(_along(k, uses, ranges) for k in range(len(uses[0])))

    def at(places: Places) -> Piece:
        below = ",".join(p.plus(a.low).latex() for p, a in zip(places, axes, strict=True))
        plain = len(places) > 1 and all(
            len(p.plus(a.low).latex()) == 1 for p, a in zip(places, axes, strict=True)
        )
        return Piece(f"{latex}_{{{below.replace(',', '') if plain else below}}}")

    return Value(axes, at)


def _along(axis: int, uses: Sequence[tuple[Term, ...]], ranges: Sequence[Mapping[str, Axis]]) -> Axis:
    """What the bounds of the indices say of one axis of a family."""
    places = [p.name for u in uses if isinstance(p := u[axis], Variable)]
    found = [known[place] for known in ranges for place in places if place in known]
    return next((a for a in found if a.length is not None), found[0] if found else Axis())


def _alone(term: Term, families: Mapping[str, object], indices: set[str]) -> Iterator[str]:
    """The symbols that are without an index."""
    indexed = {
        id(t.arguments[0]) for t in subterms(term) if isinstance(t, Apply) and t.operator in ("index", "call")
    }
    indexed |= {
        id(place)
        for t in subterms(term)
        if isinstance(t, Apply) and t.operator == "index"
        for place in t.arguments[1:]
        if isinstance(place, Variable)
    }  # labels, as the k of d_k
    seen = set()
    for part in subterms(term):
        if isinstance(part, Variable) and id(part) not in indexed and part.name not in indices:
            if part.name not in families and part.name not in seen:
                seen.add(part.name)
                yield part.name
    for part in subterms(term):
        if isinstance(part, Bind):
            for bound in part.bounds:
                linear = _linear(bound)
                if linear is not None and linear.symbol and linear.symbol not in seen:
                    seen.add(linear.symbol)
                    yield linear.symbol


def _single(name: str, text: str) -> Value:
    if name.startswith(_BOLD):
        latex = _written(name, text)
        return Value((), lambda _: Piece(latex), True)
    return constant(Piece(name, Binding.ATOM, Linear(name)))


def _labelled(sides: Sequence[Term], families: Mapping[str, object], indices: set[str]) -> Iterator[str]:
    """Symbols whose index is a label or a number: ``d_k``, ``x_1``."""
    seen = set()
    for side in sides[-1:]:
        for part in subterms(side):
            match part:
                case Apply(operator="index", arguments=(Variable(name=name), Variable(name=label))) if (
                    label not in indices
                ):
                    latex = f"{name}_{{{label}}}"
                case Apply(operator="index", arguments=(Variable(name=name), Number(value=value))) if (
                    name not in families
                ):
                    latex = f"{name}_{{{value}}}"
                case _:
                    continue
            if latex not in seen:
                seen.add(latex)
                yield latex


def _numbered(right: Term) -> Iterator[tuple[str, Value]]:
    """The symbols of which a formula has numbered entries only, as arrays: of ``w_1^2 + w_2^2`` ``w``."""
    places: dict[str, set[int]] = {}
    for part in subterms(right):
        match part:
            case Apply(operator="index", arguments=(Variable(name=name), Number(value=value))):
                places.setdefault(name, set()).add(int(value))
    for name, known in places.items():
        yield name, _entries_of(name, min(known))


def _entries_of(name: str, low: int) -> Value:
    axis = Axis(min(low, 1))
    return Value((axis,), lambda places: Piece(f"{name}_{{{places[0].plus(axis.low).latex()}}}"))


def _written(name: str, text: str) -> str:
    """A name as the post writes it: matrices are bold among terms, and often plain in posts."""
    if name.startswith(_BOLD) and name.endswith("}"):
        inner = name.removeprefix(_BOLD).removesuffix("}")
        for font in ("\\boldsymbol", "\\mathbf", "\\bm"):
            if f"{font}{{{inner}}}" in text:
                return f"{font}{{{inner}}}"
        return inner
    return name
