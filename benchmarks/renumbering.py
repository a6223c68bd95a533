"""How long it takes to renumber a folder of posts, and one post that changed among them.

    python benchmarks/renumbering.py FOLDER

Prints the seconds of processor time of a first run over the folder, of a second run that changes nothing, of a third
one after an equation was put into one post, and of reading, numbering and confirming one post alone. Claims are not
verified.

147 posts of 4.4 MB with 26,815 formulas, one process on a machine five times overloaded: first run 45 s, second run
1.2 s, one changed 0.8 s, one post alone 0.3 s. Before accounts were kept the second took 46 s there, the first 57 s.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from mathpost import delivery
from mathpost.config import Config
from mathpost.document.index import Index
from mathpost.inputs import expanded
from mathpost.pipeline import each
from mathpost.text.source import Source

MORE = "\\begin{equation}\nnew = 1\n\\end{equation}\n\n"


def seconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def run(folder: Path, output: Path) -> None:
    """What `enhance run --no-verify` does with the posts, without its report."""
    errands = delivery.errands(expanded([str(folder)]), output, in_place=False)
    config = Config(output_dir=output, cache_dir=output / ".cache")
    order = delivery.surveyed(delivery.Order(config, False, False, False, ()), errands)
    delivery.written(
        list(each(lambda e: delivery.delivered(order, e), lambda e: delivery.lost(order, e), errands, 1))
    )


def changed(text: str) -> None:
    assert not delivery.settled(Source("a.md", MORE + text), Config(), Index(ours=True)).losses


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        output = Path(place)
        posts = len(list(options.folder.rglob("*.md")))
        print(f"{posts} posts, one process")
        print(f"first run   {seconds(lambda: run(options.folder, output)):6.2f} s")
        print(f"second run  {seconds(lambda: run(options.folder, output)):6.2f} s")
        outputs = sorted(output.rglob("*.md"))[::12]
        outputs[0].write_text(MORE + outputs[0].read_text(encoding="utf-8"), encoding="utf-8")
        print(f"one changed {seconds(lambda: run(options.folder, output)):6.2f} s")
        texts = [path.read_text(encoding="utf-8") for path in outputs]
        times = [seconds(lambda text=text: changed(text)) for text in texts]  # type: ignore[misc]
        print(
            f"one post alone: median {1000 * statistics.median(times):.0f} ms, longest {1000 * max(times):.0f} ms"
        )


if __name__ == "__main__":
    main()
