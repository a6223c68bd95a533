"""Draws the figures of the posts as SVG, with nothing but the standard library: `python make.py` writes them beside itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import cos, cosh, exp, log, pi, sin, sqrt
from pathlib import Path
from typing import NamedTuple

_WIDTH, _HEIGHT = 640, 400
_LEFT, _RIGHT, _TOP, _BOTTOM = 70, 20, 20, 60
_COLOURS = ("#0b57d0", "#b3261e", "#146c2e", "#7b4b00")


class Curve(NamedTuple):
    """Points with a name in the legend; `dots` marks each point."""

    name: str
    points: Sequence[tuple[float, float]]
    dots: bool = False


class Axis(NamedTuple):
    """What stands along an axis: its words, its ends and the places of its marks."""

    words: str
    low: float
    high: float
    marks: Sequence[float]


def figure(title: str, x: Axis, y: Axis, curves: Sequence[Curve], legend: int = 18) -> str:
    """Curves between two axes; the legend stands `legend` below the top."""

    def across(value: float) -> float:
        return _LEFT + (value - x.low) / (x.high - x.low) * (_WIDTH - _LEFT - _RIGHT)

    def up(value: float) -> float:
        return _HEIGHT - _BOTTOM - (value - y.low) / (y.high - y.low) * (_HEIGHT - _TOP - _BOTTOM)

    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" width="{_WIDTH}" height="{_HEIGHT}" '
        'font-family="sans-serif" font-size="13">',
        f"<title>{title}</title>",
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="#ffffff"/>',
    ]
    for mark in x.marks:
        lines.append(
            f'<line x1="{across(mark):.1f}" y1="{up(y.low):.1f}" x2="{across(mark):.1f}" y2="{up(y.high):.1f}" stroke="#e4e4e4"/>'
        )
        lines.append(
            f'<text x="{across(mark):.1f}" y="{up(y.low) + 18:.1f}" text-anchor="middle">{mark:g}</text>'
        )
    for mark in y.marks:
        lines.append(
            f'<line x1="{across(x.low):.1f}" y1="{up(mark):.1f}" x2="{across(x.high):.1f}" y2="{up(mark):.1f}" stroke="#e4e4e4"/>'
        )
        lines.append(f'<text x="{_LEFT - 8}" y="{up(mark) + 4:.1f}" text-anchor="end">{mark:g}</text>')
    for number, curve in enumerate(curves):
        colour = _COLOURS[number]
        path = " ".join(f"{across(a):.1f},{up(b):.1f}" for a, b in curve.points)
        lines.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        if curve.dots:
            lines += [
                f'<circle cx="{across(a):.1f}" cy="{up(b):.1f}" r="3" fill="{colour}"/>'
                for a, b in curve.points
            ]
        height = _TOP + legend + 20 * number
        lines.append(
            f'<line x1="{_LEFT + 16}" y1="{height}" x2="{_LEFT + 46}" y2="{height}" stroke="{colour}" stroke-width="2"/>'
        )
        lines.append(f'<text x="{_LEFT + 54}" y="{height + 4}">{curve.name}</text>')
    lines.append(
        f'<text x="{(_LEFT + _WIDTH - _RIGHT) / 2:.0f}" y="{_HEIGHT - 14}" text-anchor="middle">{x.words}</text>'
    )
    middle = (_TOP + _HEIGHT - _BOTTOM) / 2
    lines.append(
        f'<text x="18" y="{middle:.0f}" text-anchor="middle" transform="rotate(-90 18 {middle:.0f})">{y.words}</text>'
    )
    return "\n".join([*lines, "</svg>"]) + "\n"


def sampled(
    function: Callable[[float], float], low: float, high: float, count: int = 120
) -> list[tuple[float, float]]:
    """A function at points of an interval."""
    places = [low + (high - low) * k / count for k in range(count + 1)]
    return [(x, function(x)) for x in places]


def deep_transformer() -> str:
    """The weight of each branch in the output of 24 branches."""
    n = 24
    post = [(k, 2 ** (-(n - k + 1) / 2)) for k in range(1, n + 1)]
    pre = [(k, 1 / sqrt(n + 1)) for k in range(1, n + 1)]
    deep = [(k, sqrt(n / (n + 1)) ** (n - k) / sqrt(n + 1)) for k in range(1, n + 1)]
    return figure(
        "各分支在最终输出里的系数",
        Axis("分支 l", 0, 24, (0, 4, 8, 12, 16, 20, 24)),
        Axis("系数", 0, 0.8, (0, 0.2, 0.4, 0.6, 0.8)),
        [Curve("Post-LN", post, True), Curve("Pre-LN", pre, True), Curve("主干系数 √N", deep, True)],
    )


def length_extrapolation() -> str:
    """The weight of one hit among n positions, with the score of length 128 and with the score times log n / log 128."""
    trained, rho = 128, 0.9
    score = log(trained - 1) + log(rho / (1 - rho))

    def fixed(power: float) -> float:
        return exp(score) / (exp(score) + 2**power - 1)

    def scaled(power: float) -> float:
        hit = exp(score * power * log(2) / log(trained))
        return hit / (hit + 2**power - 1)

    return figure(
        "命中的权重随长度的变化",
        Axis("长度的对数（以 2 为底）", 7, 16, (7, 8, 10, 12, 14, 16)),
        Axis("命中的权重", 0, 1, (0, 0.2, 0.4, 0.6, 0.8, 1)),
        [Curve("打分不变", sampled(fixed, 7, 16)), Curve("打分乘以 log n / log 128", sampled(scaled, 7, 16))],
        legend=240,
    )


def attention_as_rnn() -> str:
    """The gate of each step where scores are equal, and where they grow so that beta is 0.9."""
    beta, last = 0.9, 40
    equal = [(t, 1 / t) for t in range(1, last + 1)]
    linear = [(t, (1 - beta) / (1 - beta**t)) for t in range(1, last + 1)]
    return figure(
        "打分相等与打分线性增长时的门",
        Axis("步 t", 0, last, (0, 10, 20, 30, 40)),
        Axis("门", 0, 1, (0, 0.2, 0.4, 0.6, 0.8, 1)),
        [Curve("打分相等", equal, True), Curve("打分线性增长（β = 0.9）", linear, True)],
        legend=40,
    )


def mha_to_mla() -> str:
    """What one position keeps: GQA by its groups, and MLA, where heads have 128 dimensions."""
    size, compressed, turned = 128, 512, 64
    grouped = [(g, 2 * g * size) for g in range(1, 9)]
    latent = [(g, compressed + turned) for g in range(1, 9)]
    return figure(
        "GQA 的缓存与 MLA 的缓存",
        Axis("组数 g", 0, 8, (0, 1, 2, 4, 6, 8)),
        Axis("每个位置的缓存", 0, 2400, (0, 576, 1024, 2048)),
        [Curve("GQA：2gd", grouped, True), Curve("MLA：r + p", latent)],
    )


def gaussian_kl() -> str:
    """The divergence of two centred Gaussians in both orders; the second standard deviation is 1."""

    def first(sigma: float) -> float:
        return (sigma**2 - 1) / 2 - log(sigma)

    def second(sigma: float) -> float:
        return (sigma**-2 - 1) / 2 + log(sigma)

    return figure(
        "The divergence in both orders",
        Axis("standard deviation σ", 0.5, 2.5, (0.5, 1, 1.5, 2, 2.5)),
        Axis("divergence", 0, 1.8, (0, 0.3, 0.6, 0.9, 1.2, 1.5, 1.8)),
        [
            Curve("of N(0, σ²) from N(0, 1)", sampled(first, 0.5, 2.5)),
            Curve("of N(0, 1) from N(0, σ²)", sampled(second, 0.5, 2.5)),
        ],
    )


def attention_softmax() -> str:
    """The weights of the scores 2, 1 and 0, and their entropy, by temperature."""

    def weights(temperature: float) -> list[float]:
        powers = [exp((score - 2) / temperature) for score in (2, 1, 0)]
        return [power / sum(powers) for power in powers]

    def weight(number: int) -> list[tuple[float, float]]:
        return sampled(lambda temperature: weights(temperature)[number], 0.1, 5)

    def entropy(temperature: float) -> float:
        return -sum(w * log(w) for w in weights(temperature))

    return figure(
        "权重与熵随温度的变化",
        Axis("温度 τ", 0, 5, (0, 1, 2, 3, 4, 5)),
        Axis("权重与熵", 0, 1.1, (0, 0.2, 0.4, 0.6, 0.8, 1)),
        [
            Curve("第一项", weight(0)),
            Curve("第二项", weight(1)),
            Curve("第三项", weight(2)),
            Curve("熵", sampled(entropy, 0.1, 5)),
        ],
        legend=90,
    )


def linear_attention() -> str:
    """The relative deviation of one sample for two unit vectors, by their angle: positive and trigonometric features."""

    def positive(angle: float) -> float:
        return sqrt(max(0.0, exp(2 + 2 * cos(angle)) - 1))

    def trigonometric(angle: float) -> float:
        return sqrt(max(0.0, cosh(2 - 2 * cos(angle)) - 1))

    return figure(
        "两种特征的相对标准差",
        Axis("夹角（弧度）", 0, 3.2, (0, 0.8, 1.6, 2.4, 3.2)),
        Axis("单个样本的相对标准差", 0, 8, (0, 2, 4, 6, 8)),
        [Curve("正特征", sampled(positive, 0, pi)), Curve("三角特征", sampled(trigonometric, 0, pi))],
        legend=40,
    )


def multidimensional_rope() -> str:
    """The average score at a distance, with base 10000, and its bound."""
    base, count = 10000.0, 4000

    def average(decade: float) -> float:  # the midpoint rule over all frequencies
        distance = 10**decade
        return sum(cos(distance * base ** (-(k + 0.5) / count)) for k in range(count)) / count

    def bound(decade: float) -> float:
        return (log(base) - decade * log(10) + 1 - sin(1)) / log(base)

    return figure(
        "平均打分与它的上界",
        Axis("距离的对数（以 10 为底）", 0, 3, (0, 0.5, 1, 1.5, 2, 2.5, 3)),
        Axis("平均打分", 0, 1.1, (0, 0.25, 0.5, 0.75, 1)),
        [Curve("D(t)", sampled(average, 0, 3, 180)), Curve("上界", sampled(bound, 0, 3))],
        legend=40,
    )


FIGURES = {
    "multidimensional-rope": multidimensional_rope,
    "linear-attention": linear_attention,
    "attention-softmax": attention_softmax,
    "gaussian-kl": gaussian_kl,
    "mha-to-mla": mha_to_mla,
    "attention-as-rnn": attention_as_rnn,
    "length-extrapolation": length_extrapolation,
    "deep-transformer": deep_transformer,
}


def main() -> None:
    """Write all figures."""
    for name, draw in FIGURES.items():
        (Path(__file__).parent / f"{name}.svg").write_text(draw(), encoding="utf-8")


if __name__ == "__main__":
    main()
