"""Checks certificates of `enhance check --certificates DIR` again with SymPy alone; no code of the program is used.

    python certificates/verify.py DIR

Both sides of each claim become SymPy expressions. A certificate holds if SymPy shows their difference to be zero. It is left open if
it contains something that this script does not know, or if SymPy finds no proof in time. It fails if the difference is a
number other than zero at random points; that would be a bug of the program. Exit code: 0 if none fails, else 1.
`DIR/checked.json` then holds the counts of each post; a report whose folder has it as `certificates/checked.json` shows them.
"""

from __future__ import annotations

import json
import random
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import sympy as sp

SECONDS = 6  # of CPU time
HOLDS, OPEN, FAILS = "holds", "open", "fails"


class Unknown(Exception):
    """Something that this script cannot read."""


class Late(Exception):
    """The time for one certificate is over."""


# --- certificates as expressions


def _one(function: Callable[[Any], Any]) -> Callable[..., Any]:
    def apply(*arguments: Any) -> Any:
        if len(arguments) != 1:
            raise Unknown("arguments")
        return function(*arguments)

    return apply


OPERATORS: dict[str, Callable[..., Any]] = {
    "add": lambda *terms: sp.Add(*terms),
    "multiply": lambda *terms: sp.Mul(*terms),
    "negate": _one(lambda x: -x),
    "divide": lambda x, y: x / y,
    "power": lambda x, y: x**y,
    "sqrt": _one(sp.sqrt),
    "root": lambda x, n: sp.root(x, n),
    "exp": _one(sp.exp),
    "log": _one(sp.log),
    "log_base": lambda base, x: sp.log(x) / sp.log(base),
    **{name: _one(getattr(sp, name)) for name in "sin cos tan cot sec csc sinh cosh tanh coth".split()},
    "arcsin": _one(sp.asin),
    "arccos": _one(sp.acos),
    "arctan": _one(sp.atan),
    "arsinh": _one(sp.asinh),
    "arcosh": _one(sp.acosh),
    "artanh": _one(sp.atanh),
    "sigmoid": _one(lambda x: 1 / (1 + sp.exp(-x))),
    "softplus": _one(lambda x: sp.log(1 + sp.exp(x))),
    "relu": _one(lambda x: sp.Max(x, 0)),
    "abs": _one(sp.Abs),
    "sign": _one(sp.sign),
    "maximum": lambda *terms: sp.Max(*terms),
    "minimum": lambda *terms: sp.Min(*terms),
    "floor": _one(sp.floor),
    "ceiling": _one(sp.ceiling),
    "factorial": _one(sp.factorial),
    "gamma": _one(sp.gamma),
    "binomial": lambda n, k: sp.binomial(n, k),
    "erf": _one(sp.erf),
    "delta": lambda i, j: sp.KroneckerDelta(i, j),
    "pi": lambda: sp.pi,
    "e": lambda: sp.E,
    "infinity": lambda: sp.oo,
}


