"""The methods and reasons of verdicts in words for readers."""

from __future__ import annotations

from collections.abc import Sequence

from mathpost.verify.interpretation.verdict import Agrees, Proved, Refuted, Unchecked, Verdict

_ZH = {
    "identity": "恒等式",
    "same term": "两边相同",
    "normal form": "标准形",
    "matrix words": "矩阵恒等变形",
    "exact arithmetic": "精确计算",
    "interval arithmetic": "区间计算",
    "rounding": "按所示位数舍入",
    "SymPy": "SymPy",
    "finite models": "随机有限模型",
    "exact models": "精确随机模型",
    "adversarial search": "反例搜索未果",
    "quadrature": "数值积分",
    "extrapolated limit": "极限外推",
    "extrapolated partial sums": "部分和外推",
    "rate of the error": "误差的阶",
    "rate of growth": "增长的阶",
    "unread": "记法未读懂",
    "sorts": "形状不匹配",
    "context": "取决于上下文",
    "domain": "取决于取值范围",
    "limit": "超出计算量",
    "not-mathematics": "非数学式",
}
_EN = {
    "unread": "notation not read",
    "sorts": "shapes do not fit",
    "context": "depends on context",
    "domain": "depends on the domain",
    "limit": "too much work",
    "not-mathematics": "not mathematics",
}


def grounds(verdicts: Sequence[Verdict], language: str) -> str:
    """The methods and reasons behind `verdicts`, each once, in the order in which they come, in ``zh`` or ``en``."""
    words = _ZH if language == "zh" else _EN
    comma = "、" if language == "zh" else ", "
    return comma.join(dict.fromkeys(words.get(ground, ground) for ground in map(_ground, verdicts)))


def _ground(verdict: Verdict) -> str:
    match verdict:
        case Proved(method=method) | Agrees(method=method) | Refuted(method=method):
            return method
        case Unchecked(reason=reason):
            return reason


__all__ = ["grounds"]
