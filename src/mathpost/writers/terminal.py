"""Findings for people at a terminal: places that an editor can open, and the line with a mark below the fault.

Widths are those of a terminal (a Chinese character takes two cells), long lines are cut around the fault, and control
characters of a post never reach the terminal.
"""

from __future__ import annotations

from typing import NamedTuple

from mathpost.text.diagnostics import Diagnostic, Severity
from mathpost.text.edits import Safety
from mathpost.text.source import Source, Span
from mathpost.writers.json import note_text

_STYLES = {
    Severity.ERROR: "bold red",
    Severity.WARNING: "bold yellow",
    Severity.INFO: "bold cyan",
}
_WIDTH = 96  # cells of a source line that are shown; with its margin it fits the common 104 columns
_TAB = " " * 4


class Paint(NamedTuple):
    """How text is coloured: not at all, or with the sixteen colours every terminal has."""

    on: bool

    def __call__(self, text: str, style: str) -> str:
        if not self.on or not text:
            return text
        from rich.color import ColorSystem
        from rich.style import Style

        return Style.parse(style).render(text, color_system=ColorSystem.STANDARD)


def heading(source: Source, found: Diagnostic, paint: Paint) -> str:
    """One line: place, message, and ``[*]`` if there is a safe fix."""
    line, column = source.position(found.span.start)
    place = f"{paint(printable(source.path), 'bold')}:{line}:{column}:"
    mark = paint(" [*]", "cyan") if found.fix and found.fix.safety is Safety.SAFE else ""
    code = paint(found.code, _STYLES[found.severity])
    return f"{place} {code}{mark} {printable(found.message)} ({found.severity}: {found.name})"


def full(source: Source, found: Diagnostic, paint: Paint) -> str:
    """The heading, the source line with a mark below the fault, the notes, and the fix."""
    lines = [heading(source, found, paint)]
    margin = len(str(source.position(found.span.start).line))
    bar = paint(" " * margin + " |", "blue")
    if source.text:
        lines += [bar, *_excerpt(source, found, paint, margin), bar]
    lines += [f"{' ' * margin} = note: {printable(note_text(source, note))}" for note in found.notes]
    if found.fix:
        safety = {Safety.SAFE: "safe fix", Safety.UNSAFE: "unsafe fix", Safety.SHOW: "help"}[found.fix.safety]
        lines.append(f"{' ' * margin} = {safety}: {printable(found.fix.title)}")
    return "\n".join(lines) + "\n"


def _excerpt(source: Source, found: Diagnostic, paint: Paint, margin: int) -> list[str]:
    line = source.position(found.span.start).line
    text, before, marked = _window(source, source.line_span(source.line_of(found.span.start)), found.span)
    number = paint(f"{line:>{margin}} |", "blue")
    mark = paint("^" * max(1, marked), _STYLES[found.severity])
    return [f"{number} {text}", f"{paint(' ' * margin + ' |', 'blue')} {' ' * before}{mark}"]


def _window(source: Source, line: Span, fault: Span) -> tuple[str, int, int]:
    """What is shown of `line`: the text, the cells before the fault, and the cells the fault takes."""
    start = max(line.start, min(fault.start, line.end))
    end = max(start, min(fault.end, line.end))
    near = 4 * _WIDTH  # a line may have millions of characters, and as many faults
    before = printable(source.text[max(line.start, start - near) : start])
    inside = printable(source.text[start : min(end, start + near)])
    after = printable(source.text[end : min(line.end, end + near)])
    before = _last_cells(before, _WIDTH // 2)
    inside = _first_cells(inside, _WIDTH - cells(before))
    after = _first_cells(after, max(0, _WIDTH - cells(before) - cells(inside)))
    return before + inside + after, cells(before), cells(inside)


def cells(text: str) -> int:
    """How many cells of a terminal `text` takes."""
    from rich.cells import cell_len

    return cell_len(text)


def _first_cells(text: str, limit: int) -> str:
    """The beginning of `text` that fits into `limit` cells, ended by ``…`` where it was cut."""
    if cells(text) <= limit:
        return text
    from rich.cells import set_cell_size

    return set_cell_size(text, max(0, limit - 1)).rstrip(" ") + "…"


def _last_cells(text: str, limit: int) -> str:
    if cells(text) <= limit:
        return text.lstrip(" ") if text.isspace() else text
    return "…" + _first_cells(text[::-1], limit)[:-1][::-1]


def printable(text: str) -> str:
    """`text` with tabs as spaces and every other control character visible."""
    if text.isprintable():
        return text
    return "".join(_visible(character) for character in text)


def _visible(character: str) -> str:
    if character == "\t":
        return _TAB
    if character.isprintable() or character == "\u3000":
        return character
    return "�" if ord(character) > 0xFF else f"\\x{ord(character):02x}"
