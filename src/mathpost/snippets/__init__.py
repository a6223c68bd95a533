"""The patterns theory papers are built of, in LaTeX and Markdown, English and Chinese: one file each in `patterns`.

A file holds both forms with holes (`@hole@`), and for each language the title, when to use the pattern,
sentences of its kind, and the words for the holes.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import NamedTuple

FORMS, LANGUAGES = ("latex", "markdown"), ("en", "zh")


class Draft(NamedTuple):
    """A whole draft: the patterns that it is made from in their order, and by language its own words for their holes."""

    parts: Sequence[str]
    words: Mapping[str, Mapping[str, str]]


def _drafts() -> Mapping[str, Draft]:
    data = tomllib.loads(files(__name__).joinpath("drafts.toml").read_text("utf-8"))
    return {name: Draft(each["parts"], {k: each[k] for k in LANGUAGES}) for name, each in data.items()}


TEMPLATES: Mapping[str, Draft] = _drafts()
"""Whole drafts; the name of a pattern is a template, too."""


_AFTER_MARK = re.compile(r"(?<=[，。；：、！？）]) +(?=\S)")
_ENDS_LABEL = re.compile(r"(?<=[\u4e00-\u9fff])\.(?=\*\*)")
_BEFORE_WORD = re.compile(r"(?<![\\$])(\$[^$\n]+\$)(?=[\u4e00-\u9fff])")


def _spaced(text: str) -> str:
    """Chinese text as it is set: its own stops, no space after them, and one between a formula and a word."""
    return _BEFORE_WORD.sub(r"\1 ", _AFTER_MARK.sub("", _ENDS_LABEL.sub("。", text)))


class Words(NamedTuple):
    """A pattern in one language: `phrases` are example sentences, `words` fill the holes of its forms."""

    title: str
    when: str
    phrases: tuple[str, ...]
    words: Mapping[str, str]


class Snippet(NamedTuple):
    """A pattern: its forms with holes, and its words by language."""

    name: str
    number: int
    forms: Mapping[str, str]
    words: Mapping[str, Words]

    def text(self, form: str, language: str, own: Mapping[str, str] | None = None) -> str:
        """The pattern as it is pasted, with a line break at its end; `own` are a draft's words for ``pattern.hole``."""
        text = self.forms[form]
        for hole, words in self.words[language].words.items():
            text = text.replace(f"@{hole}@", (own or {}).get(f"{self.name}.{hole}", words))
        return _spaced(text) if language == "zh" else text


@cache
def snippets() -> tuple[Snippet, ...]:
    """All patterns in the order in which they are taught."""
    folder = files(__name__).joinpath("patterns")
    found = (_read(f.name.removesuffix(".toml"), f.read_text("utf-8")) for f in folder.iterdir())
    return tuple(sorted(found, key=lambda s: s.number))


def _read(name: str, text: str) -> Snippet:
    data = tomllib.loads(text)
    words = {
        language: Words(each["title"], each["when"], tuple(each["phrases"]), each["words"])
        for language, each in ((known, data[known]) for known in LANGUAGES)
    }
    return Snippet(name, data["number"], {form: data[form] for form in FORMS}, words)


def snippet(name: str) -> Snippet | None:
    """The pattern called `name`; None if there is none."""
    return next((s for s in snippets() if s.name == name), None)


def templates() -> tuple[str, ...]:
    """The names a draft can be started from: whole drafts, then patterns."""
    return (*TEMPLATES, *(s.name for s in snippets() if s.name not in ("preamble", "title")))


def paper(template: str, language: str) -> str:
    """A LaTeX document of a template that compiles as it stands."""
    draft = _draft(template)
    return document(draft.parts, language, draft.words.get(language))


def document(names: Sequence[str], language: str, own: Mapping[str, str] | None = None) -> str:
    """A LaTeX document with the patterns `names`."""
    head, title, *parts = (_text(n, "latex", language, own) for n in ("preamble", "title", *names))
    body = "\n".join(parts)
    return f"{head}\n{title}\n\\begin{{document}}\n\\maketitle\n\n{body}\n\\end{{document}}\n"


def post(template: str, language: str) -> str:
    """A Markdown post of a template, with its front matter."""
    draft = _draft(template)
    own = draft.words.get(language)
    return "\n".join(_text(name, "markdown", language, own) for name in ("preamble", *draft.parts))


def _draft(template: str) -> Draft:
    return TEMPLATES.get(template) or Draft((template,), {})


def _text(name: str, form: str, language: str, own: Mapping[str, str] | None) -> str:
    found = snippet(name)
    assert found is not None, name
    return found.text(form, language, own)
