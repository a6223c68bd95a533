"""What a fence of code computes: the function, the name or the expression that may be the left side of a formula."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from mathpost.verify.programs.arrays import Value
from mathpost.verify.programs.calls import LIBRARIES
from mathpost.verify.programs.expressions import shows
from mathpost.verify.programs.names import arguments, is_named, names

_STATISTICS = {
    "mean": ("mean",),
    "std": ("std", "var", "variance", "sigma2", "sigma_sq"),
}  # and how code names them
_TRIED = 3  # functions of a fence that are compared although their names say nothing


class ResultOfCode(NamedTuple):
    """A result called `name`: what `function` returns or its `local` holds, a name of the fence, or an expression `value`."""

    name: str
    function: ast.FunctionDef | None = None
    local: str = ""
    value: ast.expr | None = None


def functions(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    """The functions of a fence, those written as ``f = lambda x: …`` among them."""
    for statement in tree.body:
        match statement:
            case ast.FunctionDef():
                yield statement
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Lambda(args=given, body=body)):
                made = ast.FunctionDef(name, given, [ast.Return(body)], [], lineno=0)
                yield ast.fix_missing_locations(made)


def modules(tree: ast.Module) -> Iterator[str]:
    """The names under which a fence has the libraries that are read: ``t`` of ``import torch as t``."""
    for statement in tree.body:
        match statement:
            case ast.Import(names=given):
                yield from (a.asname or a.name for a in given if a.name in LIBRARIES)
            case ast.ImportFrom(module=module, names=given):
                yield from (a.asname or a.name for a in given if f"{module}.{a.name}" in LIBRARIES)


def named_result(tree: ast.Module, left: str) -> ResultOfCode | None:
    """The function or the name that the code computes, if it is called as the left side is."""
    defined = list(functions(tree))[::-1]
    for function in defined:
        if is_named(left, function.name):
            return ResultOfCode(function.name, function)
    for statement in reversed(tree.body):
        for target in _targets(statement):
            if is_named(left, target):
                return ResultOfCode(target)
    for function in defined:
        for name in _returned(function):
            if is_named(left, name):
                return ResultOfCode(name, function, name)
    return None


def other_results(tree: ast.Module) -> Iterator[ResultOfCode]:
    """The last function and the last value of a fence, whatever they are called."""
    for function in list(functions(tree))[-_TRIED:][::-1]:
        yield ResultOfCode(function.name, function)
    last = list(_last_values(tree))
    yield from last[:_TRIED]


def _last_values(tree: ast.Module) -> Iterator[ResultOfCode]:
    """What the end of a fence prints, shows and assigns, the last first."""
    for statement in reversed(tree.body):
        match statement:
            case ast.Expr(value=ast.Call(func=ast.Name(id="print"), args=[value])):
                yield from () if isinstance(value, ast.JoinedStr) else [ResultOfCode("print", value=value)]
            case ast.Expr(value=value):
                yield from (
                    () if shows(value) and isinstance(value, ast.Call) else [ResultOfCode("", value=value)]
                )
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if not isinstance(value, ast.Lambda):
                yield ResultOfCode(name)


def renamed(function: ast.FunctionDef, left: str, symbols: Mapping[str, Value]) -> dict[str, Value]:
    """The arguments of ``def f(z)`` beneath ``f(x)``, which are those of the left side in their order."""
    wanted, given = arguments(left), [a.arg for a in function.args.args]
    if len(wanted) != len(given) or any(name in symbols for name in given):
        return {}
    found = [next((symbols[n] for n in names(latex) if n in symbols), None) for latex in wanted]
    return {name: value for name, value in zip(given, found, strict=True) if value is not None}


def names_used(tree: ast.Module) -> set[str]:
    """All names that are in a fence."""
    return {
        n.id if isinstance(n, ast.Name) else n.arg
        for n in ast.walk(tree)
        if isinstance(n, ast.Name | ast.arg)
    }


def unnamed(symbols: Mapping[str, Value], used: Collection[str], given: Mapping[str, Value]) -> str:
    """A mean or deviation in the formula for which the code has no name: it may compute it from the data on its way."""
    known = {id(symbols[name]) for name in used if name in symbols} | {id(value) for value in given.values()}
    for word, others in _STATISTICS.items():
        value = symbols.get(word)
        called = sorted((n for n, v in symbols.items() if v is value), key=len)
        if (
            value is not None
            and id(value) not in known
            and not any(u.startswith((*called, *others)) for u in used)
        ):
            return called[0]
    return ""


def guessed(name: str, symbols: Mapping[str, Value], used: Collection[str]) -> Value | None:
    """The symbol that an unknown `name` may be: the only one that the code does not use, or the only one with its initial."""
    called: dict[int, list[str]] = {}
    for n, v in symbols.items():
        if not any(symbols.get(u) is v for u in used):
            called.setdefault(id(v), []).append(n)
    left = [min(known, key=lambda n: (len(n), n)) for known in called.values()]
    if len(left) == 1:
        return symbols[left[0]]
    digits = name[len(name.rstrip("0123456789")) :]
    alike = [n for n in left if n[:1].lower() == name[:1].lower()]
    initial = [symbols[n] for n in alike if n.rstrip("_").endswith(digits)]
    return initial[0] if len(initial) == 1 else None


def _targets(statement: ast.stmt) -> Iterator[str]:
    """The names that a statement outside of functions gives a value."""
    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        return
    if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Lambda):
        return
    for node in ast.walk(statement):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        if (
            isinstance(node, ast.Subscript)
            and isinstance(node.ctx, ast.Store)
            and isinstance(node.value, ast.Name)
        ):
            yield node.value.id


def _returned(function: ast.FunctionDef) -> Iterator[str]:
    """The names that a function returns as they are, one or several."""
    match function.body[-1:]:
        case [ast.Return(value=ast.Name(id=name))]:
            yield name
        case [ast.Return(value=ast.Tuple(elts=elements))]:
            yield from (e.id for e in elements if isinstance(e, ast.Name))
