"""Draws the pictures of the README from real runs on `logistic.md` in this folder.

    python docs/pictures/make.py [FOLDER] [--no-browser]

`terminal.svg` is the coloured output of `enhance check`; `report.png` is the page of the post in a browser, and needs
chromium.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

HERE = Path(__file__).parent
COMMAND = "enhance check logistic.md"
WIDTH = 114
# The picture of the report starts below its summary.
HEAD = 325


def enhance(folder: Path, *arguments: str) -> str:
    """Stdout and stderr of a run in `folder`."""
    environment = {k: v for k, v in os.environ.items() if k != "NO_COLOR"} | {"COLUMNS": str(WIDTH)}
    done = subprocess.run(
        [sys.executable, "-m", "mathpost", *arguments],
        cwd=folder,
        text=True,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    return done.stdout


def terminal(folder: Path) -> str:
    """A terminal with the command and its output, as SVG without fonts from elsewhere."""
    from rich._export_format import CONSOLE_SVG_FORMAT
    from rich.console import Console
    from rich.text import Text

    output = enhance(folder, "check", "--color", "always", "logistic.md").rstrip("\n")
    console = Console(record=True, width=WIDTH, file=StringIO())
    console.print(Text(f"$ {COMMAND}", style="bold"))
    console.print(Text.from_ansi(output), soft_wrap=True)
    form = re.sub(r"@font-face \{\{.*?\}\}\n", "", CONSOLE_SVG_FORMAT, flags=re.S)
    return console.export_svg(title="", code_format=form, unique_id="mathpost")


def screenshot(folder: Path, target: Path) -> bool:
    """The report's page of the post, if there is a browser."""
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    if browser is None:
        return False
    enhance(folder, "run", "--quiet", "logistic.md")
    page = folder / "open.html"
    text = (folder / "reports" / "posts" / "logistic.html").read_text("utf-8")
    opened = text.replace('<details class="claims">', '<details class="claims" open>')
    page.write_text(f"{opened}<style>body {{ margin-top: -{HEAD}px }}</style>", "utf-8")
    options = [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--hide-scrollbars",
        f"--user-data-dir={folder}/browser",
    ]
    size = [f"--window-size=1000,{830 - HEAD}", f"--screenshot={target}"]
    subprocess.run([browser, *options, *size, page.as_uri()], check=True, capture_output=True, timeout=120)
    return True


def main(target: Path, *, browser: bool) -> None:
    with TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copy(HERE / "logistic.md", folder)
        (target / "terminal.svg").write_text(terminal(folder), "utf-8")
        if browser and not screenshot(folder, target / "report.png"):
            print("no chromium: report.png is not drawn", file=sys.stderr)


if __name__ == "__main__":
    folders = [Path(word) for word in sys.argv[1:] if not word.startswith("--")]
    main(folders[0] if folders else HERE, browser="--no-browser" not in sys.argv)
