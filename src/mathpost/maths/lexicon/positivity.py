"""Symbols that a post calls positive, or treats as positive: by custom, under logarithms and roots, as sizes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from mathpost.document.document import Document
from mathpost.latex.tree import Command, Node, Symbol, walk
from mathpost.maths import notation
from mathpost.maths.notation import LOGARITHMS
from mathpost.maths.notation.step import Step

# deviations, scales, rates, temperatures, small numbers; sizes of batches, data and steps
CUSTOMARY = frozenset(
    [rf"\{name}" for name in "sigma tau lambda eta epsilon varepsilon gamma beta kappa nu".split()]
    + list("BNT")
)
SIZES = frozenset([r"\delta", *"LTdNBD"])
SHARES = frozenset([r"\alpha", r"\beta", r"\gamma", r"\rho", "p", "q"])
ROOTS = frozenset([r"\sqrt"])


def taken_for_positive(steps: Sequence[Step]) -> frozenset[str]:
    """The names that are the whole argument of a logarithm or root in `steps`."""
    return frozenset(name for step in steps for side in (step.left, step.right) for name in _in(side.nodes))


def measured(document: Document) -> frozenset[str]:
    r"""The letters that measure something in the text: ``$s \times s$``, ``$w/s \times h/s$``."""
    found: set[str] = set()
    for formula in document.formulas:
        shown = [node.text for node in formula.tree.body if isinstance(node, Symbol) and node.text.strip()]
        letters = {text for text in shown if len(text) == 1 and text.isalpha()}
        if formula.kind == "inline" and r"\times" in shown and len(shown) == len(formula.tree.body):
            if set(shown) - letters <= {r"\times", "/"}:
                found |= letters
    return frozenset(found)


def is_customary(name: str, taken: frozenset[str]) -> bool:
    """Whether a symbol without its labels is positive by custom, or is in `taken`."""
    return name.partition("_{")[0] in CUSTOMARY or name in taken


def is_size(name: str) -> bool:
    """Whether a symbol in a bound denotes a size or a number of things."""
    return name.partition("_{")[0] in SIZES


def is_share(name: str) -> bool:
    """Whether a symbol in a bound between 0 and 1 denotes a share or a probability."""
    return name.partition("_{")[0] in SHARES


def _in(nodes: Sequence[Node]) -> Iterator[str]:
    for node in (inner for n in nodes for inner in walk(n)):
        if isinstance(node, Command) and node.name in ROOTS and len(node.arguments) == 1:
            yield from _alone(notation.body(node.arguments[0]))
    for sign, argument in pairwise(nodes):
        if isinstance(sign, Symbol) and sign.text in LOGARITHMS:
            yield from _alone((argument,))


def _alone(row: Sequence[Node]) -> Iterator[str]:
    name = notation.name(row[0]) if len(row) == 1 else None
    if name is not None:
        yield name


# --- in words ---------------------------------------------------------------------------------------------------

# "true positive $x$", "non-positive $x$", 修正 $x$, $x$ 是正态的 do not state that x is positive
_POSITIVE_BEFORE = re.compile(
    r"((?<![-\w])(?<!true )(?<!false )(positive|non-?negative)\s*(real\s+|)(integers?|numbers?|reals?|constants?|scalars?|random variables?)?"
    r"|(正|非负)的?(整数|实数|数|常数|标量|随机变量))\s*$",
    re.IGNORECASE,
)
_POSITIVE_AFTER = re.compile(
    r"^\s*((is|are|be|both|all|为|是|都是|均为)\s*(a\s+|an\s+|任意|)?(strictly\s+)?\[?((positive|non-?negative)\b(\s*integers?)?"
    r"|(正|非负)的?(整数|实数|数|常数|标量|随机变量)|(正|非负)(?=[，。；、,.;\s]|$))|>\s*0)",
    re.IGNORECASE,
)
_INTEGER = re.compile(r"integer|整数", re.IGNORECASE)
# quantities that are positive by nature
_MAGNITUDE = (
    r"学习率|步长|温度(系数|参数)?|标准差|方差|带宽|半径|范数|维度|维数|秩|样本数|样本量|批大小|批量大小|正则化?(系数|强度|参数)|惩罚系数|"
    r"(利普希[茨兹]|李普希[茨兹]|Lipschitz)\s*(常数|系数)|光滑(常数|系数)|条件数|窗口(大小|长度)|(训练|测试|序列|总)长度|总步数|训练步数|层数|"
    r"learning rates?|step sizes?|temperatures?|standard deviations?|variances?|bandwidths?|radius|dimensions?|ranks?|"
    r"sample sizes?|batch sizes?|(regularization|penalty)( parameter| coefficient| strength)?|Lipschitz constants?|"
    r"smoothness constants?|condition numbers?|window sizes?|number of (samples|steps|layers)"
)
_MAGNITUDE_BEFORE = re.compile(rf"({_MAGNITUDE})\s*(为|是|of|is)?\s*$", re.IGNORECASE)
_MAGNITUDE_AFTER = re.compile(
    rf"^\s*(是|为|表示|is|are|denotes?)\s*(the|a|an)?[^，。；、,.;$]{{0,12}}?({_MAGNITUDE})(?=[，。；、,.;)）\s]|$)",
    re.IGNORECASE,
)


def stated_positive(before: str, after: str) -> tuple[bool, bool]:
    r"""Whether the words around a symbol call it, or the quantity that it denotes, positive; and whether they say integer.

    学习率 $\eta$, "positive $a$", "$a$ is positive", 正整数 $n$, $x$ 为正数.
    """
    earlier = _POSITIVE_BEFORE.search(before)
    later = _POSITIVE_AFTER.search(after)
    words = (earlier.group(0) if earlier else "") + (later.group(0) if later else "")
    magnitude = _MAGNITUDE_BEFORE.search(before) or _MAGNITUDE_AFTER.search(after)
    return bool(words or magnitude), bool(_INTEGER.search(words))
