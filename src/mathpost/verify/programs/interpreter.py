"""A small subset of Python read as mathematics, without executing anything.

Expressions, assignments, `def` with `return`, loops over ranges that add up, multiply up or fill an array, and the calls of
NumPy and `math` in the tables. All else raises `UndecidedError`, which names it.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence

from mathpost.verify.programs.arrays import (
    Linear,
    Piece,
    Places,
    UndecidedError,
    Value,
    combined,
    constant,
    number,
    whole,
)
from mathpost.verify.programs.expressions import (
    FILLED,
    Expressions,
    Result,
    is_data,
    is_drawn,
    one_array,
    ranged,
    shows,
)
from mathpost.verify.programs.loops import (
    arrays_filled,
    assigned_names,
    letters_set,
    names_accumulated,
    refuse_other_uses,
)
from mathpost.verify.programs.reductions import plus, times


class Interpreter(Expressions):
    """Reads statements: assignments, functions, loops over ranges that add up, multiply up or fill an array."""

    def block(
        self, body: Sequence[ast.stmt], known: Mapping[str, Result]
    ) -> tuple[dict[str, Result], Result | None]:
        """What names stand for after `body`, and what it returns."""
        names = dict(known)
        self.made |= frozenset(assigned_names(body))
        for statement in body:
            self._spend()
            match statement:
                case ast.Return(value=value) if value is not None:
                    return names, self.value(value, names)
                case ast.With(body=inner):
                    names, returned = self.block(inner, names)
                    if returned is not None:
                        return names, returned
                case _ if not self._is_idle(statement):
                    self._carry_out(statement, names)
        return names, None

    def _is_idle(self, statement: ast.stmt) -> bool:
        """Whether a statement changes no value: an import, an assertion, a print, or a condition on an optional
        argument that is off.
        """
        match statement:
            case ast.Import() | ast.ImportFrom() | ast.Assert() | ast.Pass():
                return True
            case ast.If(body=[ast.Raise()], orelse=[]):
                return True
            case ast.If(test=test, orelse=[]):
                return self._is_off(test)
            case ast.Assign(targets=[ast.Name()], value=ast.Lambda()):
                return True  # one of the functions
            case ast.Expr(value=value):
                return shows(value)
        return False

    def _carry_out(self, statement: ast.stmt, names: dict[str, Result]) -> None:
        match statement:
            case ast.FunctionDef(name=name):
                self.functions[name] = statement
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    self._assign(target, value, names)
            case ast.AnnAssign(target=ast.Name() as target, value=ast.expr() as value):
                self._assign(target, value, names)
            case ast.AugAssign(target=ast.Name(id=name), op=op, value=value):
                names[name] = self._operated(op, self._name(name, names), self.array(value, names))
            case ast.AugAssign(target=ast.Subscript(value=ast.Name(id=name)), op=op, value=value):
                old = names.get(name + FILLED, number(int(isinstance(op, ast.Mult))))
                names[name + FILLED] = self._operated(op, one_array(old), self.array(value, names))
            case ast.For():
                self._loop(statement, names)
            case _:
                raise UndecidedError(type(statement).__name__)

    def _is_off(self, test: ast.expr) -> bool:
        """Whether a condition is about an argument that is off by default: a mask that is None, a flag."""
        match test:
            case (
                ast.Name(id=name)
                | ast.Compare(
                    left=ast.Name(id=name), ops=[ast.IsNot()], comparators=[ast.Constant(value=None)]
                )
            ):
                default = self.switches.get(name)
                return isinstance(default, ast.Constant) and default.value in (None, False)
        return False

    def _assign(self, target: ast.expr, value: ast.expr, names: dict[str, Result]) -> None:
        match target:
            case ast.Name(id=name) if (
                name in self.symbols and name not in self.made and is_data(value, self.modules)
            ):
                names.pop(name, None)  # an example of a value for the symbol
            case ast.Name(id=name) if name in self.symbols and name not in self.made:
                try:
                    names[name] = self.value(value, names)
                except UndecidedError:
                    if self.symbols[name].axes:
                        raise
                    names.pop(name, None)  # the value of the symbol, found in a way that is not read
            case ast.Name(id=name) if is_drawn(value):
                names.pop(name, None)  # an example of something that has another name in the formula
            case ast.Name(id=name):
                names[name] = self.value(value, names)
            case ast.Tuple(elts=elements) if all(isinstance(e, ast.Name) for e in elements):
                found = self.value(value, names)
                if not isinstance(found, tuple) or len(found) != len(elements):
                    raise UndecidedError("several names at once")
                names |= {e.id: v for e, v in zip(elements, found, strict=True) if isinstance(e, ast.Name)}
            case ast.Subscript(value=ast.Name(id=name)):
                names[name + FILLED] = self.value(value, names)
            case _:
                raise UndecidedError("an assignment to a part")

    def _loop(self, loop: ast.For, names: dict[str, Result]) -> None:
        """A loop that adds up, multiplies up or fills arrays."""
        first, last = self._range(loop.iter, names)
        if not isinstance(loop.target, ast.Name) or loop.orelse:
            raise UndecidedError("a loop over other things than a range")
        sums = names_accumulated(loop)
        filled = arrays_filled(loop)
        refuse_other_uses(loop, sums, filled)
        letter = self.letters.next()
        inside = {**names, **{n: number(int(kind == "product")) for n, kind in sums.items()}}
        inside[loop.target.id] = constant(whole(Linear(letter)))
        after, returned = self.block(loop.body, inside)
        if returned is not None:
            raise UndecidedError("a return in a loop")
        for name, kind in sums.items():
            body = one_array(after[name])
            total = Value(body.axes, ranged(body, kind, letter, first, last))
            old = names.get(name)
            if old is None:
                raise UndecidedError(name)
            join = times if kind == "product" else plus
            names[name] = combined(one_array(old), total, join)
        for name in letters_set(loop) - sums.keys():
            if name in names:
                raise UndecidedError("a recurrence")
        for name, places in filled.items():
            if loop.target.id in places:
                self._fill(loop, name, places, names)
            elif name + FILLED in after:  # an inner sum of an entry that an outer loop fills
                body = one_array(after[name + FILLED])
                names[name + FILLED] = Value(body.axes, ranged(body, "sum", letter, first, last))

    def _fill(self, loop: ast.For, name: str, places: tuple[str, ...], names: dict[str, Result]) -> None:
        old = names.get(name)
        if not isinstance(old, Value) or len(old.axes) != len(places):
            raise UndecidedError("an array of unknown shape")
        before = dict(names)

        def at(where: Places) -> Piece:
            fixed = {n: constant(whole(w)) for n, w in zip(places, where, strict=True)}
            return one_array(self._filled_with(loop, name, fixed, {**before})).scalar

        names[name] = Value(old.axes, at)

    def _filled_with(
        self, loop: ast.For, name: str, fixed: Mapping[str, Value], names: dict[str, Result]
    ) -> Result:
        """The entry that `loop` gives the array `name` where its loop variables are `fixed`."""
        self._spend()
        assert isinstance(loop.target, ast.Name)
        names[loop.target.id] = fixed[loop.target.id]
        for statement in loop.body:
            inner = isinstance(statement, ast.For) and isinstance(statement.target, ast.Name)
            if inner and statement.target.id in fixed:  # type: ignore[attr-defined]
                names[name + FILLED] = self._filled_with(statement, name, fixed, names)  # type: ignore[arg-type]
            else:
                names, _ = self.block([statement], names)
        if name + FILLED not in names:
            raise UndecidedError("an array that is not filled")
        return names[name + FILLED]
