"""`enhance debug`: the result of each stage for the formulas on a line, one fact per line."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from mathpost.document.document import Document, Formula
from mathpost.text.source import Span
from mathpost.writers.sketch import sketch


def tokens(document: Document, formulas: Sequence[Formula]) -> Iterator[str]:
    """The tokens as LaTeX reads them, with their places."""
    from mathpost.latex.lexer import reading, tokenize

    for formula in formulas:
        yield _heading(document, formula)
        read = reading(document.source.text, formula.segments, formula.escaped)
        for token in tokenize(read):
            line, column = document.source.position(token.span.start)
            yield f"  {line}:{column} {token.text!r}"


def tree(document: Document, formulas: Sequence[Formula]) -> Iterator[str]:
    """The tree of each formula, and its errors."""
    for formula in formulas:
        yield _heading(document, formula)
        yield f"  {sketch(formula.tree)}"
        for fault in formula.faults:
            yield f"  {_place(document, fault.span)} {fault.code} {fault.message}"


def steps(document: Document, formulas: Sequence[Formula]) -> Iterator[str]:
    """The steps with their role, and the row of the table of roles that decided it."""
    from mathpost.maths.claims import statements

    chosen = {formula.index for formula in formulas}
    for step, row in statements.decisions(document):
        if step.formula in chosen:
            text = f"{step.left.text} {step.relation} {step.right.text}"
            yield f"{_place(document, step.span)} {step.role} [{step.sign}] by {row}: {text}"


def terms(document: Document, formulas: Sequence[Formula]) -> Iterator[str]:
    """The meaning of both sides of each step, or the construct that has none."""
    from mathpost.maths.claims import statements
    from mathpost.maths.elaboration.elaboration import elaborate
    from mathpost.maths.hypotheses.context import context
    from mathpost.maths.notation import UnreadError
    from mathpost.writers.sketch import meaning

    chosen = {formula.index for formula in formulas}
    found = statements.steps(document)
    conventions = context(document, found).conventions
    for step in found:
        if step.formula not in chosen:
            continue
        yield f"{_place(document, step.span)} {step.role} [{step.sign}]"
        for side in (step.left, step.right):
            try:
                term, open_ = elaborate(side.nodes, conventions)
                note = f"   (open: {', '.join(sorted(open_))})" if open_ else ""
                yield f"  {meaning(term)}{note}"
            except UnreadError as error:
                yield f"  no meaning: {error.culprit}"


def verdicts(document: Document, formulas: Sequence[Formula]) -> Iterator[str]:
    """How each claim was judged: the readings tried, the reasons that apply, and the verdict without the one that decided."""
    from mathpost.maths.claims import statements
    from mathpost.verify.verdicts.trace import trace

    chosen = {formula.index for formula in formulas}
    found = statements.steps(document)
    for number, step in enumerate(found):
        if step.formula in chosen and step.role == "claim":
            yield f"{_place(document, step.span)} [{step.sign}]: {step.left.text} {step.relation} {step.right.text}"
            yield from (f"  {line}" for line in trace(document, found, number).lines)


VIEWS: dict[str, Callable[[Document, Sequence[Formula]], Iterator[str]]] = {
    "tokens": tokens,
    "tree": tree,
    "steps": steps,
    "terms": terms,
    "verdicts": verdicts,
}


def on_line(document: Document, line: int | None) -> list[Formula]:
    """The formulas that touch `line`, all if it is None."""
    if line is None:
        return list(document.formulas)
    line_of = document.source.line_of
    return [f for f in document.formulas if line_of(f.span.start) <= line <= line_of(f.span.end)]


def _heading(document: Document, formula: Formula) -> str:
    dialect = ", escaped" if formula.escaped else ""
    return f"{_place(document, formula.span)} {formula.kind} {formula.opener}{dialect}"


def _place(document: Document, span: Span) -> str:
    line, column = document.source.position(span.start)
    return f"{line}:{column}"
