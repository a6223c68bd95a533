"""Structures and sizes of arrays that the post has words for, under which a claim that fails in its models would hold."""

from __future__ import annotations

from mathpost.maths.hypotheses.context import Context
from mathpost.maths.lexicon.named_sizes import size_of_the_sentence
from mathpost.maths.notation import is_bold
from mathpost.maths.notation.step import Step
from mathpost.maths.terms.names import bare_letter
from mathpost.maths.terms.term import Apply, Variable, occurrences
from mathpost.maths.typing import integers
from mathpost.verify.interpretation.given import Given
from mathpost.verify.interpretation.reading import Reading
from mathpost.verify.methods.finite_models import Finding, examine, never
from mathpost.verify.models.fuel import Fuel
from mathpost.verify.models.model import Plan, down
from mathpost.verify.planning import fitting
from mathpost.verify.reasons.reason import Raised, Reason
from mathpost.verify.reasons.registry import found

FAILS = ("apart", "undefined", "sorts")


def first_proviso(
    step: Step, reading: Reading, sign: str, models: Plan, context: Context, fuel: Fuel
) -> Raised | None:
    """What the claim may hold under: that entries add up to 1, or a structure that the post mentions, of these arrays or of any."""
    families = _adding_up(reading, sign, models, fuel)
    raised = found("adding-up", families) if families else None
    if raised is not None or not reading.shapes:
        return raised

    def fails(special: Plan) -> bool:
        finding = examine(*reading.sides, sign, special, refuting=never, fuel=fuel)
        return (
            finding.kind in FAILS or finding.nothing
        )  # where both sides vanish, so does any multiple of one

    place, letters = step.span.start, {bare_letter(key.partition("[")[0]) for key in reading.shapes}
    for name, mentioned in (
        ("structured", context.mentioned_arrays(place, letters)),
        ("structured-elsewhere", context.mentioned_arrays(place)),
    ):
        structure = fitting.exceptional(reading, models, mentioned, fails)
        raised = None if structure is None else found(name, structure)
        if raised is not None:
            return raised
    return None


def _adding_up(reading: Reading, sign: str, models: Plan, fuel: Fuel) -> str | None:
    """The families whose entries must add up to 1 for the claim to hold; a post may say so only in words."""
    tables = _tables(reading)
    families = (integers.families(reading.sides) | tables) - models.families.normalised
    if not families:
        return None
    for said in (families, frozenset(map(down, families))) if tables else (families,):
        normalised = models.but(normalised=said | models.families.normalised)
        finding = examine(*reading.sides, sign, normalised, refuting=never, fuel=fuel)
        if finding.kind not in ("apart", "coincident"):
            return ", ".join(sorted(families))
    return None


def _tables(reading: Reading) -> frozenset[str]:
    """The families with two indices, whose columns may add up to 1 as well as their rows."""
    indexed = (t for side in reading.sides for t in occurrences(side, integers.INDEX) if isinstance(t, Apply))
    return frozenset(
        t.arguments[0].name
        for t in indexed
        if len(t.arguments) == 3 and isinstance(t.arguments[0], Variable) and not is_bold(t.arguments[0].name)
    )


def at_its_size(
    step: Step, reading: Reading, sign: str, models: Plan, context: Context, fuel: Fuel
) -> tuple[Reading, Plan, Finding] | None:
    """What models show of a claim that fails in general, for arrays of the size that its sentence names: it mentions these."""
    size = size_of_the_sentence(context.words, step.span) if reading.shapes else None
    if size is None:
        return None
    sized = models.but(size=size)
    finding = examine(*reading.sides, sign, sized, fuel=fuel)
    if finding.kind == "together":
        reading = reading._replace(given=Given("size", (str(size),)))
    return reading, sized, finding


ROWS = (
    Reason("proviso", "adding-up", "holds if {} add up to 1", "当 {} 之和为 1 时成立").shown(
        r"\sum_i u_i \log u_i - \sum_i (1 + \log u_i)(u_i - v_i) = \sum_i v_i \log u_i",
        passes=r"\sum_i p_i (x_i - c) = \sum_i p_i x_i + \sum_i p_i c",
    ),
    Reason("proviso", "structured", "may hold if arrays are {}", "数组具有结构 {} 时也许成立").shown(
        r"权重都是对称的。因为 $$\boldsymbol{x}^\top \boldsymbol{W}\boldsymbol{y} = \boldsymbol{y}^\top\boldsymbol{W}\boldsymbol{x}$$",
        passes=r"$$\boldsymbol{x}^\top \boldsymbol{W}\boldsymbol{y} = -\boldsymbol{y}^\top\boldsymbol{W}^\top\boldsymbol{x}$$",
    ),
    Reason("doubt", "structured-elsewhere", "may hold if arrays are {}", "数组具有结构 {} 时也许成立"),
)
