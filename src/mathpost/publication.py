"""Posts in another format: every formula, number and reference in it, or nothing is written."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from mathpost.config import Config
from mathpost.deadline import charge, left, within
from mathpost.files import write_below
from mathpost.inputs import STDIN, Post
from mathpost.inspection import died
from mathpost.pipeline import Loaded, examine, load
from mathpost.text.diagnostics import Note
from mathpost.text.limits import NORMAL, Limits
from mathpost.text.source import Source
from mathpost.writers import additions
from mathpost.writers.enhanced import unstamped
from mathpost.writers.json import note_text
from mathpost.writers.post import PostResult

LOST, MISSING, UNREADABLE = 3, 2, 1


class Wish(NamedTuple):
    r"""The wanted output: a format by the `ending` of its files. `tags`: every LaTeX number as a ``\tag``. `additions`:
    also what a run added to a post. `run_code`: also the output of the post's own Python.
    """

    ending: str
    tags: bool = False
    additions: bool = False
    run_code: bool = False


class Published(NamedTuple):
    """The converted document. `data` is None if nothing may be written; `reasons` say why, and `exit_code` how bad that
    is. `files` belong beside the output, by name. The warnings of a book name their posts.
    """

    post: Post
    data: bytes | None
    reasons: tuple[str, ...]
    warnings: tuple[str, ...]
    exit_code: int
    files: tuple[tuple[str, Path], ...] = ()
    is_book: bool = False

    def written(self, folder: Path, place: Path) -> bool:
        """Write the output to `place` below `folder`, if there is one, with the files that belong beside it."""
        if self.data is None:
            return False
        write_below(folder, place, self.data)
        for name, file in self.files:
            write_below(folder, place.parent / name, file.read_bytes())
        return True


def published(config: Config, wish: Wish, post: Post) -> Published:
    """`post` in the wanted format."""
    loaded = load(post.path, post.data, config.limits)
    if loaded.refusal is not None:
        return _refused(post, loaded)
    return converted(_examined(loaded, config, wish), wish, post, config.limits)


def converted(result: PostResult, wish: Wish, post: Post, limits: Limits = NORMAL) -> Published:
    """An examined post in the wanted format."""
    if result.failed:
        return Published(post, None, tuple(d.message for d in result.diagnostics), (), UNREADABLE)
    return _in_time([result], limits, post, lambda: _written([result], wish, post, None))


def _in_time(
    results: Sequence[PostResult], limits: Limits, post: Post, work: Callable[[], Published]
) -> Published:
    """The output if it is ready in the time of its posts; pandoc's time counts, that of TeX and Typst does not."""
    seconds = sum(limits.post(len(result.source.text)) for result in results)
    message = f"the output was not ready after {seconds} seconds of CPU time (`seconds` of the limits)"
    return within(seconds, work, lambda: Published(post, None, (message,), (), UNREADABLE))


def bound(config: Config, wish: Wish, posts: Sequence[Post], title: str) -> Published:
    """All `posts` as the chapters of one book; none is left out."""
    from mathpost.publish import symbols

    results: list[PostResult] = []
    whole = Post(title, title)
    for post in posts:
        loaded = load(post.path, post.data, config.limits)
        if loaded.refusal is not None:
            return _refused(post, loaded)
        result = _examined(loaded, config, wish)
        if result.failed:
            return Published(post, None, tuple(d.message for d in result.diagnostics), (), UNREADABLE)
        results.append(result)
    index = symbols.index(results)
    if index is not None:
        results.append(examine(index, config, False, check=False))
    work = partial(_written, results, wish, whole, title, indexed=index is not None)
    return _in_time(results, config.limits, whole, work)


def _examined(loaded: Loaded, config: Config, wish: Wish) -> PostResult:
    from mathpost.publish import external

    external.Allowance.seconds = config.limits.external
    external.Allowance.memory = config.limits.memory
    external.Allowance.left = left
    external.Allowance.charge = charge
    text = unstamped(loaded.source.text)[0]
    source = Source(loaded.source.path, additions.kept(text) if wish.additions else text)
    return examine(source, config, wish.ending == "ipynb", check=False)


def _written(
    results: Sequence[PostResult], wish: Wish, post: Post, title: str | None, *, indexed: bool = False
) -> Published:
    from mathpost.publish import formats
    from mathpost.publish.translation import UncarriedError

    try:
        stem = _stem(post) if title is None else title
        done = formats.write(
            results, wish.ending, formats.Wish(stem, wish.tags, indexed, wish.run_code), title
        )
    except formats.LostFormulaError as error:
        return Published(post, None, (str(error),), (), LOST)
    except UncarriedError as error:
        return Published(post, None, error.places, (), LOST)
    except formats.MISSING as error:
        return Published(post, None, (str(error),), (), MISSING)
    warnings = [_of_post(result, notes, title) for result, notes in zip(results, done.warnings, strict=True)]
    return Published(
        post, done.data, (), tuple(w for each in warnings for w in each), 0, done.files, title is not None
    )


def _of_post(result: PostResult, notes: Sequence[Note], title: str | None) -> Iterator[str]:
    before = f"{result.source.path}: " if title is not None else ""
    places: dict[str, list[Note]] = {}
    for note in notes:
        places.setdefault(note.message, []).append(note)
    for first, *others in places.values():
        more = f" and {len(others)} more" if others else ""
        yield before + note_text(result.source, first) + more


def _stem(post: Post) -> str:
    return "post" if post.path == STDIN else Path(post.name).stem


def place(post: Post, folder: Path, ending: str) -> Path:
    """Where the document of `post` is written below `folder`."""
    return (folder / ("post" if post.path == STDIN else post.name)).with_suffix(suffix(ending))


def suffix(ending: str) -> str:
    """What the name of an output ends with."""
    return ".arxiv.tar.gz" if ending == "arxiv" else f".{ending}"


def lost(_config: Config, _wish: Wish, post: Post) -> Published:
    """A post whose process died twice."""
    return _refused(post, died(post))


def _refused(post: Post, loaded: Loaded) -> Published:
    reason = loaded.refusal.message if loaded.refusal else "cannot be read"
    return Published(post, None, (reason,), (), UNREADABLE)
