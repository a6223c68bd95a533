r"""A flavour of Markdown: what one program that builds pages out of posts reads, and others do not.

The table is `mathpost.document.flavours`, a file for each flavour; its docstring is its page of the manual.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

Numbers = Literal["author", "by hand", "builder"]
"""Who gives numbers to equations: the author by hand (or the page by itself), nobody but the author, or the program that
builds the page.
"""


class NewLabel(NamedTuple):
    """How a flavour writes a label that is given on demand: the prefix of its name, and the text with ``{}`` for the name,
    `behind` a display between dollars, `inside` an environment at its end, or as the first line of a directive (`option`).
    """

    prefix: str
    behind: str = ""
    inside: str = ""
    option: str = ""


class Flavour(NamedTuple):
    r"""One flavour, for example Quarto.

    `endings` are those of its posts; the first ones are its own, `.md` and `.markdown` are everybody's. `sites` are
    files that are in the folder of a site, each with a pattern that must be found in it and the renderer that it
    stands for, both empty where they say nothing. `signs` are patterns of
    what nobody else writes in a post. `outputs` are folders of a site that hold no posts. `renderer` draws its formulas
    unless the site says otherwise: by itself where it is `fixed`, mostly where the author of a site chooses one. `labels` are patterns of a label after a display, `inner_labels` of one inside,
    `references` of what points to a label: the group of each is the name. `targets` are patterns of everything else
    that has a name: headings, figures, tables, theorems. `rows`: the builder sets the rows of a display, so that ``&``
    and ``\\`` need no environment. `new_label`: how a label is given, where the builder numbers what has one. `unescapes`: Markdown takes backslashes away from the
    formulas of the site; None where that hangs on an engine that nobody names. `spaced`: a space directly inside single dollars, ``$ x $``,
    hides no formula from it; `blank_lines`: nor does a blank line in a display. `inserts`: the builder runs code within the text, `` `r x` ``, and puts in what it gives.
    """

    name: str
    title: str
    endings: tuple[str, ...] = (".md", ".markdown")
    sites: tuple[tuple[str, str, str], ...] = ()
    signs: tuple[str, ...] = ()
    outputs: tuple[str, ...] = ()
    numbers: Numbers = "author"
    renderer: str = "mathjax"
    fixed: bool = False
    labels: tuple[str, ...] = ()
    inner_labels: tuple[str, ...] = ()
    references: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    rows: bool = False
    new_label: NewLabel | None = None
    unescapes: bool | None = None
    spaced: bool = False
    blank_lines: bool = False
    inserts: bool = False


PLAIN = Flavour("plain", "Markdown")
