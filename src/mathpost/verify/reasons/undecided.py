"""Reasons that the methods find themselves: rows without a question, with an id and a text."""

from __future__ import annotations

from mathpost.verify.reasons.reason import Reason

ROWS = (
    Reason("objection", "no-counterexample", "no counterexample was found", "没有找到反例"),
    Reason("objection", "too-few-models", "too few models could be tried", "能试的模型太少"),
    Reason(
        "objection",
        "read-otherwise",
        "may hold under another reading of the notation",
        "换一种记号读法也许成立",
    ),
    Reason("doubt", "two-readings", "the notation can be read in two ways", "记号有两种读法").shown(
        r"Let $U \sim \mathcal{U}(0,1)$. Then $$1 + U \sim \mathcal{U}(0,1)$$", passes="a + b = a - b"
    ),
    Reason("doubt", "handbook-letters", "handbooks use these letters differently", "手册中这些字母另有含义"),
    Reason(
        "doubt", "too-large-definitions", "the definitions are too large to substitute", "定义太大，无法代入"
    ),
    Reason(
        "doubt",
        "valueless-definitions",
        "has no value after substituting the definitions",
        "代入定义后没有值",
    ).shown(
        r"Let $A = U\Sigma V^\top$ be the SVD of $A$. Then $$\|A\|_* = \sum_i (\sigma_i^2 + \sigma_i^3)$$",
        passes="x + y = x - y",
    ),
    Reason(
        "doubt",
        "misfitting-definitions",
        "shapes do not fit after substituting the definitions",
        "代入定义后，形状不匹配",
    ),
    Reason("open", "hidden-variable", "{} may depend on other variables", "{} 也许依赖别的变量"),
    Reason("doubt", "range-of-outcomes", "integrates over a range of outcomes", "在一段取值上积分"),
    Reason("doubt", "mean-over-samples", "may be a mean over samples", "也许是样本均值"),
    Reason("doubt", "perhaps-constant", "{} may not be a random variable", "{} 也许不是随机变量"),
    Reason("doubt", "assumed-of-variables", "holds if {}", "在另外的假设下成立：{}").shown(
        r"\mathbb{E}[XY] = \mathbb{E}[X]\mathbb{E}[Y]", passes=r"\mathbb{E}[2X] = 3\mathbb{E}[X]"
    ),
    Reason(
        "doubt",
        "moment-not-given",
        "depends on a moment that the post does not state",
        "取决于文中没有给出的矩",
    ),
    Reason("doubt", "chosen-symbol", "{} may have been chosen already", "{} 也许已经取定"),
    Reason("doubt", "given-a-value", "a symbol may have been given a value", "某个符号也许已有取值"),
    Reason(
        "vacuous", "alike-everywhere", "both sides are equal in every model", "在所有模型里，两边都相同"
    ).shown(r"P(X \le x) \le P(X < x)", passes=r"x^2 \le x^2 + 1"),
    Reason("vacuous", "perhaps-complex", "{} may be complex", "{} 也许是复数").shown(
        r"For complex vectors $x, y \in \mathbb{C}^n$ we have $$x^H y = y^H x$$",
        passes=r"For complex vectors $x, y \in \mathbb{C}^n$ we have $$\|x\|^2 = x^H x$$",
    ),
    Reason(
        "vacuous",
        "met-bound",
        "both sides are the same number after substitution",
        "代入之后，两边是同一个数",
    ),
    Reason("vacuous", "bound-on-the-law", "the bound depends on the distribution", "界取决于分布"),
    Reason(
        "vacuous",
        "one-way",
        "follows from an earlier formula, but not the other way round",
        "可由前面的公式推出，反之不成立",
    ),
    Reason("vacuous", "one-of-several-roots", "may be one of several roots", "也许是几个根之一").shown(
        r"z^2 = 4 \Rightarrow z = 2", passes=r"2z = 4 \Rightarrow z = 2"
    ),
    Reason(
        "vacuous",
        "identity-without-roots",
        "the equation is an identity, so there is nothing to solve",
        "方程是恒等式，没有要解的未知数",
    ).shown(r"由 $x + x = 2x \Rightarrow x = 3$", passes=r"由 $2x = 6 \Rightarrow x = 3$"),
    Reason("vacuous", "failing-ground", "depends on {}, which is not confirmed", "依赖于未经证实的 {}").shown(
        r"设 $X$ 与 $Y$ 独立，于是 $\operatorname{Var}(X + Y) = \operatorname{Var}(X) - \operatorname{Var}(Y)$，所以 $2\operatorname{Var}(X + Y) = 2\operatorname{Var}(X) - 2\operatorname{Var}(Y)$",
        passes=r"\operatorname{Var}(2X) = 4\operatorname{Var}(X)",
    ),
    Reason("vacuous", "one-law", "holds if all members have the same distribution", "当各项同分布时成立"),
    Reason("open", "one-of-two-signs", "may hold for only one of the two signs", "也许只对正负号之一成立"),
    Reason("open", "conditional-independence", "depends on conditional independence", "取决于条件独立"),
    Reason("open", "many-readings", "the notation can be read in many ways", "记号有许多种读法"),
    Reason("open", "rough-decimals", "may be a rough approximation", "也许是粗略的近似值"),
    Reason("open", "base-of-the-logarithm", "the base of the logarithm is not stated", "没有写明对数的底"),
    Reason("open", "sign-within-a-bound", "a bound of the error has a sign", "误差的界带有正负号"),
    Reason("open", "order-of-growth", "the order of growth was not determined", "没有确定增长的阶"),
    Reason("open", "unknown-growth", "the growth of {} is unknown", "{} 的增长未知"),
    Reason("open", "order-of-the-error", "the order of the error was not determined", "没有确定误差的阶"),
    Reason("open", "average-near-a-value", "approximates an average", "对期望的近似"),
    Reason("open", "alike-but-for-a-factor", "may be equal up to a factor", "也许只差一个因子"),
    Reason("open", "unmoved-symbol", "the post does not say where {} tends", "文中没有说明 {} 趋于何处"),
    Reason(
        "open",
        "order-of-sizes",
        "depends on which of {} is larger",
        "取决于 {} 中哪个更大",
        kind="domain",
    ),
    Reason("open", "coincident-indices", "fails where {}", "当 {} 时不成立", kind="domain"),
    Reason("open", "some-values", "{}", "只对一部分取值成立：{}", kind="domain"),
)
