"""A complete PDF from LaTeX or Typst: every formula is in it, and every character has a glyph."""

from __future__ import annotations

import json
import re
import shutil
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from mathpost.publish import external, fonts, readers
from mathpost.publish.fitting import Excess
from mathpost.publish.sheet import sheet, without_glyphs
from mathpost.publish.walk import Elements

if TYPE_CHECKING:
    from mathpost.publish.edition import Edition

_ERROR = re.compile(r"^! (.+)", re.M)
_TEX_FONTS = ("/usr/share/texlive/texmf-dist/fonts/opentype/public/fandol", "/usr/share/texmf/fonts/opentype")
_ENVIRONMENT = {
    "SOURCE_DATE_EPOCH": "1700000000",  # the same input gives the same bytes
    "FORCE_SOURCE_DATE": "1",
    "max_print_line": "1000",  # what it says is not to be broken
    "openin_any": "p",  # a post reads and writes nothing outside of its folder
    "openout_any": "p",
}


class MissingTypesetterError(RuntimeError):
    """No program on this machine can make the PDF; the message names the missing piece and how to install it."""


class Engine(NamedTuple):
    """A program of TeX; `passes` is how often it has to run until references are right."""

    name: str
    arguments: tuple[str, ...]
    passes: int


class Made(NamedTuple):
    """A PDF with what is wider than its page, or the problem that forbids it."""

    data: bytes | None
    problem: str = ""
    overfull: tuple[readers.Overfull, ...] = ()
    wide: Mapping[tuple[int, int], Excess] = {}


_FLAGS = ("-interaction=nonstopmode", "-no-shell-escape", "post.tex")
_ENGINES = (
    Engine("xelatex", _FLAGS, 3),
    Engine("tectonic", ("--untrusted", "--keep-logs", "--outdir", ".", "post.tex"), 1),
    Engine("pdflatex", _FLAGS, 3),
)


def engines(*, chinese: bool) -> list[Engine]:
    """The programs of TeX on this machine that can set the language."""
    return [e for e in _ENGINES if shutil.which(e.name) and not (chinese and e.name == "pdflatex")]


def compiled(engine: Engine, latex: str, files: Sequence[tuple[str, Path]], formulas: int | None) -> Made:
    """The PDF of `latex`, with the figures `files`; refused if its log tells of an error or a loss; with `formulas` None
    they are not counted.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "post.tex").write_text(latex, encoding="utf-8")
        for place, file in files:
            (folder / place).parent.mkdir(exist_ok=True)
            shutil.copyfile(file, folder / place)
        end = time.monotonic() + external.Allowance.seconds
        for _ in range(engine.passes):
            before = _references(folder)
            try:
                _run(engine, folder, end - time.monotonic())
            except external.TooSlowError:
                return Made(
                    None, f"took more than {external.Allowance.seconds} seconds (`external` of the limits)"
                )
            if _references(folder) == before:
                break
        log = (folder / "post.log").read_text("utf-8", "replace") if (folder / "post.log").exists() else ""
        problem = _problem(log, formulas)
        if problem or not (folder / "post.pdf").exists():
            return Made(None, problem or "wrote no PDF")
        return Made((folder / "post.pdf").read_bytes(), overfull=readers.overfull(log))


def _run(engine: Engine, folder: Path, seconds: float) -> None:
    command = [shutil.which(engine.name) or engine.name, *engine.arguments]
    external.run(command, seconds=max(seconds, 1), folder=folder, environment=_ENVIRONMENT)


def _references(folder: Path) -> bytes:
    """The files that one run leaves for the next."""
    return b"".join(
        f.read_bytes() for f in sorted(folder.glob("post.*")) if f.suffix in (".aux", ".toc", ".out")
    )


def _problem(log: str, formulas: int | None) -> str:
    """The problem that a log reports; empty if there is none."""
    if (error := _ERROR.search(log)) is not None:
        return error[1].strip()
    if missing := readers.missing_glyphs(log):
        return f"no font has {' '.join(missing[:8])}"
    counted = readers.log(log)
    return "" if formulas is None or counted == formulas else f"{formulas} formulas became {counted}"


# --- without TeX ----------------------------------------------------------------------------------------


class Sheet(NamedTuple):
    """A PDF by Typst, the formulas that it counts, and the characters that no font has."""

    data: bytes
    formulas: int
    missing: frozenset[str]


class Typesetter(NamedTuple):
    """Typst with its fonts: `chinese` is the family for Chinese, empty for posts without."""

    typst: Any
    chinese: str
    files: tuple[tuple[str, int], ...]
    folders: tuple[str, ...]

    def pdf(
        self, elements: Elements, title: Elements, author: str, date: str, images: Mapping[str, Path]
    ) -> Sheet:
        """Set `elements`; `images` are files by the names that the elements have for them."""
        markup = sheet(elements, title, author, date, self.chinese)
        missing = fonts.lacking({c for c in markup if c > "\u024f"}, self.files)
        markup = without_glyphs(markup, missing)
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            for place, file in images.items():
                (folder / place).parent.mkdir(exist_ok=True)
                shutil.copyfile(file, folder / place)
            main = folder / "post.typ"
            main.write_text(markup, encoding="utf-8")
            try:
                data = self.typst.compile(str(main), font_paths=list(self.folders))
                found = self.typst.query(str(main), "<formula>", font_paths=list(self.folders), field="value")
            except RuntimeError as error:
                raise MissingTypesetterError(
                    f"Typst could not set the post: {str(error).splitlines()[0]}"
                ) from None
        return Sheet(bytes(data), len(set(json.loads(found))), frozenset(missing))


def typesetter(edition: Edition, problems: Sequence[str]) -> Typesetter:
    """Typst with a font for the edition.

    Raises:
        MissingTypesetterError: it is not installed, or there is no font with Chinese.
    """
    before = "".join(f"{problem}; " for problem in problems)
    try:
        import typst  # its wheel is large: loaded only where TeX is missing
    except ImportError:
        message = "no TeX and no Typst is installed" if not problems else "Typst is not installed"
        raise MissingTypesetterError(
            f"{before}{message}; one of these makes the PDF: pip install typst, or apt-get install texlive-xetex"
            " texlive-lang-chinese texlive-latex-extra"
        ) from None
    folders = tuple(f for f in _TEX_FONTS if Path(f).is_dir())
    known = typst.Fonts(font_paths=list(folders))
    families = set(known.families())
    chinese = next((f for f in fonts.CHINESE if f in families), "")
    if edition.chinese and not chinese:
        raise MissingTypesetterError(f"{before}no font with Chinese is installed: {fonts.INSTALL}")
    files = tuple((str(f.path), int(f.index)) for f in known.fonts() if f.path)
    return Typesetter(typst, chinese if edition.chinese else "", files, folders)
