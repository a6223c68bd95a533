"""A cache for the last call: the same post, its steps and their context are asked for several times in a row."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from operator import is_
from typing import ParamSpec, TypeVar

Given = ParamSpec("Given")
Found = TypeVar("Found")


def of_the_last(find: Callable[Given, Found]) -> Callable[Given, Found]:
    """`find`, which gives its last answer again where it is asked about the same objects.

    Records as large as a post are distinguished by identity: to compare two of them may take as long as the answer. The
    objects must never change.

    >>> calls = []
    >>> @of_the_last
    ... def length(row):
    ...     calls.append(row)
    ...     return len(row)
    >>> row = ("a", "b")
    >>> length(row), length(row), len(calls)
    (2, 2, 1)
    """
    last: list[tuple[tuple[object, ...], Found]] = []

    @wraps(find)
    def found(*given: Given.args, **named: Given.kwargs) -> Found:
        if named:
            return find(*given, **named)
        for known, answer in last:
            if len(known) == len(given) and all(map(is_, known, given)):
                return answer
        answer = find(*given, **named)
        last[:] = [(given, answer)]
        return answer

    return found
