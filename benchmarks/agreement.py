"""Do our verdicts on formulas agree with the renderers'? MathJax 3 or KaTeX in Node, every formula of a folder.

    python benchmarks/agreement.py FOLDER [--target katex]

Prints each formula of which the renderer says one thing and we another, and how many they are. Needs Node and what
`make oracle` installs.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from oracle.renderers import answers


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--target", choices=("mathjax", "katex"), default="mathjax")
    options = parser.parse_args()
    files = sorted(file for folder in options.folders for file in folder.rglob("*.md"))
    found = list(answers(files, options.target))
    different = [answer for answer in found if not answer.agrees]
    for answer in different:
        print(answer)
    refused = sum(1 for answer in found if answer.refusal)
    share = 1 - len(different) / max(1, len(found))
    print(
        f"{len(files)} posts, {len(found)} formulas, {refused} refused by {options.target}: {share:.3%} agree"
    )


if __name__ == "__main__":
    main()