class Reader:
    """Turns the terms of one certificate into expressions; free symbols are real with the assumptions that it states."""

    def __init__(self, symbols: dict[str, dict[str, Any]]) -> None:
        self.symbols = {name: self._symbol(name, known) for name, known in symbols.items()}
        self.known = symbols
        self.bound: list[dict[str, sp.Symbol]] = []

    @staticmethod
    def _symbol(name: str, known: dict[str, Any]) -> sp.Symbol:
        low = sp.Rational(known["low"]) if "low" in known else None
        assumptions: dict[str, bool] = {"real": True}
        if known.get("integer"):
            assumptions["integer"] = True
            if low is not None and low >= 0:
                assumptions["nonnegative" if low == 0 else "positive"] = True
        elif low is not None and low >= 0:
            assumptions["positive"] = True
        return sp.Symbol(name, **assumptions)

    def read(self, term: list[Any]) -> Any:
        match term:
            case ["number", value]:
                return sp.Rational(value)
            case ["variable", name]:
                return self._variable(name)
            case ["apply", "index" | "call" as operator, ["variable", name], *arguments]:
                return self._unknown(name, operator)(*map(self.read, arguments))
            case ["apply", "derivative", body, ["variable", name]]:
                return sp.diff(self.read(body), self._variable(name))
            case ["apply", operator, *arguments] if operator in OPERATORS:
                return OPERATORS[operator](*map(self.read, arguments))
            case ["bind", operator, name, bounds, body]:
                return self._bound(operator, name, [self.read(bound) for bound in bounds], body)
        raise Unknown(str(term[1]))

    def _variable(self, name: str) -> Any:
        for scope in reversed(self.bound):
            if name in scope:
                return scope[name]
        if name not in self.symbols:
            raise Unknown(name)
        return self.symbols[name]

    def _unknown(self, name: str, operator: str) -> Any:
        if any(name in scope for scope in self.bound):
            raise Unknown(name)
        low = self.known.get(name, {}).get("low")
        sign = {"positive": True} if low is not None and sp.Rational(low) >= 0 else {"real": True}
        return sp.Function(f"{operator}:{name}", **sign)

    def _bound(self, operator: str, name: str, bounds: list[Any], body: list[Any]) -> Any:
        index = sp.Dummy(name, integer=True) if operator in ("sum", "product") else sp.Dummy(name, real=True)
        self.bound.append({name: index})
        try:
            inside = self.read(body)
        finally:
            self.bound.pop()
        if operator == "sum" and len(bounds) == 2:
            return sp.Sum(inside, (index, *bounds))
        if operator == "product" and len(bounds) == 2:
            return sp.Product(inside, (index, *bounds))
        if operator == "integral" and len(bounds) == 2:
            return sp.Integral(inside, (index, *bounds))
        if operator == "differentiate" and len(bounds) == 1:
            return sp.diff(inside, index).subs(index, bounds[0])
        raise Unknown(operator)


# --- is a difference zero


def aligned(inside: Any, index: Any, low: Any, high: Any) -> Any:
    """A sum from 1, or up to a bound without a number, and the few terms that it has more or less."""
    extra = sp.S.Zero
    more = high.as_coeff_Add()[0] if high.free_symbols else sp.S.Zero
    if more.is_Integer and 0 < abs(more) <= 2:
        high -= more
        steps = range(1, more + 1) if more > 0 else range(more + 1, 1)
        extra += sp.sign(more) * sum(inside.subs(index, high + step) for step in steps)
    if low in (0, 2, 3):
        first = sum(inside.subs(index, step) for step in range(min(low, 1), max(low, 1)))
        if first.is_finite is not False and not first.has(sp.zoo, sp.nan):
            extra += first if low == 0 else -first
            low = sp.S.One
    return sp.Sum(inside, (index, low, high)) + extra


def general(expression: Any) -> Any:
    """The case of a general value: the ratio of a geometric sum is not 1."""

    def branch(*cases: Any) -> Any:
        for value, condition in cases:
            if not condition.has(sp.Eq) and not value.has(sp.Sum):
                return value
        return sp.Piecewise(*cases, evaluate=False)

    return expression.replace(sp.Piecewise, branch)


def linear(expression: Any) -> Any:
    """Sums taken apart term by term, with their bound symbol renamed, so that equal ones cancel."""

    def canonical(total: Any) -> Any:
        ((index, low, high),) = total.limits
        fixed = sp.Symbol("bound", integer=True)
        parts = sp.Add.make_args(sp.expand(total.function.subs(index, fixed)))
        result = sp.S.Zero
        for part in parts:
            outside, inside = part.as_independent(fixed, as_Add=False)
            delta = next((d for d in inside.atoms(sp.KroneckerDelta) if fixed in d.args), None)
            if inside == 1:
                result += outside * (high - low + 1)
            elif delta is not None and any(arg.is_Symbol and arg != fixed for arg in delta.args):
                other = next(arg for arg in delta.args if arg != fixed)  # an index within the bounds
                result += outside * inside.xreplace({delta: sp.S.One}).subs(fixed, other)
            else:
                result += outside * aligned(inside, fixed, low, high)
        return result

    def single(part: Any) -> bool:
        if not isinstance(part, sp.Sum) or len(part.limits) != 1:
            return False
        return all(part.limits[0][0] not in inner.free_symbols for inner in part.function.atoms(sp.Sum))

    return expression.replace(single, canonical)


