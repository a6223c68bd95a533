r"""A flavour of Markdown: the syntax of one program that builds pages from posts.

The table is `mathpost.document.flavours`, one file per flavour, whose docstring is its page of the manual.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

Numbers = Literal["author", "by hand", "builder"]
"""Who gives numbers to equations: the author by hand (or the page by itself), nobody but the author, or the program that
builds the page.
"""


class NewLabel(NamedTuple):
    """How a flavour writes a label that is added on demand: the prefix of its name, and the text with ``{}`` for the
    name.

    It is `behind` a display between dollars, `inside` an environment at its end, or the first line of a directive
    (`option`).
    """

    prefix: str
    behind: str = ""
    inside: str = ""
    option: str = ""


class Flavour(NamedTuple):
    r"""One flavour, for example Quarto.

    `endings` are those of its posts; the first ones belong to it, `.md` and `.markdown` to all flavours. `sites` are
    files in the folder of a site, each with a pattern that must match in it and the renderer that it implies; both are
    empty if they imply nothing. `signs` are patterns that no other flavour uses in a post. `outputs` are folders of a
    site without posts.

    `renderer` draws its formulas unless the site sets another one: always if it is `fixed`, mostly if the author of a
    site chooses. `labels` are patterns of a label after a display, `inner_labels` of one inside, `references` of what
    refers to a label: the group of each is the name. `targets` are patterns of everything else that has a name:
    headings, figures, tables, theorems. `new_label`: how a label is added, if the builder numbers displays with a
    label.

    `rows`: the builder sets the rows of a display, so ``&`` and ``\\`` need no environment. `unescapes`: Markdown
    removes backslashes from the formulas of the site; None if that depends on an unknown engine. `spaced`: ``$ x $``,
    with spaces inside single dollars, is a formula. `blank_lines`: a display may contain a blank line. `inserts`: the
    builder runs code within the text, `` `r x` ``, and inserts its result.
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
