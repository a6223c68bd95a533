"""What changed in the findings and verdicts on the open posts since they were last reviewed.

    python tests/baseline/compare.py ../shared/corpus [--update] [--no-verify]

`--no-verify` compares the findings alone, in a minute or two, and with `--update` writes them beside the verdicts that
were reviewed before; the verdicts take an hour.

`reviewed.tsv` holds one row per finding and refuted claim (path, code, line, hash) and, per post, the number
of claims by verdict. It holds no text of the posts.
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

REVIEWED = Path(__file__).parent / "reviewed.tsv"
VERDICTS = ("proved", "agrees", "refuted", "unchecked")


def checked(corpus: Path, verify: bool) -> list[dict[str, object]]:
    """The posts of `corpus` as `enhance check` sees them."""
    options = ["--output-format", "json", "--quiet", "--exit-zero", *([] if verify else ["--no-verify"])]
    command = [sys.executable, "-m", "mathpost", "check", *options, str(corpus)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)["posts"]  # type: ignore[no-any-return]


def rows(corpus: Path, posts: list[dict[str, object]], verify: bool) -> Iterator[str]:
    for post in posts:
        path = Path(str(post["path"])).relative_to(corpus).as_posix()
        for found in post["diagnostics"]:  # type: ignore[attr-defined]
            yield row(path, found["code"], found["start"][0], found["message"])
        if not verify:
            continue
        claims = [step for step in post["steps"] if step["role"] == "claim"]  # type: ignore[attr-defined]
        for step in claims:
            if step["verdict"] == "refuted":
                yield row(path, "refuted", step["start"][0], step["left"] + step["relation"] + step["right"])
        counts = Counter(step["verdict"] for step in claims)
        yield from (f"{path}\t{verdict}\t{counts[verdict]}\t" for verdict in VERDICTS if counts[verdict])


def row(path: str, code: str, line: int, text: str) -> str:
    return f"{path}\t{code}\t{line}\t{sha256(text.encode()).hexdigest()[:12]}"


def is_judged(row: str) -> bool:
    """A row that only the verification of the claims can give."""
    code = row.split("\t")[1]
    return code in VERDICTS or code.startswith("D")


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
    parser.add_argument("--no-verify", dest="verify", action="store_false", help="findings only")
    options = parser.parse_args()
    if not options.corpus.is_dir():
        print(f"{options.corpus} is absent: nothing was compared")
        return 0
    now = sorted(rows(options.corpus, checked(options.corpus, options.verify), options.verify))
    before = REVIEWED.read_text("utf-8").splitlines() if REVIEWED.exists() else []
    judged: list[str] = []
    if not options.verify:
        judged = [row for row in before if is_judged(row)]
        before = [row for row in before if not is_judged(row)]
        now = [row for row in now if not is_judged(row)]
    if options.update:
        REVIEWED.write_text("\n".join(sorted([*now, *judged])) + "\n", "utf-8")
    changes = difference(before, now)
    print("\n".join([*changes, f"{len(now)} rows, {len(changes)} differ from the reviewed state"]))
    return int(bool(changes) and not options.update)


if __name__ == "__main__":
    sys.exit(main())
