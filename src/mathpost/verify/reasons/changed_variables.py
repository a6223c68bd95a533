"""Changes of variables: ``h(z)`` behind ``z := O(x - c)`` is h as it looks in the new variable, not its value at z."""

from __future__ import annotations

from mathpost.maths.elaboration.reader import elaborate
from mathpost.maths.hypotheses.context import Context
from mathpost.maths.notation import UnreadError
from mathpost.maths.notation.step import Step
from mathpost.maths.terms.term import Apply, Variable, free_variables
from mathpost.verify.interpretation.reading import Reading
from mathpost.verify.reasons.reason import Reason


def _in_another_variable(step: Step, reading: Reading, context: Context) -> str | None:
    """What is said of a function that keeps its letter in a variable made from its own; None where nothing is."""
    try:
        left = elaborate(step.left.nodes, context.conventions).term
    except (UnreadError, RecursionError):
        return None
    if not isinstance(left, Apply) or left.operator != "call" or not isinstance(left.arguments[0], Variable):
        return None
    facts = [f for f in context.facts if f.step in reading.used]
    given = {a.name for a in left.arguments[1:] if isinstance(a, Variable)}
    for function in facts:
        if function.form != "function" or function.head != left.arguments[0].name:
            continue
        own = {p.name for p in function.parameters if isinstance(p, Variable)}
        for new in facts:
            if new.form == "symbol" and new.head in given - own and own & free_variables(new.right):
                return f"{function.head} in the variable {new.head}"
    return None


ROWS = (
    Reason(
        "objection",
        "another-variable",
        "{}",
        "换了变量的函数：{}",
        lambda c: _in_another_variable(c.step, c.reading, c.context),
    ),
)
