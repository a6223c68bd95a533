"""Patterns over terms, rewriting rules, and the ways to walk through terms."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mathpost.maths.terms.pattern_text import pattern
from mathpost.maths.terms.patterns import Bindings, general, match, matched
from mathpost.maths.terms.rewriting import instance, rewrite_everywhere, rewrite_once, rewritten, rule
from mathpost.maths.terms.term import (
    ONE,
    TWO,
    ZERO,
    Apply,
    Bind,
    Number,
    Term,
    Variable,
    free_variables,
    replaced,
    size,
    substitute,
    with_parts,
)
from mathpost.maths.terms.traversal import (
    fold,
    free_outside,
    leaves,
    outermost,
    parts,
    parts_in_scope,
    rewrite,
    rewrite_in_scope,
    standing_alone,
    transform,
)

A, B, C, J, K, X, Y = map(Variable, "abcjkxy")
LEAVES = st.sampled_from([A, B, K, J, X, ZERO, ONE, TWO])


def _grown(inner: st.SearchStrategy[Term]) -> st.SearchStrategy[Term]:
    several = st.lists(inner, min_size=1, max_size=3).map(tuple)
    return (
        st.builds(Apply, st.sampled_from(["add", "multiply", "f", "g"]), several)
        | st.builds(lambda x: Apply("negate", (x,)), inner)
        | st.builds(lambda v, b: Bind("sum", v, (ONE, A), b), st.sampled_from([K, J]), inner)
        | st.builds(lambda v, b: Bind("integral", v, (), b), st.sampled_from([K, X]), inner)
    )


TERMS: st.SearchStrategy[Term] = st.recursive(LEAVES, _grown, max_leaves=12)
PATTERNS = [
    "x_",
    "f(x_)",
    "f(xs__)",
    "f(x_, xs___)",
    "(f | g)(xs___)",
    "add(before___, x_, after___)",
    "x_ + y_",
    "x_ + rest___",
    "x_ * y_ * rest___",
    "x_ - y_",
    "negate(f(x_))",
    "sum[k_, low_, high_](body_)",
    "sum[k_, ends___](f(x_, xs___))",
    "integral[x_](a_ + b_)",
    "f(x_, g(y_))",
    "f(x_, sum[k_, ends__](x_))",
]


def _put_back(text: str, found: Bindings) -> Term:
    return instance(pattern(text), found, rule(text, text).scopes)


def _flat(term: Term) -> Term:
    """`term` with the order and the brackets of sums and products forgotten."""

    def sorted_(part: Term) -> Term:
        if not isinstance(part, Apply) or part.operator not in ("add", "multiply"):
            return part
        inner = [
            t
            for a in part.arguments
            for t in (parts(a) if isinstance(a, Apply) and a.operator == part.operator else (a,))
        ]
        if len(inner) == 1:
            return inner[0]
        return Apply(part.operator, tuple(sorted(inner, key=repr)))

    return transform(term, sorted_)


@given(TERMS, st.sampled_from([text for text in PATTERNS if "|" not in text]))
def test_what_matches_put_back_is_the_term(term: Term, text: str) -> None:
    for found in list(match(pattern(text), term))[:20]:
        assert _flat(_put_back(text, found)) == _flat(term)


@given(st.lists(st.sampled_from([A, B, C, X, Y, ONE, TWO]), min_size=2, max_size=4, unique=True))
def test_a_sum_matches_in_every_order(summands: list[Term]) -> None:
    text = " + ".join(f"p{k}_" for k in range(len(summands)))
    found = {tuple(way.values()) for way in match(pattern(text), Apply("add", tuple(summands)))}
    names = [f"p{k}" for k in range(len(summands))]
    ways = {tuple(w[n] for n in names) for w in match(pattern(text), Apply("add", tuple(summands)))}
    assert ways == set(permutations(summands))
    assert len(found) == len(ways)


@given(st.lists(st.sampled_from([A, B, C, X]), min_size=1, max_size=4, unique=True))
def test_what_two_leave_is_shared_in_every_way(summands: list[Term]) -> None:
    ways = list(match(pattern("one___ + other___"), Apply("add", tuple(summands))))
    assert len({(w["one"], w["other"]) for w in ways}) == 2 ** len(summands)


@given(TERMS, st.lists(st.sampled_from(["f(x_) -> g(x_)", "g(x_) -> f(x_)", "f(xs__) -> f(g(xs__))"])))
def test_rewriting_ends(term: Term, texts: list[str]) -> None:
    rules = [rule(*text.split(" -> ")) for text in texts]
    rewrite_everywhere(rules, term)


@given(TERMS)
def test_a_rewritten_term_has_nothing_left_to_rewrite(term: Term) -> None:
    rules = [rule("negate(negate(x_))", "x_"), rule("f(x_)", "x_"), rule("negate(add(xs__))", "g(xs__)")]
    assert rewrite_once(rules, rewrite_everywhere(rules, term)) is None


VALUE = {"a": 2, "b": 3, "k": 5, "j": 7, "x": 11}


def _value(term: Term, values: dict[str, int]) -> int:
    """A meaning of terms in which a sum from 1 to a adds up three places."""
    match term:
        case Number(value=value):
            return int(value)
        case Variable(name=name):
            return values.get(name, len(name) * 13)
        case Bind(variable=variable, bounds=bounds, body=body):
            ends = sum(_value(b, values) for b in bounds)
            return ends * sum(_value(body, {**values, variable.name: k}) for k in (17, 19, 23))
        case Apply(operator="multiply", arguments=arguments):
            found = 1
            for argument in arguments:
                found *= _value(argument, values)
            return found
        case Apply(operator="add", arguments=arguments):
            return sum(_value(a, values) for a in arguments)
        case Apply(operator="negate", arguments=(inner,)):
            return -_value(inner, values)
    return sum(k * _value(a, values) ** 2 for k, a in enumerate(parts(term), start=1))


SOUND = [
    ("c_ * sum[k_, ends___](x_)", "sum[k_, ends___](c_ * x_)"),
    ("sum[k_, ends___](c_ * x_)", "c_ * sum[k_, ends___](x_)"),
    ("sum[k_, ends___](x_ + y_)", "sum[k_, ends___](x_) + sum[k_, ends___](y_)"),
    ("sum[k_, ends___](x_) + sum[k_, ends___](y_)", "sum[k_, ends___](x_ + y_)"),
    ("f(x_)", 'sum["k"](x_)'),
]


@given(TERMS, TERMS, st.sampled_from(SOUND[:4]))
def test_no_bound_variable_is_captured(one: Term, other: Term, texts: tuple[str, str]) -> None:
    known = rule(*texts)
    for term in (
        one,
        Apply("multiply", (other, Bind("sum", K, (ONE, A), one))),
        Bind("sum", K, (ONE, A), Apply("multiply", (one, other))),
        Bind("sum", K, (ONE, A), Apply("add", (one, other))),
        Apply("add", (Bind("sum", K, (ONE, A), one), Bind("sum", J, (ONE, A), other))),
    ):
        made = known(term)
        if made is not None:
            assert _value(made, VALUE) == _value(term, VALUE)
            assert free_variables(made) <= free_variables(term)


def test_a_binder_of_a_rule_captures_nothing() -> None:
    made = rule("f(x_)", 'sum["k"](x_)')(Apply("f", (K,)))
    assert made is not None and free_variables(made) == {"k"}


def test_a_symbol_of_the_variable_does_not_leave_its_binder() -> None:
    assert rule("sum[k_](x_)", "f(x_)")(Bind("sum", K, (), K)) is None
    assert rule("sum[k_](x_)", "f(x_)")(Bind("sum", K, (), J)) == Apply("f", (J,))


def test_binders_match_whatever_their_variable_is_called() -> None:
    known = pattern('sum["k"](f("k"))')
    assert matched(known, Bind("sum", K, (), Apply("f", (K,)))) is not None
    assert matched(known, Bind("sum", K, (), Apply("f", (J,)))) is None


def test_wildcards_have_conditions() -> None:
    known = pattern(
        "n_ * x_", n=lambda term: isinstance(term, Number), x=lambda term: isinstance(term, Variable)
    )
    assert list(match(known, Apply("multiply", (X, TWO)))) == [{"n": TWO, "x": X}]
    assert matched(known, Apply("multiply", (X, Y))) is None


def test_sums_inside_of_sums_are_part_of_them() -> None:
    nested = Apply("add", (Apply("add", (A, B)), C))
    assert any(way == {"x": B, "rest": (A, C)} for way in match(pattern("x_ + rest__"), nested))


def test_products_in_order_keep_it() -> None:
    known = rule(
        "multiply(before___, transpose(x_), x_, after___)", "multiply(before___, gram(x_), after___)"
    )
    turned = Apply("transpose", (X,))
    assert known(Apply("multiply", (A, turned, X))) == Apply("multiply", (A, Apply("gram", (X,))))
    assert known(Apply("multiply", (A, X, turned))) is None


def test_a_rule_may_be_a_function_of_its_wildcards() -> None:
    def doubled(n: Number) -> Term | None:
        return Number(2 * n.value) if n.value < 3 else None

    known = rule("f(n_)", doubled, n=lambda term: isinstance(term, Number))
    term = Apply("add", (Apply("f", (TWO,)), Apply("f", (Number(Fraction(5)),))))
    assert rewrite_everywhere([known], term) == Apply(
        "add", (Number(Fraction(4)), Apply("f", (Number(Fraction(5)),)))
    )


def test_a_rule_names_no_wildcard_of_its_own() -> None:
    with pytest.raises(AssertionError):
        rule("f(x_)", "g(y_)")


@given(TERMS)
def test_what_changes_nothing_gives_the_same_object(term: Term) -> None:
    assert with_parts(term, lambda part: part) is term
    assert transform(term, lambda part: part) is term
    assert rewrite(term, lambda _: None) is term
    assert replaced(term, Variable("unknown"), ONE) is term
    assert substitute(term, {"unknown": ONE}) is term


@given(TERMS, TERMS)
def test_substitution_keeps_the_meaning(term: Term, value: Term) -> None:
    values = {**VALUE, "x": _value(value, VALUE)}
    assert _value(substitute(term, {"x": value}), VALUE) == _value(term, values)


@given(TERMS)
def test_a_fold_sees_every_part(term: Term) -> None:
    def counted(of: Term, below: tuple[int, ...]) -> int:
        return 1 + sum(below)

    assert fold(term, counted) == size(term)


@given(TERMS)
def test_outside_of_nothing_all_is_free(term: Term) -> None:
    assert free_outside(term, frozenset()) == free_variables(term)
    assert free_outside(term, {"f"}, parts) == free_variables(term)
    assert standing_alone((term,)) <= free_variables(term)


def test_leaves_are_reached_through_operators() -> None:
    term = Apply("add", (A, Apply("multiply", (B, Apply("f", (C,))))))
    assert list(leaves(term, {"add", "multiply"})) == [A, B, Apply("f", (C,))]


def test_parts_know_what_is_bound_around_them() -> None:
    term = Bind("sum", K, (ONE, K), Apply("f", (K,)))
    assert sorted((str(part == K), *bound) for part, bound in parts_in_scope(term) if part == K) == [
        ("True",),
        ("True", "k"),
    ]


def test_outermost_parts_stand_in_no_other() -> None:
    inner = Apply("f", (A,))
    assert list(outermost(Apply("add", (Apply("f", (inner,)), inner)), {"f"})) == [
        Apply("f", (inner,)),
        inner,
    ]


def test_what_is_bound_is_told_to_a_change() -> None:
    def free_k(part: Term, bound: frozenset[str]) -> Term | None:
        return TWO if part == K and "k" not in bound else None

    term = Apply("add", (K, Bind("sum", K, (K,), K)))
    assert rewrite_in_scope(term, free_k) == Apply("add", (TWO, Bind("sum", K, (TWO,), K)))


def test_a_pattern_is_made_of_a_term() -> None:
    known = general(Apply("f", (K, Apply("g", (K,)))), {"k"})
    assert matched(known, Apply("f", (X, Apply("g", (X,))))) == {"k": X}
    assert matched(known, Apply("f", (X, Apply("g", (Y,))))) is None


def test_neighbouring_factors_are_rewritten_as_one() -> None:
    both = Apply("multiply", (A, B))
    assert rewritten(Apply("multiply", (X, A, B)), both, C) == Apply("multiply", (X, C))
