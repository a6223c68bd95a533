"""Hugo shortcodes as plain Markdown for exports.

Pictures, code and links become what they show; a pair keeps its content, with its title; a video becomes a link. The
meaning of any other shortcode is in the templates of the site, so it is shown as a box with its name: ``[chart:
sales]``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from mathpost.text.source import Span

_ARGUMENT = r"\"[^\"\n]*\"|`[^`]*`|(?!\{\{)[^\"`]"
_SHORTCODE = re.compile(
    rf"\{{\{{[<%][ \t]*(?P<close>/?)[ \t]*(?P<name>[A-Za-z][\w./-]*)(?P<arguments>(?:{_ARGUMENT}){{0,600}}?)/?[ \t]*[>%]\}}\}}"
)
_LINK_TO = re.compile(r"\[((?:[^\[\]\n]|\[[^\[\]\n]*\])*)\]\([ \t]*(?:\{\{[^{}\n]*\}\}|[^()\s])*[ \t]*$")
_ALONE = re.compile(r"[ \t]*(?:\n|\Z)")
_LINK_ENDS = re.compile(r"[^()\s]*[ \t]*\)")
_EACH = re.compile(
    r"(?:(?P<key>[\w-]+)[ \t]*=[ \t]*)?(?:\"(?P<quoted>[^\"]*)\"|`(?P<raw>[^`]*)`|(?P<bare>[^\s\"`=]+))"
)
_SIGNS = re.compile(r"([\\`*_\[\]$<>{}#|])")
_LONGEST_LINK = 400


class Shortcode(NamedTuple):
    """One shortcode: what it is called, its arguments by key and by place, and whether another one closes it."""

    span: Span
    name: str
    closes: bool
    paired: bool
    named: Mapping[str, str]
    placed: tuple[str, ...]

    def first(self, *keys: str) -> str:
        """The argument with one of these keys, else the first one without any."""
        return next((self.named[k] for k in keys if k in self.named), self.placed[0] if self.placed else "")


class Carried(NamedTuple):
    """The replacement for the text at `span` in the export."""

    span: Span
    new: str


def shortcodes(text: str) -> Iterator[Shortcode]:
    """The shortcodes of a post."""
    found = list(_SHORTCODE.finditer(text))
    closed = {match["name"] for match in found if match["close"]}
    for match in found:
        given = [
            (m["key"], m["quoted"] or m["raw"] or m["bare"] or "") for m in _EACH.finditer(match["arguments"])
        ]
        named = {key: value for key, value in given if key}
        placed = tuple(value for key, value in given if not key)
        name = match["name"]
        yield Shortcode(Span(*match.span()), name, bool(match["close"]), name in closed, named, placed)


def carried(text: str, code: Shortcode) -> Carried | None:
    """The replacement for `code` in an export; None if an argument holds a formula."""
    way = _WAYS.get(code.name)
    if code.name in _REFERENCES:
        return _reference(text, code)
    if any(value.count("$") > 1 for value in (*code.placed, *code.named.values())):
        return None
    new = way(code) if way is not None else "" if code.paired else _box(code)
    return Carried(
        code.span, f"{new}\n" if new.startswith("**") and _ALONE.match(text, code.span.end) else new
    )


def _reference(text: str, code: Shortcode) -> Carried:
    """The words of a link to another page, or the name of that page."""
    return unlinked(text, code.span) or Carried(code.span, _plain(code.first("path")))


def unlinked(text: str, address: Span) -> Carried | None:
    """The words of the link whose address is, or ends with, what is at `address`."""
    start = max(0, address.start - _LONGEST_LINK)
    opens, ends = _LINK_TO.search(text, start, address.start), _LINK_ENDS.match(text, address.end)
    return Carried(Span(opens.start(), ends.end()), opens[1]) if opens and ends else None


def _plain(words: str) -> str:
    return _SIGNS.sub(r"\\\1", words)


def _box(code: Shortcode) -> str:
    said = [*code.placed, *(f"{key} {value}" for key, value in code.named.items())]
    return named(": ".join(filter(None, (code.name, ", ".join(said)))))


def named(words: str) -> str:
    """The box with a name, in place of what only the site's templates could fill."""
    return f"\\[{_plain(words)}\\]"


def _titled(code: Shortcode) -> str:
    title = "" if code.closes else code.first("title", "summary", "header", "name", "label")
    return f"**{_plain(title)}**" if title else ""


def _boxed(code: Shortcode) -> str:
    title = "" if code.closes else code.named.get("title", "")
    return f"**{_plain(title)}**" if title else ""


def _picture(code: Shortcode) -> str:
    source = code.first("src", "link", "image")
    words = next((code.named[k] for k in ("caption", "title", "alt") if k in code.named), "")
    return "" if code.closes or not source else f"![{words.replace('[', '(').replace(']', ')')}]({source})"


def _listing(code: Shortcode) -> str:
    return "```" if code.closes else f"```{code.first('lang', 'language')}"


def _drawing(code: Shortcode) -> str:
    return "```" if code.closes else f"```{code.name}" if code.paired else _box(code)


def _film(code: Shortcode) -> str:
    address = code.first("src", "url")
    return f"<{address}>" if address.startswith("http") else _box(code)


def _silent(_: Shortcode) -> str:
    return ""


def _at(address: str) -> Callable[[Shortcode], str]:
    def link(code: Shortcode) -> str:
        name = code.first("id", "user")
        return f"<{address.format('/'.join((name, *code.placed[1:2])))}>" if name else ""

    return link


_REFERENCES = frozenset({"ref", "relref"})
_WAYS: Mapping[str, Callable[[Shortcode], str]] = {
    **dict.fromkeys("details expand tab collapse accordion spoiler toggle fold step card summary".split(), _titled),
    **dict.fromkeys(
        "admonition alert callout hint notice note tip warning info danger important quote blockquote center".split(), _boxed
    ),
    **dict.fromkeys("figure img image".split(), _picture),
    **dict.fromkeys("highlight code".split(), _listing),
    **dict.fromkeys("mermaid plantuml chart echarts mindmap graphviz css style".split(), _drawing),
    **dict.fromkeys("toc table-of-contents tabs math katex mathjax raw pagebreak columns pseudocode".split(), _silent),
    "video": _film,
    "youtube": _at("https://www.youtube.com/watch?v={}"),
    "vimeo": _at("https://vimeo.com/{}"),
    "bilibili": _at("https://www.bilibili.com/video/{}"),
    "gist": _at("https://gist.github.com/{}"),
}  # fmt: skip
