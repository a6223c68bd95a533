"""One post in another format: every formula in it, or nothing is written."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from mathpost.config import Config
from mathpost.inputs import STDIN, Post
from mathpost.inspection import died
from mathpost.pipeline import Loaded, examine, load
from mathpost.text.source import Source
from mathpost.writers.enhanced import unstamped
from mathpost.writers.json import note_text
from mathpost.writers.post import PostResult


class Published(NamedTuple):
    """`text` is None where nothing may be written; `reasons` say why, and `exit_code` how bad that is."""

    post: Post
    text: str | None
    reasons: tuple[str, ...]
    warnings: tuple[str, ...]
    exit_code: int


def published(config: Config, ending: str, post: Post) -> Published:
    """`post` in the format with this `ending`."""
    loaded = load(post.path, post.data)
    if loaded.refusal is not None:
        return _refused(post, loaded)
    source = Source(post.path, unstamped(loaded.source.text)[0])
    return converted(examine(source, config, False), ending, post)


def converted(result: PostResult, _ending: str, post: Post) -> Published:
    """An examined post as LaTeX, the one format there is."""
    from mathpost.publish import latex

    if result.failed:
        return Published(post, None, tuple(d.message for d in result.diagnostics), (), 1)
    try:
        done = latex.write(result.document, result.numbering, target=result.target, brackets=result.brackets)
    except latex.LostFormulaError as error:
        return Published(post, None, (str(error),), (), 3)
    except (latex.MissingPandocError, latex.PandocError) as error:
        return Published(post, None, (str(error),), (), 2)
    if done.formulas != len(result.document.formulas):
        reason = f"{len(result.document.formulas)} formulas became {done.formulas}"
        return Published(post, None, (reason,), (), 3)
    warnings = tuple(note_text(result.source, note) for note in done.warnings)
    return Published(post, done.text, (), warnings, 0)


def place(post: Post, folder: Path, ending: str) -> Path:
    """Where the document of `post` is written below `folder`."""
    return (folder / ("post" if post.path == STDIN else post.name)).with_suffix(f".{ending}")


def lost(_config: Config, _ending: str, post: Post) -> Published:
    """A post whose process died twice."""
    return _refused(post, died(post))


def _refused(post: Post, loaded: Loaded) -> Published:
    reason = loaded.refusal.message if loaded.refusal else "cannot be read"
    return Published(post, None, (reason,), (), 1)
