r"""What in a post has a name that a reference can point to: displays, headings, figures, tables, theorems, cells.

A flavour says how they are named (`{#fig-x}`, `:name: x`, `(x)=`, a cell ```` ```{r x} ````); a heading has also the name
that the builder makes of its title. Read without formulas and blocks, so that a whole site is looked through at once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from mathpost.document import flavours

_LABEL = re.compile(r"\\label[ \t]*\{([^{}\r\n]+)\}")
_HEADING = re.compile(r"^#{1,6}[ \t]+(.+?)[ \t#]*(?:\{[^{}\r\n]*\})?[ \t]*$", re.M)
_MARKS = re.compile(r"[^\w\s.-]")
_KIND = re.compile(r"[a-z]{2,4}[:]")
_POINTED = re.compile(r"\\(?:eqref|ref|autoref|[cC]ref)[ \t]*\{([^{}\r\n]+)\}")


def names(text: str, flavour: str) -> frozenset[str]:
    """Everything in `text` that has a name."""
    patterns = (
        *flavours.label_patterns(flavour),
        *flavours.inner_label_patterns(),
        *flavours.target_patterns(flavour),
    )
    found = {m[1] for pattern in patterns for m in pattern.finditer(text)}
    found |= {m[1].strip() for m in _LABEL.finditer(text)}
    return frozenset((*found, *_slugs(text)))


def _slugs(text: str) -> Iterator[str]:
    """The names that pandoc and its kin make of titles: ``## Main result!`` is ``main-result``."""
    for found in _HEADING.finditer(text):
        bare = "-".join(_MARKS.sub("", found[1]).lower().split())
        yield re.sub(r"^[^a-z]+", "", bare)


def pointed(text: str, flavour: str) -> frozenset[str]:
    """The names that something in `text` points to."""
    found = {
        m[m.lastindex or 0].strip() for p in flavours.reference_patterns(flavour) for m in p.finditer(text)
    }
    return frozenset((*found, *(name.strip() for m in _POINTED.finditer(text) for name in m[1].split(","))))


def is_named(name: str, known: frozenset[str]) -> bool:
    """Is there something of this name? bookdown writes the kind before it, ``fig:x`` for the cell ``x``; pandoc
    begins a sentence with ``@Fig-x``.
    """
    bare = _KIND.sub("", name, count=1)
    return name in known or bare in known or name[:1].lower() + name[1:] in known
