"""Kill the program at random moments of its commands, and look at what is left.

    python benchmarks/faults.py [--kills 200] [--seed 1] [--two]

Each command is first timed, then begun anew on the same folder and killed (SIGKILL) after a random part of that time.
After every kill each file is either what it was before or whole, nothing half-written lies about, and no worker
lives; a run to the end then writes what an undisturbed run writes. `--two` begins every command twice at once.
"""

from __future__ import annotations

import argparse
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from mathpost.store import FILE

POST = (
    "# 题 {k}\n\n设 $x$ 为实数，\n\n"
    + "$$(x+{k})^2 = x^2 + 2 \\cdot {k} x + {k}^2$$\n\n由 (1) 得 $x = x$。\n\n" * 4
)
COMMANDS: dict[str, list[str]] = {
    "run": ["run", "raw"],
    "report": ["report", "--raw", "raw"],
    "export": ["export", "raw", "--to", "tex,ipynb", "--output-dir", "papers"],
}
MARKS = {
    ".md": "-->",
    ".html": "</html>",
    ".json": "}",
    ".svg": "</svg>",
    ".tex": "\\end{document}",
    ".ipynb": "}",
}
"""What a whole file of ours ends with."""


def begun(folder: Path, command: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "mathpost", *COMMANDS[command], "--jobs", "2", "-q"],
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def alive(session: int) -> bool:
    for place in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = place.read_text("utf-8", "replace").rsplit(")", 1)[1].split()
        except OSError:
            continue
        if int(fields[3]) == session and fields[0] != "Z":
            return True
    return False


def faults(folder: Path) -> Iterator[str]:
    """Every file that is not whole, and every file that should not be there."""
    for place in folder.rglob("*"):
        if not place.is_file() or place.parent.name == "raw" or place.name == ".gitignore":
            continue
        if ".enhance_cache" in place.parts:
            yield from _faults_of_cache(place)
        elif place.name.startswith("."):
            yield f"{place}: a temporary file"
        elif place.name != "progress.md":
            if not place.read_text("utf-8").rstrip().endswith(MARKS.get(place.suffix, "")):
                yield f"{place}: half written"


def _faults_of_cache(place: Path) -> Iterator[str]:
    """The cache is one database and its journals, whole after any kill."""
    if place.name not in {f"{FILE}{ending}" for ending in ("", "-wal", "-shm", "-journal")}:
        yield f"{place}: should not be there"
    elif place.name == FILE and place.stat().st_size:
        with closing(sqlite3.connect(place)) as file:
            if (said := file.execute("PRAGMA integrity_check").fetchone()) != ("ok",):
                yield f"{place}: {said}"


def state(folder: Path) -> dict[str, bytes]:
    """All that was written, the cache aside."""
    files = [p for p in folder.rglob("*") if p.is_file() and ".enhance_cache" not in p.parts]
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in files}


def project(folder: Path, posts: int = 4) -> Path:
    (folder / "raw").mkdir(parents=True)
    for number in range(posts):
        (folder / "raw" / f"{number}.md").write_text(POST.replace("{k}", str(number + 2)), "utf-8")
    return folder


def finished(folder: Path) -> tuple[dict[str, bytes], dict[str, float]]:
    """What undisturbed commands leave, and how long each takes."""
    taken = {}
    for command in COMMANDS:
        start = time.monotonic()
        begun(folder, command).wait()
        taken[command] = time.monotonic() - start
    return state(folder), taken


def session(kills: int, seed: int, two: bool) -> list[str]:
    """What was wrong after any of the kills."""
    chance = random.Random(seed)  # noqa: S311
    wrong: list[str] = []
    with tempfile.TemporaryDirectory() as place:
        wanted, taken = finished(project(Path(place) / "undisturbed"))
        folder = project(Path(place) / "killed")
        for number in range(kills):
            command = chance.choice(list(COMMANDS))
            if chance.random() < 0.3:
                shutil.rmtree(folder / ".enhance_cache", ignore_errors=True)
            if chance.random() < 0.3:
                shutil.rmtree(folder / "blogs_enhanced", ignore_errors=True)
            running = [begun(folder, command) for _ in range(1 + two)]
            time.sleep(chance.uniform(0, taken[command] * (1 + two)))
            for each in running:
                each.kill()
                each.wait()
            for _ in range(100):
                if not any(alive(each.pid) for each in running):
                    break
                time.sleep(0.05)
            else:
                wrong.append(f"kill {number}: a worker of {command} lives")
            wrong += [f"kill {number} of {command}: {fault}" for fault in faults(folder)]
            if number % 20 == 19:
                print(f"{number + 1} kills, {len(wrong)} faults", flush=True)
        shutil.rmtree(
            folder / "reports", ignore_errors=True
        )  # whole until now; its history tells of the kills
        left, _ = finished(folder)
        wrong += [
            f"{name} differs"
            for name in sorted(wanted.keys() | left.keys())
            if wanted.get(name) != left.get(name)
        ]
    return wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--two", action="store_true")
    wish = parser.parse_args()
    wrong = session(wish.kills, wish.seed, wish.two)
    print("\n".join(wrong) or f"seed {wish.seed}: nothing lost after {wish.kills} kills")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
