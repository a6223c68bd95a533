r"""Everything in a post that a reference can name: displays, headings, figures, tables, theorems, cells.

A flavour defines their syntax (`{#fig-x}`, `:name: x`, `(x)=`, a cell ```` ```{r x} ````); a heading also has the name
that the builder makes from its title. Formulas and blocks are not parsed, since whole sites are searched.
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
        *flavours.inner_label_patterns(flavour),
        *flavours.target_patterns(flavour),
    )
    found = {m[1] for pattern in patterns for m in pattern.finditer(text)}
    found |= {m[1].strip() for m in _LABEL.finditer(text)}
    return frozenset((*found, *_slugs(text)))


def _slugs(text: str) -> Iterator[str]:
    """The names that pandoc and similar programs make from titles: ``## Main result!`` is ``main-result``."""
    for found in _HEADING.finditer(text):
        bare = "-".join(_MARKS.sub("", found[1]).lower().split())
        yield re.sub(r"^[^a-z]+", "", bare)


def pointed(text: str, flavour: str) -> frozenset[str]:
    """The names that references in `text` use."""
    found = {
        m[m.lastindex or 0].strip() for p in flavours.reference_patterns(flavour) for m in p.finditer(text)
    }
    return frozenset((*found, *(name.strip() for m in _POINTED.finditer(text) for name in m[1].split(","))))


def is_named(name: str, known: frozenset[str]) -> bool:
    """Whether something has this name: bookdown writes the kind before it, ``fig:x`` for the cell ``x``; at the
    beginning of a sentence, pandoc writes ``@Fig-x``.
    """
    bare = _KIND.sub("", name, count=1)
    return name in known or bare in known or name[:1].lower() + name[1:] in known
