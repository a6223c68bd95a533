"""A paper for arXiv: one LaTeX file, its bibliography and figures, and the name of the TeX engine."""

from __future__ import annotations

import gzip
import io
import tarfile
from collections.abc import Sequence
from pathlib import Path

_WORKS, _END = r"\begin{thebibliography}", r"\end{thebibliography}"
_BIBLIOGRAPHY = "\\bibliographystyle{unsrtnat}\n\\bibliography{references}"
_README = """spec_version: 1
sources:
  - filename: main.tex
    usage: toplevel
process:
  compiler: {engine}
"""


def parted(text: str) -> tuple[str, str]:
    """The paper with a command in place of its list of works, and this list for ``main.bbl``; empty if there is none."""
    start = text.find(_WORKS)
    if start < 0:
        return text, ""
    end = text.index(_END, start) + len(_END)
    return f"{text[:start]}{_BIBLIOGRAPHY}{text[end:]}", text[start:end] + "\n"


def packed(
    main: str, works: str, sources: Sequence[Path], files: Sequence[tuple[str, Path]], engine: str
) -> bytes:
    """The bundle; equal papers make equal bytes. `sources` are the files that the works come from."""
    parts = [("main.tex", main.encode()), ("00README.yaml", _README.format(engine=engine).encode())]
    if works:
        references = b"\n".join(source.read_bytes() for source in sources)
        parts += [("main.bbl", works.encode()), ("references.bib", references)]
    parts += [(name, file.read_bytes()) for name, file in files]
    archive = io.BytesIO()
    with tarfile.open(fileobj=archive, mode="w", format=tarfile.USTAR_FORMAT) as written:
        for name, data in parts:
            about = tarfile.TarInfo(name)
            about.size = len(data)
            written.addfile(about, io.BytesIO(data))
    return gzip.compress(archive.getvalue(), mtime=0)
