"""How time and memory grow with the size of a post: each shape is doubled until it takes long, and the exponent shown.

    python benchmarks/growth.py [SHAPE …]

An exponent of 1 is linear, 2 quadratic. Exits with 1 where one is above the limit.
"""

from __future__ import annotations

import sys
import time
import tracemalloc
from collections.abc import Callable
from math import log2

from mathpost import writers
from mathpost.config import Config
from mathpost.pipeline import examine
from mathpost.text.source import Source
from mathpost.writers.enhanced import enhance

LIMIT = 1.15
SECONDS = 0.6
"""A shape is doubled until one run takes this long: below, what is fixed hides what grows."""
SHAPES: dict[str, tuple[int, Callable[[int], str]]] = {
    "words": (2000, lambda n: "一段文字 with words and nothing else, 由(1)得。\n\n" * n),
    "displays": (200, lambda n: "".join(f"$$a_{{{k}}} = b + c \\tag{{{k}}}$$\n\n" for k in range(n))),
    "formulas in paragraphs": (200, lambda n: "设 $x_1$ 与 $y$ 为实数，$f(x)$ 如 (1) 式。\n\n" * n),
    "formulas in a line": (500, lambda n: "$x_1$ 和 " * n + "\n"),
    "words in a line": (5000, lambda n: "words and 文字 " * n + "\n"),
    "one formula": (2000, lambda n: "$$" + "x_1 + " * n + "y$$\n"),
    "groups in each other": (2000, lambda n: "$$" + "{" * n + "x" + "}" * n + "$$\n"),
    "braces that open": (2000, lambda n: "$$" + "{" * n + "$$\n"),
    "rows of a display": (300, lambda n: "\\begin{align}" + "a &= b \\\\\n" * n + "c &= d\\end{align}\n"),
    "cells of a row": (1000, lambda n: "$$\\begin{matrix}" + "a & " * n + "b\\end{matrix}$$\n"),
    "rows of a table": (200, lambda n: "|a|b|\n|-|-|\n" + "|$x$|$y$|\n" * n),
    "columns of a table": (
        200,
        lambda n: f"|{'|'.join(['$x$'] * n)}|\n{'|-' * n}|\n|{'|'.join(['$y$'] * n)}|\n",
    ),
    "labels": (
        100,
        lambda n: "".join(f"$$a\\label{{e{k}}}$$\n\n见 $\\eqref{{e{k}}}$\n\n" for k in range(n)),
    ),
    "references": (300, lambda n: "$$a\\tag{3}$$\n\n" + "由 (3) 得。\n\n" * n),
    "references in a line": (300, lambda n: "$$a\\tag{3}$$\n\n" + "由 (3) 得，" * n + "\n"),
    "macros": (200, lambda n: "".join(f"$\\newcommand{{\\{_name(k)}}}{{x}}$\n\n" for k in range(n))),
    "calls": (500, lambda n: "$\\newcommand{\\v}[1]{\\mathbf{#1}}$\n\n$$" + "\\v{x} + " * n + "y$$\n"),
    "sections": (200, lambda n: "## $x$ 节\n\n**定义 1** 文字。\n\n" * n),
    "odd dollars": (500, lambda n: "a $b\n\n" * n),
    "quotes": (500, lambda n: "> $$a = b$$\n>\n" * n),
}  # fmt: skip


def _name(k: int) -> str:
    return "m" + "".join(chr(97 + int(d)) for d in str(k))


def worked(text: str) -> None:
    result = examine(Source("a.md", text), Config(), False)
    enhance(result)
    for name in ("json", "concise"):
        form = writers.format_called(name)
        form.post(result, False)


def seconds(text: str) -> float:
    begun = time.process_time()
    worked(text)
    return time.process_time() - begun


def peak(text: str) -> int:
    tracemalloc.start()
    worked(text)
    found = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return found


def exponents(size: int, shape: Callable[[int], str]) -> tuple[int, float, float, float]:
    """The last size, its seconds, and the exponents of time and memory over the last two doublings."""
    worked(shape(1))  # what is imported for this shape
    while (taken := seconds(shape(size))) < SECONDS:
        size *= 2
    small = min(seconds(shape(size // 4)) for _ in range(3))
    taken = min(taken, seconds(shape(size)))
    memory = peak(shape(size // 8)), peak(shape(size // 2))
    return size, taken, log2(taken / small) / 2, log2(memory[1] / memory[0]) / 2


def main() -> int:
    wanted = sys.argv[1:] or list(SHAPES)
    worked("$x$")  # what is imported on first use
    print(f"{'shape':<26}{'size':>9}{'seconds':>9}{'time':>7}{'memory':>8}")
    steep = []
    for name in wanted:
        size, taken, time_, memory = exponents(*SHAPES[name])
        steep += [name] if max(time_, memory) > LIMIT else []
        print(f"{name:<26}{size:>9}{taken:>9.2f}{time_:>7.2f}{memory:>8.2f}", flush=True)
    print(f"above {LIMIT}: {', '.join(steep) or 'none'}")
    return 1 if steep else 0


if __name__ == "__main__":
    sys.exit(main())
