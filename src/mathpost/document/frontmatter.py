"""The front matter of a post; an invalid one is a fault of the post, never an exception."""

from __future__ import annotations

import re
import tomllib
from typing import Any

import yaml

from mathpost.document.document import ReadingFault
from mathpost.text.limits import FRONT_MATTER
from mathpost.text.source import Source, Span

CODE = "L301"
TOML_FENCE = "+++"  # of Hugo and Zola; Franklin has Julia there
_JULIA = re.compile(r"^(?:using|import)[ ]\w|^\w+[ ]*=[ ]*(?:[A-Za-z_]\w*[\[({]|\()", re.M)
_BLANKS = re.compile(r"(?<=\S)[ \t]*\t[ \t]*|\[[^\[\]]*\]")  # beside a value, or within a list
_INDENT = re.compile(r"^\t+", re.M)  # Hexo reads a tab as two spaces
_TEXT = "tag:yaml.org,2002:str"
_MOST_MERGED = 1_000  # most pairs that `<<` may add to the mappings of a post; each chain of them doubles


class _Loader(yaml.SafeLoader):
    """The safe loader, with a limit on mappings that are merged into each other."""

    merged = 0

    def flatten_mapping(self, node: yaml.MappingNode) -> None:
        """Merge the mappings named by ``<<`` into `node`, up to a limit."""
        before = len(node.value)
        super().flatten_mapping(node)
        self.merged += max(0, len(node.value) - before)
        if self.merged > _MOST_MERGED:
            raise yaml.YAMLError("its mappings are merged into each other too often")

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        """The mapping, with a text for each key that is a mapping or a list: ``{{ date }}``, left by a template."""
        node.value = [(_as_text(key), value) for key, value in node.value]
        return super().construct_mapping(node, deep)


def _as_text(key: yaml.Node) -> yaml.Node:
    return key if isinstance(key, yaml.ScalarNode) else yaml.ScalarNode(_TEXT, str(key.start_mark.index))


def front_matter(
    source: Source, body: Span | None, *, tabs: bool = False
) -> tuple[dict[str, Any], tuple[ReadingFault, ...]]:
    """The mapping in `body` (between two ``---``, or two ``+++`` in TOML), with a fault if it is not a mapping.

    `tabs`: the builder takes tabs for an indent.
    """
    if body is None or not source.slice(body).strip():
        return {}, ()
    text = source.slice(body)
    if tabs and "\t" in text and (settings := mapping(_INDENT.sub("  ", text))):
        return settings, ()
    if source.text[: body.start].rstrip().endswith(TOML_FENCE):
        return _of_toml(text, body)
    try:
        values = _loaded(text) if len(text) <= FRONT_MATTER else None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        return {}, (_fault(body, mark.index if mark else 0, error.problem or "not YAML"),)
    except (yaml.YAMLError, ValueError, RecursionError, OverflowError) as error:
        return {}, (_fault(body, 0, str(error).split("\n")[0] or "not YAML"),)
    if not isinstance(values, dict):
        return {}, (_fault(body, 0, "it is not a list of keys with values"),)
    return {str(key): value for key, value in values.items()}, ()


def _loaded(text: str) -> Any:
    # A tab may separate a value from what is beside it, though PyYAML refuses that.
    spaced = _BLANKS.sub(lambda blanks: blanks[0].replace("\t", " "), text) if "\t" in text else text
    return yaml.load(spaced, _Loader)  # noqa: S506 - a subclass of the safe loader


def _of_toml(text: str, body: Span) -> tuple[dict[str, Any], tuple[ReadingFault, ...]]:
    try:
        return tomllib.loads(text.replace("\r\n", "\n") if len(text) <= FRONT_MATTER else ""), ()
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        if _JULIA.search(text):
            return {}, ()
        return {}, (_fault(body, 0, str(error)),)


def mapping(text: str) -> dict[str, Any]:
    """The mapping in the YAML `text`; empty if it is not a mapping."""
    if len(text) > FRONT_MATTER:
        return {}
    try:
        values = _loaded(text)
    except (yaml.YAMLError, ValueError, RecursionError, OverflowError):
        return {}
    return {str(key): value for key, value in values.items()} if isinstance(values, dict) else {}


def _fault(body: Span, index: int, problem: str) -> ReadingFault:
    at = min(body.start + index, max(body.start, body.end - 1))
    return ReadingFault(CODE, Span(at, min(at + 1, body.end)), f"the front matter cannot be read: {problem}")
