"""The cached answer of a whole check. It is reused as long as nothing that it depends on has changed.

It depends on the program, the settings, the texts of all posts, the settings of their sites, and on whether the files
that they link to exist.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from mathpost import program, site
from mathpost.config import Config
from mathpost.inputs import Post, stored
from mathpost.store import store
from mathpost.text.source import Source


class Answer(NamedTuple):
    """What is written to stdout and stderr, and the exit code."""

    output: str
    sentence: str
    code: int


class Question(NamedTuple):
    """The cache key of a check: everything that its answer depends on, except linked files."""

    folder: Path
    name: str

    def recalled(self) -> Answer | None:
        """The cached answer; None if there is none."""
        try:
            answer, links = json.loads(store(self.folder).found([self.name])[self.name])
            if any(Path(path).exists() != there for path, there in links):
                return None
            output, sentence, code = answer
            return Answer(str(output), str(sentence), int(code))
        except (KeyError, ValueError, TypeError, RecursionError):
            return None

    def keep(self, answer: Answer, posts: Sequence[Post]) -> None:
        """Cache the answer of `posts`."""
        text = json.dumps([answer, _links(posts)], ensure_ascii=False)
        store(self.folder).keep({self.name: text})


def question(config: Config, posts: Sequence[Post], *asked: object) -> Question | None:
    """The cache key of a check of `posts`; None if its answer cannot be cached. `asked` are the options of the check."""
    if (
        config.cache_dir is None
        or config.series
        or any(post.data is None and not post.path.endswith(".md") for post in posts)
    ):
        return None
    settings = replace(config, cache_dir=None, output_dir=Path(), report_dir=Path(), jobs=0)
    found = sha256(repr((program.digest(store(config.cache_dir)), settings, asked, str(Path.cwd()))).encode())
    for folder in sorted({Path(post.path).absolute().parent for post in posts}):
        near = str(folder / "post.md")
        around = site.of(near, config.site)
        if around.flavour:
            return None  # what a builder makes of a post follows from files that are not posts of the check
        of_the_site = (site.written(near, config.macros), site.page_numbers(near))
        found.update(repr((str(folder), around, of_the_site)).encode("utf-8", "surrogatepass"))
    for post in posts:
        try:
            data = stored(post, config.limits)
        except OSError:
            return None
        found.update(repr((post.path, post.name, len(data))).encode("utf-8", "surrogatepass"))
        found.update(data)
        source = Source(post.path, data.decode(errors="replace"))
        found.update(repr(site.definitions(source, config)).encode("utf-8", "surrogatepass"))
    return Question(config.cache_dir, found.hexdigest())


def _links(posts: Sequence[Post]) -> list[tuple[str, Any]]:
    """The files that links of `posts` lead to, and whether they exist."""
    from mathpost.document.mentions import file_links
    from mathpost.pipeline import load

    places = {
        str(Path(post.path).parent / link.address)
        for post in posts
        for link in file_links(load(post.path, post.data).source.text)
    }
    return [(place, Path(place).exists()) for place in sorted(places)]


__all__ = ["Answer", "Question", "question"]
