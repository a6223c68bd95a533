"""The interface of an evaluation to the operators in it: the value of a term, a scope where a variable has a value."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Protocol

from mathpost.maths.terms.term import Bind, Term
from mathpost.maths.values import Scalar, Value


class Scope(Protocol):
    """The operations of the running evaluation that a lazy operator may use."""

    @property
    def length(self) -> int:
        """The number of entries of an index family without stated bounds in this model."""

    def value(self, term: Term) -> Value:
        """The value of `term` here."""

    def holds(self, proposition: Term) -> bool:
        """Whether `proposition` is true here."""

    def bind(self, name: str, value: Value) -> Scope:
        """This scope with the variable `name` bound to `value`."""

    def over(self, bind: Bind, points: Iterable[Value]) -> Iterator[Value]:
        """The values of the body of `bind` with its variable at each of the `points` in turn."""

    def along(self, bind: Bind) -> Callable[[Value], Value]:
        """The body of `bind` as a function of its variable."""

    def place(self, name: str, value: Value) -> Scope:
        """This scope with a value for the free symbol `name`; derivatives by the symbol remain possible."""

    def vary(self, target: Term) -> tuple[Scope, int]:
        """This scope with `target` as the variable of a derivative, and the level of its slope."""

    def vary_entries(self, target: Term) -> tuple[tuple[int, ...], Sequence[tuple[Scope, int]]]:
        """The shape of the array `target`, and for each of its entries this scope with that entry varied."""

    def moved(self) -> tuple[Scope, int]:
        """This scope with every symbol that has a differential moving in a direction of its own, and the level of the slope."""

    def outcomes(self, target: Term) -> Sequence[Scope] | None:
        """This scope with each outcome of the random variable `target`; None if it is not random."""

    def points(self, target: Term) -> Sequence[tuple[Scalar, Scope]]:
        """Points of a finite measure on the values of the symbol `target`: the weight of each, and this scope there."""

    def average(
        self, body: Term, law: Term | None, heads: tuple[Term, ...], given: tuple[Term, ...]
    ) -> Value:
        """The expectation of `body` over `heads` (none: over all its random variables) under `law`, conditioned on `given`."""

    def probability(self, law: Term, heads: tuple[Term, ...], given: tuple[Term, ...]) -> Scalar:
        """The probability (density) of `heads` under `law`, given `given`."""
