"""The records of commands and environments: facts about renderers, not about meaning.

A family is a file of this folder with a tuple `MACROS` (and, in one of them, `ENVIRONMENTS`). Names are written as the
lexer gives them, with their backslash. Where something works is a set of targets: ``katex``, ``mathjax`` (the base, ams
and autoloaded packages), ``extension`` (a MathJax package that a page must load itself) and ``latex`` (the kernel with
amsmath, amssymb, mathtools, bm, xcolor, hyperref, cancel).
"""

from __future__ import annotations

from typing import Literal, NamedTuple, cast

Argument = Literal[
    "math",  # a group or one symbol, read as mathematics
    "text",  # words, with mathematics between dollars
    "box",  # mathematics for MathJax, words for KaTeX and LaTeX
    "original",  # read in the mode of the place of the command
    "primitive",  # like math, but an unbraced command takes its own arguments
    "rows",  # mathematics in which row breaks (and for some commands `&`) are allowed
    "raw",  # kept as written
    "size",
    "colour",
    "url",
    "delimiter",
    "columns",  # of an environment
    "count",  # a number
    "bracket",  # in brackets, after another argument, may be omitted
]
Mode = Literal["math", "text", "both"]

EVERYWHERE = "katex mathjax latex"


class Macro(NamedTuple):
    """A command: its arguments and the places where it is allowed.

    `options` come before `arguments`, in brackets. `mode` is where KaTeX and LaTeX allow it (MathJax prints the words
    of a ``\\text`` as they are). `inline`: KaTeX and LaTeX accept it as an argument without braces (``x^\\alpha`` but
    not ``x^\\sqrt 2``). `star`: a ``*`` directly after it belongs to the name.
    """

    name: str
    kind: str
    works: frozenset[str]
    arguments: tuple[Argument, ...] = ()
    options: tuple[Argument, ...] = ()
    mode: Mode = "math"
    inline: bool = True
    star: bool = False


Numbered = Literal["no", "once", "rows"]


class EnvironmentSpec(NamedTuple):
    """An environment: its arguments, its rows, its numbers.

    `columns`: the most cells a row may have (1: no ``&``), None for any number. `breaks`: ``\\\\`` ends a row.
    `numbered`: a renderer with AMS numbers counts it once, or each of its rows. `tagged_rows`: each row accepts a
    ``\\tag``, as in `align*`. `tags`: targets that accept a ``\\tag`` directly inside. `display`: KaTeX and LaTeX do
    not allow it in ``$…$``. `lines`: ``\\hline`` is allowed. `alone`: LaTeX allows it only outside of mathematics, and
    MathJax not inside another of its kind.
    """

    name: str
    works: frozenset[str]
    arguments: tuple[Argument, ...] = ()
    options: tuple[Argument, ...] = ()
    columns: int | None = None
    breaks: bool = True
    numbered: Numbered = "no"
    tagged_rows: bool = False
    tags: frozenset[str] = frozenset()
    display: bool = False
    lines: bool = False
    alone: bool = False


def macros(
    kind: str,
    works: str,
    names: str,
    *,
    arguments: str = "",
    options: str = "",
    mode: Mode = "math",
    inline: bool = True,
    star: bool = False,
) -> tuple[Macro, ...]:
    """A macro for each of `names`; types and targets are words of one string."""
    where = frozenset(works.split())
    takes = tuple(cast("Argument", kind) for kind in arguments.split())
    may_take = tuple(cast("Argument", kind) for kind in options.split())
    return tuple(Macro(name, kind, where, takes, may_take, mode, inline, star) for name in names.split())
