"""How time and memory grow with the size of a post: each shape is doubled until it takes long, and the exponent shown.

    python benchmarks/growth.py [SHAPE …]

Behind the shapes of posts stand the outputs, each with the time that its writer takes for one long post, and a folder of
posts. The time of pandoc counts, that of TeX does not. An exponent of 1 is linear, 2 quadratic. Exits with 1 where one
is above the limit.
"""

from __future__ import annotations

import gc
import os
import sys
import tempfile
import tracemalloc
from collections.abc import Callable
from functools import partial
from math import log2
from pathlib import Path
from time import process_time
from typing import TypeAlias

from mathpost import publication, writers
from mathpost.cli import main as enhance_command
from mathpost.config import Config
from mathpost.inputs import Post
from mathpost.pipeline import examine
from mathpost.text.limits import NORMAL
from mathpost.text.source import Source
from mathpost.writers.enhanced import enhance
from mathpost.writers.post import PostResult
from mathpost.writers.totals import of_post

LIMIT = 1.15
SECONDS = 0.6
"""A shape is doubled until one run takes this long: below, what is fixed hides what grows."""
PREPARED = 3.0
"""Or until it takes this long to prepare it, where a writer is much faster than the reader."""
UNHURRIED = Config(limits=NORMAL._replace(seconds=10_000))
"""A post that is stopped would look cheap."""
TOO_FAST = 0.01
"""Seconds below which an exponent says nothing."""
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
    "macros that open": (
        200,
        lambda n: "".join(f"$\\newcommand{{\\{_name(k)}}}{{\\begin{{aligned}}}}$\n\n" for k in range(n)),
    ),
    "calls": (500, lambda n: "$\\newcommand{\\v}[1]{\\mathbf{#1}}$\n\n$$" + "\\v{x} + " * n + "y$$\n"),
    "sections": (200, lambda n: "## $x$ 节\n\n**定义 1** 文字。\n\n" * n),
    "odd dollars": (500, lambda n: "a $b\n\n" * n),
    "whole posts": (25, lambda n: "".join(PIECE.format(k=k + 1) for k in range(n))),
    "quotes": (500, lambda n: "> $$a = b$$\n>\n" * n),
}  # fmt: skip


def _name(k: int) -> str:
    return "m" + "".join(chr(97 + int(d)) for d in str(k))


PIECE = """## 节 {k}

设 $x_{{{k}}}$ 为实数，由 ({k}) 得 $f(x) = y$，a sentence with **words**.

$$a_{{{k}}} = b + c \\tag{{{k}}}$$

| a | b |
|---|---|
| $x$ | 1 |

"""
PUBLISHED = "tex html epub docx ipynb".split()
Work: TypeAlias = Callable[[], object]
Prepared: TypeAlias = Callable[[int], Work]
"""What is to be measured, for a size: what comes before it is not."""


def read_and_checked(shape: Callable[[int], str], size: int) -> Work:
    text = shape(size)

    def worked() -> None:
        result = examine(Source("a.md", text), UNHURRIED, False)
        enhance(result)
        for name in ("json", "concise"):
            writers.format_called(name).post(result, False)

    return worked


def long_post(size: int) -> PostResult:
    return examine(Source("a.md", "".join(PIECE.format(k=k + 1) for k in range(size))), UNHURRIED, False)


def told(form: writers.Format, size: int) -> Work:
    """The findings of a post in a format of `check`."""
    result = long_post(size)
    return lambda: "".join(form.page([form.post(result, False)], lambda: of_post(result)))


def enhanced(size: int) -> Work:
    text = "".join(PIECE.format(k=(k ^ 1) + 1) for k in range(size))  # numbers in another order
    return partial(enhance, examine(Source("a.md", text), UNHURRIED, False))


def published(ending: str, size: int) -> Work:
    """A post in a format of `export`, counted again."""
    result = long_post(size)
    wish = publication.Wish(ending)
    return lambda: publication.converted(result, wish, Post("a.md", "a.md"))


def folder(size: int) -> Work:
    """`run` over so many posts, with their report."""
    place = Path(tempfile.mkdtemp(prefix="growth-"))
    (place / "raw").mkdir()
    for number in range(size):
        (place / "raw" / f"{number}.md").write_text(PIECE.format(k=1) * 3, "utf-8")
    command = ["run", "raw", "--jobs", "1", "--no-cache", "--no-verify", "-q"]

    def worked() -> None:
        os.chdir(place)
        enhance_command(command, standalone_mode=False)

    return worked


def measured() -> dict[str, tuple[int, Prepared]]:
    """Everything that is measured, with the size it begins with."""
    found: dict[str, tuple[int, Prepared]] = {
        name: (size, partial(read_and_checked, shape)) for name, (size, shape) in SHAPES.items()
    }
    found["enhanced"] = 100, enhanced
    found |= {f"check as {name}": (100, partial(told, form)) for name, form in writers.formats().items()}
    found |= {f"export to {ending}": (25, partial(published, ending)) for ending in PUBLISHED}
    return found | {"posts of a folder": (8, folder)}


def seconds(work: Work) -> float:
    """The time of the processor, that of programs which are called with it."""
    begun, others = process_time(), sum(os.times()[2:4])
    work()
    return process_time() - begun + sum(os.times()[2:4]) - others


def peak(work: Work) -> float:
    """The most memory that a work takes at once."""
    tracemalloc.start()
    work()
    return float(tracemalloc.get_traced_memory()[1])


def apart(measure: Callable[[Work], float], work: Work) -> float:
    """What a copy of this process measures: what it keeps for later is gone with it."""
    reading, writing = os.pipe()
    if (child := os.fork()) == 0:
        gc.collect()
        os.write(writing, str(measure(work)).encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as told:
        found = told.read()
    os.waitpid(child, 0)
    return float(found)


def exponents(size: int, prepared: Prepared) -> tuple[int, float, float, float]:
    """The last size, its seconds, and the exponents of time and memory over the last two doublings."""
    prepared(1)()  # what is imported, and found once for all posts
    while True:
        begun = process_time()
        work = prepared(size)
        dear = process_time() - begun > PREPARED
        taken = apart(seconds, work)
        if dear or taken > SECONDS:
            break
        size *= 2
    smaller = prepared(size // 4)
    small = min(apart(seconds, smaller) for _ in range(3))
    taken = min(taken, apart(seconds, work))
    memory = [apart(peak, prepared(part)) for part in (size // 8, size // 2)]
    return size, taken, log2(taken / small) / 2, log2(memory[1] / memory[0]) / 2


def main() -> int:
    all_ = measured()
    wanted = sys.argv[1:] or list(all_)
    print(f"{'shape':<26}{'size':>9}{'seconds':>9}{'time':>7}{'memory':>8}")
    steep = []
    for name in wanted:
        size, taken, time_, memory = exponents(*all_[name])
        steep += [name] if taken > TOO_FAST and max(time_, memory) > LIMIT else []
        print(f"{name:<26}{size:>9}{taken:>9.2f}{time_:>7.2f}{memory:>8.2f}", flush=True)
    print(f"above {LIMIT}: {', '.join(steep) or 'none'}")
    return 1 if steep else 0


if __name__ == "__main__":
    sys.exit(main())
