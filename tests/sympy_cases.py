"""How our reading of an expression compares with the SymPy form that another parser, or a person, gave it.

Both are evaluated at the same points: symbols are matched by name, or in every way there is where the form names them by
number. What cannot be evaluated on either side is left out.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice, permutations
from pathlib import Path
from typing import Any, Literal, NamedTuple

from mathpost.document.reader import read
from mathpost.maths.elaboration.conventions import Conventions
from mathpost.maths.elaboration.elaboration import elaborate, second_readings
from mathpost.maths.notation import UnreadError
from mathpost.text.source import Source
from mathpost.verify.proving import symbolic

Outcome = Literal["same", "different", "unread", "no value"]
POINTS = (("0.7", "1.3", "0.45", "1.9", "0.31", "2.2"), ("1.6", "0.55", "2.3", "0.8", "1.15", "0.37"))
RENAMINGS = 24
CLOSE = 1e-9


class Case(NamedTuple):
    """An expression in LaTeX and its SymPy form; `named`: symbols have the names of the LaTeX."""

    latex: str
    form: str
    named: bool


def cases(path: Path) -> Iterator[Case]:
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if "ast" in row:
            yield Case(row["latex"], row["ast"], named=False)
        elif row.get("kind") == "parse" and row.get("srepr"):
            yield Case(row["tex"], row["srepr"], named=True)


def outcome(case: Case) -> Outcome:
    """What comparing our reading with the form of `case` shows."""
    import sympy

    try:
        theirs = sympy.sympify(case.form, evaluate=False) if case.named else _built(case.form)
    except Exception:
        return "no value"
    if not isinstance(theirs, sympy.Expr) or _has_unknown_function(theirs):
        return "no value"
    constants = {
        sympy.Symbol(n): v for n, v in (("pdg3141", sympy.pi), ("pdg2718", sympy.E), ("pdg4621", sympy.I))
    }
    theirs = theirs.xreplace(constants)
    ours = list(_readings(case.latex))
    if not ours:
        return "unread"
    found = [_compared(each, _atomic(theirs), case.named) for each in ours]
    return next((f for f in ("same", "no value") if f in found), "different")


def _built(form: str) -> Any:
    import sympy

    names = {name: getattr(sympy, name) for name in dir(sympy) if not name.startswith("_")}
    return eval(form, {"__builtins__": {}}, names)  # noqa: S307 - data of ours, SymPy constructors only


def _readings(latex: str) -> Iterator[Any]:
    """Our readings as SymPy expressions, the first one first; those that SymPy has no form for are left out."""
    document = read(Source("case.md", f"${latex}$"))
    if len(document.formulas) != 1:
        return
    nodes = document.formulas[0].tree.body
    try:
        first = elaborate(nodes, Conventions())
    except (UnreadError, RecursionError):
        return
    terms = [first.term]
    for conventions in second_readings(Conventions(), first.ambiguities):
        with suppress(UnreadError, RecursionError):
            terms.append(elaborate(nodes, conventions).term)
    for term in terms:
        with suppress(symbolic.NoSymbolicFormError):
            expression = _atomic(symbolic.to_sympy(term))
            if not _has_unknown_function(expression):
                yield expression


def _atomic(expression: Any) -> Any:
    """`expression` with its entries of families as symbols."""
    import sympy

    entries = expression.atoms(sympy.Indexed)
    return expression.xreplace({e: sympy.Symbol(_plain(str(e))) for e in entries}) if entries else expression


def _has_unknown_function(expression: Any) -> bool:
    from sympy.core.function import AppliedUndef

    return bool(expression.atoms(AppliedUndef))


def _compared(ours: Any, theirs: Any, named: bool) -> Outcome:
    with suppress(TypeError, ValueError, NotImplementedError, AttributeError):
        theirs = theirs.doit()
    mine = sorted(ours.free_symbols, key=str)
    others = sorted(theirs.free_symbols, key=str)
    if len(mine) != len(others):
        return "different"
    orders = [_by_name(mine, others)] if named else list(islice(permutations(others), RENAMINGS))
    found = [_agree(ours, theirs, mine, order) for order in orders if order is not None]
    if any(found):
        return "same"
    return "no value" if found and all(f is None for f in found) else "different"


def _by_name(mine: list[Any], others: list[Any]) -> tuple[Any, ...] | None:
    names = {_plain(str(s)): s for s in others}
    order = [names.get(_plain(str(s))) for s in mine]
    return None if any(s is None for s in order) else tuple(order)


def _plain(name: str) -> str:
    for ours, theirs in (("overline", "bar"), ("text", ""), ("mathit", "")):
        name = name.replace(ours, theirs)
    return "".join(c for c in name if c.isalnum())


def _agree(ours: Any, theirs: Any, mine: list[Any], others: tuple[Any, ...]) -> bool | None:
    """Whether both have the same value at every point; None where one of them has none."""
    import sympy

    for point in POINTS:
        at = [sympy.Rational(v) for v in point]
        try:
            values = [
                complex(e.subs(dict(zip(symbols, at, strict=False))).doit().evalf(20))
                for e, symbols in ((ours, mine), (theirs, others))
            ]
        except (
            TypeError,
            ValueError,
            NotImplementedError,
            ZeroDivisionError,
            AttributeError,
            RecursionError,
        ):
            return None
        if values[0] != values[0] or values[1] != values[1]:
            return None
        if abs(values[0] - values[1]) > CLOSE * (1 + abs(values[0])):
            return False
    return True
