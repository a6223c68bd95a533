"""Entries, rows and columns of arrays; members of families of arrays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from mathpost.maths import notation
from mathpost.maths.elaboration.scripts import is_slice
from mathpost.maths.terms.term import ZERO, Apply, Number, Term, Variable
from mathpost.maths.typing.dimensions import ONE, SCALAR, Shape
from mathpost.maths.typing.resolution.search import Rule, Search, Typed, long


def index(search: Search, term: Apply) -> Iterator[Typed]:
    """An entry of an array, a member of a family of arrays, or a number with an index."""
    head, *places = term.arguments
    if isinstance(head, Variable) and notation.is_bold(head.name):
        yield from member(search, term, head.name, places)
        return
    if isinstance(head, Variable):
        if not _has_slice(places):
            yield from entry_of_symbol(search, term, head.name, places)
        return
    for typed in search.resolve(head):
        if _has_slice(places):
            yield from sliced(search, typed, places)
            continue
        yield from entry(search, Apply("index", (typed.term, *places), term.origin), typed.shape, places)


def member(search: Search, term: Apply, name: str, places: Sequence[Term]) -> Iterator[Typed]:
    """``\\boldsymbol{x}_i``: a member of a family, at a cost an entry of an array."""
    if _has_slice(places):
        for shape in search.symbol(name, 0):
            yield from sliced(search, Typed(Variable(name), shape), places)
        return
    family = f"{name}[{len(places)}]"
    whole = is_used_whole(search, name) or _has_axes(search, name, places)
    for is_entry in search.alike(family, (True, False) if whole else (False,)):
        if is_entry:
            single = Apply("index", (Variable(_plain(name)), *places), term.origin)
            for shape in search.symbol(name, 0):
                yield from entry(search, single, shape, places)
        else:
            for shape in search.symbol(name, len(places)):
                with search.dims.attempt():
                    if name not in search.symbols.bases or all(
                        along(search, places[0], d) for d in long(shape)
                    ):
                        yield Typed(term, shape)


def sliced(search: Search, whole: Typed, places: Sequence[Term]) -> Iterator[Typed]:
    """Some rows and columns of a matrix: one of them, a span, or all."""
    if not search.dims.is_matrix(whole.shape):
        return
    with search.dims.attempt():
        if all(is_slice(p) or along(search, p, d) for p, d in zip(places, whole.shape, strict=True)):
            axes = (_extent(search, p, d) for p, d in zip(places, whole.shape, strict=True))
            ends = (end for p in places for end in _ends(p))
            yield Typed(Apply("slice", (whole.term, *ends)), Shape(*axes))


def _extent(search: Search, place: Term, axis: int) -> int:
    """The length of the part of an axis that one place of a slice selects."""
    if not is_slice(place):
        return ONE
    match place:
        case Apply(arguments=(Number(value=first), Variable(name=last))) if first == 1:
            return search.dims.named(last)
        case Apply(arguments=(Number(value=first), Number(value=last))):
            return search.dims.named(str(last - first + 1))
        case Apply(operator="span"):
            return search.dims.unknown()
    return axis


def _ends(place: Term) -> tuple[Term, Term]:
    """The first and the last position that one place of a slice selects; zeros for the whole axis."""
    if isinstance(place, Apply) and place.operator == "span":
        return place.arguments[0], place.arguments[1]
    return (ZERO, ZERO) if is_slice(place) else (place, place)


def is_used_whole(search: Search, name: str) -> bool:
    """Whether the array occurs without an index."""
    return name in search.whole


def _has_axes(search: Search, name: str, places: Sequence[Term]) -> bool:
    """Whether the post declares a matrix with as many axes as there are indices."""
    axes = search.symbols.declared.get((notation.letter(name), False))
    return axes is not None and len(axes) == len(places) == 2


def entry_of_symbol(search: Search, term: Apply, name: str, places: Sequence[Term]) -> Iterator[Typed]:
    """``x_i`` of a plain letter: an entry of the array written in bold, where the claim has one."""
    bold = rf"\boldsymbol{{{name}}}"
    if bold not in search.arrays:
        with search.dims.attempt():
            _runs_as_elsewhere(search, name, places)
            yield Typed(term, SCALAR)
        return
    member = search.shapes.get(f"{bold}[{len(places) - 1}]")
    shapes = iter([member]) if member is not None else search.symbol(bold, 0)
    for shape in shapes:
        own = places[1:] if member is not None else places
        if len(own) == (1 if search.dims.is_vector(shape) else 2):
            yield from entry(search, term, shape, own)
        else:
            yield Typed(term, SCALAR)


def _runs_as_elsewhere(search: Search, name: str, places: Sequence[Term]) -> None:
    """Give a family one range throughout: sums over it that show no range have the same one."""
    match places:
        case (Variable(name=letter),):
            known = search.ranges.get(letter)
            if known is not None and search.dims.began_open(known):
                search.dims.unify(known, search.counts.setdefault(name, search.dims.any()))


def entry(search: Search, term: Apply, shape: Shape, places: Sequence[Term]) -> Iterator[Typed]:
    """One entry of an array of this `shape` at `places`, as many as it has axes."""
    axes = long(shape) if search.dims.is_vector(shape) else list(shape)
    if search.dims.is_scalar(shape) or len(axes) != len(places):
        search.fails(term, shape, SCALAR)
        return
    with search.dims.attempt():
        if all(along(search, p, axis) for p, axis in zip(places, axes, strict=True)):
            yield Typed(term, SCALAR)


def along(search: Search, place: Term, axis: int) -> bool:
    """Whether an index that a range binds runs along `axis`."""
    if isinstance(place, Apply) and place.operator == "index":  # "x_{i_1}"
        place = place.arguments[0]
    known = search.ranges.get(place.name) if isinstance(place, Variable) else None
    return known is None or search.dims.unify(known, axis)


def _has_slice(places: Sequence[Term]) -> bool:
    return any(map(is_slice, places))


def _plain(name: str) -> str:
    return name.replace(r"\boldsymbol{", "", 1).replace("}", "", 1)


RULES: Mapping[str, Rule] = {
    "index": index,
}
