"""How long whole posts take, on one core and cold: read, number, find the claims, judge them.

    python benchmarks/corpus.py FOLDER [--posts 40] [--others] [--claims FILE]

The sample is fixed: of every folder of the corpus the posts whose paths have the smallest hashes. Times are processor
time of this process. A post is judged in one go, as in a run: all its claims are examined, then all are decided.
`--others` times in the same run, over the same posts: KaTeX's parser in Node on their formulas, pandoc on their texts, and
SymPy's `simplify` on claims that were decided and that it has a form for. `--claims FILE` writes a line per claim.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from hashlib import blake2b
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

from mathpost.config import Config
from mathpost.document import reader
from mathpost.document.document import Document, authored
from mathpost.latex.lexer import reading
from mathpost.maths.claims import statements
from mathpost.pipeline import examine
from mathpost.text.source import Source
from mathpost.verify.interpretation.verdict import Agrees, Proved, Verdict, name
from mathpost.verify.models import memory
from mathpost.verify.verdicts.judgement import Session

SPEED = Path(__file__).parent.parent / "tests" / "oracle" / "speed.js"
# how many posts of each folder are in a sample of `POSTS`
SHARES = {"kexue/raw": 9, "kexue/enhanced": 6, "statproof": 16, "d2l-zh": 4, "topocm": 3, "halo2": 2}
POSTS = sum(SHARES.values())
SIMPLIFIED = 40  # claims that SymPy is given
SYMPY_SECONDS = 2  # that it may take for one


class Claim(NamedTuple):
    """One claim of a post and the seconds it took."""

    post: str
    line: int
    seconds: float
    verdict: Verdict


class Timed(NamedTuple):
    """One post: the seconds of its stages, and its claims."""

    path: str
    document: Document
    checked: float  # read, numbered and looked through for faults
    found: float  # read, its claims found
    context: float
    judged: float
    claims: list[Claim]
    decided: list[tuple[Any, Any]]

    @property
    def whole(self) -> float:
        return self.checked + self.context + self.judged


def sample(corpus: Path, posts: int) -> list[Path]:
    """The posts of the sample, in the order of their paths."""
    found: list[Path] = []
    for folder, share in SHARES.items():
        many = max(1, round(share * posts / POSTS))
        files = sorted(
            (corpus / folder).rglob("*.md"), key=lambda p: _digest(p.relative_to(corpus).as_posix())
        )
        found += sorted(files[:many])
    return found


def _digest(text: str) -> str:
    return blake2b(text.encode(), digest_size=5).hexdigest()


def timed(path: Path) -> Timed:
    """One post judged as in a run, claim by claim."""
    text = path.read_bytes().decode()
    begun = time.process_time()
    examine(Source(str(path), text), Config(), False)
    checked = time.process_time()
    document = authored(reader.read(Source(str(path), text)))
    steps = statements.steps(document)
    found = time.process_time()
    claims, decided = [], []
    with memory.seldom():
        session = Session(document, steps)
        ready = time.process_time()
        spent_on = {number: spent(partial(session.by_models, number)) for number in session.claims}
        session.ask_algebra(session.claims)
        for number in session.claims:
            start = time.process_time()
            verdict = session.verdict(number)
            seconds = spent_on[number] + time.process_time() - start
            line = document.source.line_of(steps[number].span.start)
            claims.append(Claim(path.name, line, seconds, verdict))
            held = session.result(number).reading
            if isinstance(verdict, Proved | Agrees) and held is not None:
                decided.append((held.sides, seconds))
    judged = time.process_time()
    return Timed(
        str(path), document, checked - begun, found - checked, ready - found, judged - ready, claims, decided
    )


def line(label: str, times: Sequence[float]) -> str:
    """A row of the table: how the seconds `times` are distributed, in milliseconds."""
    if not times:
        return f"{label:<28} none"
    ordered = sorted(times)
    shown = [ordered[min(len(ordered) - 1, int(share * len(ordered)))] for share in (0.5, 0.9, 0.99)]
    cells = (fmean(times), *shown, ordered[-1])
    return f"{label:<28} {len(times):>6} " + " ".join(f"{1e3 * cell:>10,.1f}" for cell in cells)


def others(posts: Sequence[Timed]) -> None:
    """What other programs take for the same."""
    ours = sum(post.checked for post in posts)
    for label, work in (
        ("KaTeX parses the formulas", partial(_katex, posts)),
        ("pandoc converts the posts", partial(_pandoc, posts)),
    ):
        seconds = work()
        if seconds is not None:
            print(f"{label}: {seconds:.2f} s, {seconds / ours:.1f} times `check --no-verify` ({ours:.2f} s)")
    decided = [step for post in posts for step in post.decided]
    steps = decided[:: 1 + len(decided) // SIMPLIFIED]
    tried = [(_simplified(*sides), seconds) for sides, seconds in steps]
    theirs = [(answer, seconds) for answer, seconds in tried if answer is not None]
    if theirs:
        total, ours = sum(t for t, _ in theirs), sum(s for _, s in theirs)
        print(
            f"SymPy simplifies {len(theirs)} of {len(steps)} decided claims: {total:.1f} s, ours {ours:.1f} s"
        )


def _katex(posts: Sequence[Timed]) -> float | None:
    lines = [
        json.dumps(
            [
                {
                    "tex": reading(post.document.source.text, f.segments, f.escaped).text,
                    "display": f.kind == "display",
                }
                for f in post.document.formulas
            ]
        )
        for post in posts
    ]
    try:
        run = subprocess.run(["node", str(SPEED)], input="\n".join(lines), capture_output=True, text=True)
    except OSError:
        return None
    return float(run.stdout) if run.returncode == 0 else None


def _pandoc(posts: Sequence[Timed]) -> float | None:
    try:
        import pypandoc

        program = pypandoc.get_pandoc_path()
    except (ImportError, OSError):
        return None
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    for post in posts:
        subprocess.run([program, "-f", "markdown", "-t", "html", "--mathjax", post.path], capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _simplified(left: Any, right: Any) -> float | None:
    """Seconds that SymPy takes for the difference; None where it has no form for it."""
    import sympy

    from mathpost.deadline import OverTimeError, deadline
    from mathpost.verify.proving import symbolic

    try:
        difference = symbolic.to_sympy(left) - symbolic.to_sympy(right)
    except Exception:
        return None
    return spent(lambda: _within(lambda: sympy.simplify(difference), deadline, OverTimeError))


def _within(work: Callable[[], object], deadline: Any, late: type[BaseException]) -> None:
    try:
        with deadline(SYMPY_SECONDS):
            work()
    except (late, Exception):
        return


def spent(work: Callable[[], object]) -> float:
    begun = time.process_time()
    work()
    return time.process_time() - begun


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--posts", type=int, default=POSTS, help="about how many")
    parser.add_argument("--others", action="store_true", help="also KaTeX, pandoc and SymPy")
    parser.add_argument("--claims", type=Path, help="a line per claim")
    options = parser.parse_args()
    posts = []
    for path in sample(options.corpus, options.posts):
        posts.append(timed(path))
        if sys.stderr.isatty():
            print(f"{posts[-1].whole:8.2f} s {len(posts[-1].claims):4} claims  {path.name}", file=sys.stderr)
    claims = [claim for post in posts for claim in post.claims]
    print(f"{len(posts)} posts, {len(claims)} claims; milliseconds of processor time")
    print(f"{'':<28} {'':>6} {'mean':>10} {'median':>10} {'90th':>10} {'99th':>10} {'worst':>10}")
    print(line("a claim", [claim.seconds for claim in claims]))
    for kind in ("proved", "agrees", "refuted", "unchecked"):
        print(line(f"  {kind}", [claim.seconds for claim in claims if name(claim.verdict) == kind]))
    print(line("a post, whole", [post.whole for post in posts]))
    print(line("  as check --no-verify", [post.checked for post in posts]))
    print(line("  its claims found", [post.found for post in posts]))
    print(line("  its context", [post.context for post in posts]))
    print(line("  its claims judged", [post.judged for post in posts]))
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"total {sum(post.whole for post in posts):.1f} s; at most {most:.0f} MiB")
    if options.claims:
        rows = [f"{1e3 * c.seconds:.1f}\t{name(c.verdict)}\t{c.post}:{c.line}\n" for c in claims]
        options.claims.write_text("".join(rows), "utf-8")
    if options.others:
        others(posts)


if __name__ == "__main__":
    main()
