"""Fuzz the program: by coverage of the reading (atheris), by changes of real posts with their verdicts, or with posts and
derivations of every flavour that hypothesis makes of pieces, as tests/test_fuzzing.py does.

    python benchmarks/fuzzing.py coverage [CORPUS] [-max_total_time=600 …]      needs: pip install atheris
    python benchmarks/fuzzing.py mutations FOLDER [--seconds 600] [--seed 1]
    python benchmarks/fuzzing.py strategies [--seconds 600] [--seed 1]

A post that breaks a stage down is printed with its seed; nothing is written.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
import traceback
from contextlib import suppress
from pathlib import Path

DAMAGE = [
    "",
    "{",
    "}",
    "$",
    "$$",
    "\\",
    "\\\\",
    "&",
    "^",
    "_",
    "\\left(",
    "\\right)",
    "\\frac",
    "\\begin{align}",
]
DAMAGE += [
    "\\end{align}",
    "\\tag{1}",
    "\\label{a}",
    "\n",
    "\n\n",
    "\0",
    "\r",
    "'",
    "=",
    "|",
    "`",
    "<!--",
    "(1)",
    "\\def\\x{\\x\\x}",
]


EXAMPLES = 20
"""Posts and derivations for each seed."""


def broken(text: str, *, verify: bool) -> list[str]:
    """What a post with this text breaks down with, and whether numbering it twice changes it again."""
    from mathpost.config import Config
    from mathpost.pipeline import examine
    from mathpost.text.source import Source
    from mathpost.writers.enhanced import enhance

    result = examine(Source("a.md", text), Config(), verify)
    found = [d.message for d in result.diagnostics if d.code == "X001"]
    found += [str(v)[:200] for v in result.verdicts if "broke down" in str(v)]
    again = examine(Source("a.md", enhance(result)), Config(), False)
    if not (result.failed or again.failed) and len(again.document.formulas) != len(result.document.formulas):
        found.append("the enhanced post has another count of formulas")
    return found


def mutated(text: str, others: list[str], chance: random.Random) -> str:
    """A stretch of a post with pieces taken out, doubled, damaged, or put in from another post."""
    start = chance.randrange(max(1, len(text) - 3000))
    text = text[start : start + 3000]
    for _ in range(chance.randint(1, 6)):
        at = chance.randrange(len(text) + 1)
        end = min(len(text), at + chance.choice([0, 1, 1, 2, 5, 30]))
        other = chance.choice(others)
        there = chance.randrange(len(other) + 1)
        piece = chance.choice(
            [chance.choice(DAMAGE), text[at:end] * 2, other[there : there + chance.randint(1, 40)]]
        )
        text = text[:at] + piece + text[end:]
    return text


def by_mutation(folder: Path, seconds: float, seed: int) -> int:
    chance = random.Random(seed)  # noqa: S311
    posts = [path.read_bytes().decode("utf-8", "replace") for path in sorted(folder.rglob("*.md"))]
    end, count, faults = time.monotonic() + seconds, 0, 0
    while time.monotonic() < end:
        text = mutated(chance.choice(posts), posts, chance)
        for fault in broken(text, verify=count % 4 == 0):
            faults += 1
            print(f"seed {seed}, post {count}: {fault}\n{text!r}\n", flush=True)
        count += 1
    print(f"seed {seed}: {count} posts, {faults} faults")
    return 1 if faults else 0


SIGNS = "\\newcommand{\\a}[1]{#1} \\eqref{a} ```math :label: {#eq:a} ::: --- :math:` \\( \\[ $` % ' 令 其中 let where > - |".split()


def by_strategy(seconds: float, seed: int) -> int:
    import hypothesis

    sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
    import test_fuzzing

    tests = {
        test_fuzzing.test_any_post_is_answered_and_keeps_its_text: test_fuzzing.OF_POSTS,
        test_fuzzing.test_any_derivation_gets_its_verdicts: test_fuzzing.OF_DERIVATIONS,
    }
    wish = hypothesis.settings(
        parent=test_fuzzing.SETTINGS, derandomize=False, database=None, max_examples=EXAMPLES
    )
    end, count, faults = time.monotonic() + seconds, 0, 0
    while time.monotonic() < end:
        for test, strategies in tests.items():
            inner = hypothesis.given(*strategies)(test.hypothesis.inner_test)
            try:
                wish(hypothesis.seed(seed + count)(inner))()
            except Exception:
                faults += 1
                print(f"seed {seed + count}, {test.__name__}:\n{traceback.format_exc()}", flush=True)
        count += 1
    print(f"seeds {seed} to {seed + count - 1}: {count * len(tests) * EXAMPLES} examples, {faults} faults")
    return 1 if faults else 0


def dictionary() -> str:
    """What a post is written with, as libFuzzer reads a dictionary."""
    from mathpost.latex import macros

    environments = [f"\\begin{{{name}}}" for name in macros.known_environments()]
    words = [*filter(None, DAMAGE), *SIGNS, *macros.known_commands(), *environments]
    return "".join('"' + "".join(f"\\x{byte:02x}" for byte in word.encode()) + '"\n' for word in words)


def by_coverage(arguments: list[str]) -> int:
    """Texts that reach lines which no text before reached, kept in CORPUS and changed further."""
    import atheris

    with atheris.instrument_imports(include=["mathpost.document", "mathpost.latex", "mathpost.maths"]):
        from mathpost.document import flavours
        from mathpost.document.reader import read
        from mathpost.maths.claims.statements import steps
        from mathpost.maths.elaboration.elaboration import elaborate
        from mathpost.maths.hypotheses.context import context
        from mathpost.maths.notation import UnreadError
        from mathpost.text.source import Source

    names = list(flavours.registry())

    def once(data: bytes) -> None:
        if not data:
            return
        flavour = flavours.named(names[data[0] % len(names)])
        document = read(Source("a.md", data[1:].decode("utf-8", "replace")), flavour=flavour)
        found = steps(document)
        conventions = context(document, found).conventions
        for step in found:
            with suppress(UnreadError):
                elaborate(step.left.nodes, conventions)

    with tempfile.NamedTemporaryFile("w", suffix=".dict") as words:
        words.write(dictionary())
        words.flush()
        atheris.Setup([sys.argv[0], f"-dict={words.name}", *arguments], once)
        atheris.Fuzz()
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("way", choices=["coverage", "mutations", "strategies"])
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--seed", type=int, default=1)
    wish, rest = parser.parse_known_args()
    if wish.way == "coverage":
        return by_coverage(rest)
    if wish.way == "strategies":
        return by_strategy(wish.seconds, wish.seed)
    if not rest:
        parser.error("mutations needs a FOLDER")
    return by_mutation(Path(rest[0]), wish.seconds, wish.seed)


if __name__ == "__main__":
    sys.exit(main())
