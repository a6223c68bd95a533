"""What changed in the findings on the open posts since they were last reviewed; the ledger does this for verdicts.

    python tests/reviewed/findings.py FOLDER [--update]

`findings.tsv` holds one row per finding (path, code, line, hash of the message), and no text of the posts.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

REVIEWED = Path(__file__).parent / "findings.tsv"


def checked(corpus: Path) -> list[dict[str, object]]:
    """The posts of `corpus` as `enhance check --no-verify` sees them."""
    options = ["--output-format", "json", "--quiet", "--exit-zero", "--no-verify"]
    command = [sys.executable, "-m", "mathpost", "check", *options, str(corpus)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)["posts"]  # type: ignore[no-any-return]


def rows(corpus: Path, posts: list[dict[str, object]]) -> Iterator[str]:
    for post in posts:
        path = Path(str(post["path"])).relative_to(corpus).as_posix()
        for found in post["diagnostics"]:  # type: ignore[attr-defined]
            if not found["code"].startswith("D"):
                digest = sha256(found["message"].encode()).hexdigest()[:12]
                yield f"{path}\t{found['code']}\t{found['start'][0]}\t{digest}"


def difference(before: list[str], now: list[str]) -> list[str]:
    gone, new = Counter(before) - Counter(now), Counter(now) - Counter(before)
    return sorted(
        [*(f"- {r}" for r in gone.elements()), *(f"+ {r}" for r in new.elements())], key=lambda r: r[2:]
    )


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--update", action="store_true", help="what is found now is the reviewed state")
    options = parser.parse_args()
    if not options.corpus.is_dir():
        print(f"{options.corpus} is absent: nothing was compared")
        return 0
    now = sorted(rows(options.corpus, checked(options.corpus)))
    before = REVIEWED.read_text("utf-8").splitlines() if REVIEWED.exists() else []
    if options.update:
        REVIEWED.write_text("\n".join(now) + "\n", "utf-8")
    changes = difference(before, now)
    print("\n".join([*changes, f"{len(now)} findings, {len(changes)} differ from the reviewed state"]))
    return int(bool(changes) and not options.update)


if __name__ == "__main__":
    sys.exit(main())