STRATEGIES: tuple[Callable[[Any], Any], ...] = (
    lambda d: sp.expand(d),
    lambda d: sp.cancel(sp.together(d)),
    lambda d: sp.expand(linear(d)),
    lambda d: sp.cancel(sp.together(linear(d))),
    lambda d: sp.expand(sp.expand_log(d.doit(), force=False)),
    lambda d: sp.expand(linear(sp.expand(sp.expand_log(d)))),
    lambda d: sp.expand(sp.powsimp(sp.expand_log(sp.expand(d.doit()), force=False))),
    lambda d: sp.cancel(sp.together(d.doit().rewrite(sp.exp))),
    lambda d: sp.cancel(sp.together(sp.expand(general(d.doit())))),
    lambda d: sp.simplify(general(d.doit())),
    lambda d: sp.combsimp(sp.gammasimp(d.doit())),
    lambda d: sp.simplify(d.doit()),
    lambda d: sp.simplify(sp.expand_log(sp.logcombine(d.doit()), force=False)),
)


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    def stop(*_: object) -> None:
        raise Late

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def judged(certificate: dict[str, Any]) -> tuple[str, str]:
    """Whether a certificate holds, and why not if it does not."""
    try:
        with limited(SECONDS):
            reader = Reader(certificate["symbols"])
            difference = reader.read(certificate["left"]) - reader.read(certificate["right"])
            for strategy in STRATEGIES:
                if _quietly(strategy, difference) == 0:
                    return HOLDS, ""
            return (FAILS, "differs at a random point") if differs(difference) else (OPEN, "no proof found")
    except Late:
        return OPEN, "no time left"
    except Unknown as found:
        return OPEN, f"not read: {found}"
    except (
        TypeError,
        ValueError,
        ArithmeticError,
        NotImplementedError,
        AttributeError,
        RecursionError,
    ) as error:
        return OPEN, f"{type(error).__name__}: {error}"


def _quietly(strategy: Callable[[Any], Any], difference: Any) -> Any:
    try:
        return strategy(difference)
    except (Late, Unknown):
        raise
    except Exception:  # a strategy that SymPy cannot follow proves nothing
        return None


def differs(difference: Any) -> bool:
    """Whether the difference is clearly not zero at three random points; only for expressions of free symbols alone."""
    if difference.has(sp.Function, sp.Sum, sp.Product, sp.Integral) and difference.atoms(
        sp.core.function.AppliedUndef
    ):
        return False
    chance = random.Random(0)
    gaps = []
    for _ in range(3):
        point = {
            s: sp.Integer(chance.randint(1, 6)) if s.is_integer else sp.Rational(chance.randint(11, 59), 20)
            for s in difference.free_symbols
        }
        value = sp.N(difference.subs(point).doit(), 30)
        if not value.is_number or not value.is_finite:
            return False
        gaps.append(abs(value))
    return bool(gaps) and min(gaps) > sp.Float("1e-9")


# --- files


def main(folder: Path) -> int:
    count = {HOLDS: 0, OPEN: 0, FAILS: 0}
    posts = []
    for file in sorted(folder.rglob("*.json")):
        record = json.loads(file.read_text("utf-8"))
        if record.get("schema") != "mathpost-certificate/1":
            continue
        posts.append(
            {"post": record["post"], "sha256": record.get("sha256", ""), HOLDS: 0, OPEN: 0, FAILS: 0}
        )
        for certificate in record["certificates"]:
            result, reason = judged(certificate)
            count[result] += 1
            posts[-1][result] += 1
            if result != HOLDS:
                print(f"{record['post']}:{certificate['line']}: {result}: {reason}: {certificate['claim']}")
    checked = {"schema": "mathpost-checked/1", "posts": posts}
    text = json.dumps(checked, ensure_ascii=False, indent=1) + "\n"
    (folder / "checked.json").write_text(text, encoding="utf-8")
    total = sum(count.values())
    print(f"{count[HOLDS]} of {total} certificates hold, {count[OPEN]} open, {count[FAILS]} fail")
    return 1 if count[FAILS] else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(Path(sys.argv[1])))
