"""Roles decided by the sign of a relation, by words in a formula, or by words of demand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mathpost.latex.tree import Command, Node, Symbol, children
from mathpost.maths import notation
from mathpost.maths.claims.roles.candidate import Candidate, Predicate, Row
from mathpost.maths.elaboration import handbook
from mathpost.maths.elaboration.arguments import FUNCTION_LETTERS
from mathpost.maths.elaboration.heads import (
    CONSTANTS,
    compares_growth,
    estimates,
    head,
    in_library,
    is_number,
    is_set,
    is_symbol,
    labelled,
    only_dots,
    only_names,
    worded,
)
from mathpost.maths.facts.facts import COUNTERS
from mathpost.maths.facts.function_letters import applied_to_a_name
from mathpost.maths.lexicon.cases import states_in_general
from mathpost.maths.lexicon.cues import states_a_need, states_a_property, states_an_amount
from mathpost.maths.notation.brackets import split_at_commas
from mathpost.maths.notation.letters import letters
from mathpost.maths.notation.relations import DEFINING, EVERY, FOLLOWS, NOT_CLAIMED, ORDERS, glyph
from mathpost.maths.terms.names import bare

TO = frozenset([":", r"\text{to}"])  # signs before the end of a range


def sign_is(*signs: str) -> Predicate:
    """The predicate that the sign of a step is one of `signs`."""
    return lambda c: c.step.sign in signs


def _compares_growth(c: Candidate) -> bool:
    return c.step.sign == "∼" and c.begins and compares_growth(c.step.left.nodes, c.step.right.nodes)


def _has_words(c: Candidate) -> bool:
    """Whether a side has words, or is a range such as 255..=3."""
    left = c.step.left.nodes
    return worded(left) or worded(c.step.right.nodes) or glyph(left[-1]) == "."


def _is_demanded(c: Candidate) -> bool:
    return c.begins and c.lead.said == "demand" and not _is_stated(c)


def _is_unequal_to_a_number(c: Candidate) -> bool:
    r"""Whether a step excludes a value, ``1 + v^\top A^{-1} u \ne 0``, so that later terms are defined."""
    return c.begins and c.step.sign == "!=" and not c.is_inferred and is_number(c.step.right.nodes)


def _is_ordered_by_definition(c: Candidate) -> bool:
    orders = c.step.sign in ORDERS or c.step.sign == "!="
    return c.begins and orders and (c.lead.said == "define" or only_names(c.step.left.nodes))


def _is_stated(c: Candidate) -> bool:
    r"""Whether a verb that may demand states a fact: 互信息满足 … about a defined symbol, 共需要 ``7 \times 16 = 112``."""
    left, right, words = c.step.left.nodes, c.step.right.nodes, c.lead.words
    if not letters(left) | letters(right):
        return states_an_amount(words)
    general = c.lead.general or states_in_general(words)
    if not (states_a_property(words) or (general and states_a_need(words))):
        return False
    name = head(left)
    if name is None and _is_law_of_its_letters(c):
        return True
    return not _restricts_its_subject(c) and (_is_defined(c, name) or _may_be_an_identity(c, general=general))


def _is_defined(c: Candidate, name: str | None) -> bool:
    """Whether the left side is defined, and the right side is not a number."""
    told = name is not None and (c.known.says(name) or c.known.is_given_in_general(name))
    return told and not is_number(c.step.right.nodes, signed=True)


def _given(c: Candidate, names: frozenset[str]) -> frozenset[str]:
    """Those of `names` that the post has defined as a symbol, a function or a family."""
    return frozenset(n for n in names if c.known.says(n) or c.known.says(n + "()") or c.known.gives(n))


def _restricts_its_subject(c: Candidate) -> bool:
    """Whether a step states a condition on new symbols: ``$z$ 满足 $f(z) = z$``."""
    left = letters(c.step.left.nodes) | letters(c.step.right.nodes)
    return not c.lead.subject.isdisjoint(left) and not _given(c, c.lead.subject)


def _may_be_an_identity(c: Candidate, *, general: bool) -> bool:
    """Whether an equation is about defined symbols or stated in `general`, and contains no new symbol: it may hold for all
    values, whereas ``x + y = 1`` restricts them.
    """
    left, right = _symbols(c.step.left.nodes), _symbols(c.step.right.nodes)
    given = _given(c, left)
    unknown = applied_to_a_name(c.step.left.nodes) & FUNCTION_LETTERS - given
    if c.step.sign not in ("=", "≡") or not left or unknown:
        return False
    if is_number(c.step.right.nodes, signed=True):
        return glyph(c.step.right.nodes[-1]) != "0" and (general or left == given)
    defined = left == given or any(c.known.says(n + "()") for n in given)
    return (defined or general) and right <= left | c.before.written


def _symbols(nodes: Sequence[Node]) -> frozenset[str]:
    """The letters of a side, except constants and functions that need no definition."""
    return frozenset(bare(n) for n in _names(nodes) if not in_library(n + "()")) - CONSTANTS


def _names(nodes: Sequence[Node]) -> Iterator[str]:
    """The symbols and words in `nodes`, with their accents."""
    for node in nodes:
        name = notation.name(node) if isinstance(node, Symbol | Command) else None
        if name is not None:
            yield name
        else:
            yield from _names(children(node))


def _is_law_of_its_letters(c: Candidate) -> bool:
    """Whether a bound contains only letters of the bounded side and no unknown function, or an expansion contains all letters
    of its left side: it then states a fact, and not a condition.
    """
    left, right = letters(c.step.left.nodes), letters(c.step.right.nodes)
    if estimates(c.step.right.nodes):
        return left <= right
    unknown = applied_to_a_name(c.step.left.nodes) & FUNCTION_LETTERS
    return c.step.sign in ORDERS and right <= left and bool(right) and not unknown


def _is_special_value(c: Candidate) -> bool:
    return c.lead.said != "define" and handbook.is_value(c.step.left.nodes, c.before.special)


def _has_only_dots(c: Candidate) -> bool:
    return only_dots(c.step.left.nodes) or only_dots(c.step.right.nodes)


def _lists_with_dots(c: Candidate) -> bool:
    return c.step.sign in ORDERS and _has_only_dots(c)


def _names_a_set(c: Candidate) -> bool:
    r"""Whether a symbol is set to a set, an interval, or a list with dots: ``s^t = [s_t, \ldots, s_0]``."""
    return (
        c.begins and c.step.sign in ("=", "≡") and is_symbol(c.step.left.nodes) and is_set(c.step.right.nodes)
    )


def _is_range_of_an_index(c: Candidate) -> bool:
    r"""Whether a step is the range of an index: ``x_i, i = 1, \ldots, n``, ``i = 1 \dots n``, ``i = 1:m``."""
    left, right = notation.legible(c.step.left.nodes), notation.legible(c.step.right.nodes)
    *before, last = split_at_commas(left) or [[]]
    counter = notation.name(last[-1]) if last else None
    if (
        c.step.sign != "="
        or counter not in COUNTERS
        or not right
        or not isinstance(right[0], notation.Digits)
    ):
        return False
    goes_on = [notation.latex(item) for item in right[1:]]
    reaches = len(goes_on) > 1 and (
        goes_on[0] in notation.DOTS or goes_on[0] in TO or goes_on[:2] == ["t", "o"]
    )
    return (len(last) == 1 and bool(before) and not goes_on) or reaches


def _is_subject_to(c: Candidate) -> bool:
    """Whether a side begins with the letters ``s.t.``."""
    return [glyph(n) for n in c.step.left.nodes if not glyph(n).isspace()][:4] == ["s", ".", "t", "."]


ROWS = (
    Row(
        "order-inferred",
        "claim",
        lambda c: c.lead.ordered and c.step.sign in ORDERS,
        "Let $a \\le b$ and $b \\le c$. Therefore $a \\le c$.",
    ),
    Row("law-that-follows", "claim", sign_is(FOLLOWS), r"Let $X \sim N(0, 1)$. $$2X + 1 \sim N(1, 4)$$"),
    Row("growth", "claim", _compares_growth, r"$$n! \sim \sqrt{2\pi n}\, (n/e)^n$$"),
    Row("defining-sign", "definition", sign_is(*DEFINING), "$$f(x) := x^2$$"),
    Row("membership", "assumption", sign_is("∈"), r"$x \in \mathbb{R}$"),
    Row("no-claim", "other", sign_is(*NOT_CLAIMED), r"$x \to 0$"),
    Row("ordered-list", "assumption", _lists_with_dots, r"$\sigma_1 \ge \cdots$"),
    Row("left-out", "other", _has_only_dots, r"$$x = \cdots$$"),
    Row("range-of-an-index", "assumption", _is_range_of_an_index, r"$x_i, i = 1, 2$"),
    Row("subject-to", "assumption", _is_subject_to, r"$$s.t. \; x + y \le 1$$"),
    Row("hypothesis", "assumption", lambda c: labelled(c.step.left.nodes), r"$$H_0: \theta = \theta_0$$"),
    Row("set", "definition", _names_a_set, r"Let $S$ be a set. Hence $$S = \{1, 2\}$$"),
    Row("words", "other", _has_words, r"$$\text{Update RMS} = \|u\|$$"),
    Row("for-all", "assumption", lambda c: glyph(c.step.left.nodes[0]) == EVERY, r"$$\forall x > 0$$"),
    Row("demanded", "assumption", _is_demanded, "Suppose $x + y = 1$."),
    Row("not-a-number", "assumption", _is_unequal_to_a_number, r"$x + y \ne 0$"),
    Row("where-symbols-live", "assumption", _is_ordered_by_definition, "Let $x + y > 0$."),
    Row(
        "special-value",
        "claim",
        _is_special_value,
        r"A hypergeometric function is $${}_1 F_1(a, b, z) = 1 + \frac{a}{b} z$$",
    ),
)
