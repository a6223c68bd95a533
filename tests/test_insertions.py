"""A line that puts in values one for one is confirmed where the post gives them, and never refuted by that."""

from __future__ import annotations

import pytest

from mathpost.document.reader import read
from mathpost.maths.claims.statements import steps
from mathpost.text.source import Source
from mathpost.verify.interpretation.verdict import Agrees, Proved, Verdict
from mathpost.verify.verdicts.judgement import judge

SIZES = "# A\n\n## Sizes\n\nThe embedding has $V \\times d = 30000 \\times 768$ parameters, the rank is small (e.g. $r = 8$).\n\n## Count\n\n"


def last(post: str) -> Verdict | None:
    """The verdict on the last step of a post."""
    document = read(Source("post.md", post + "\n"))
    return judge(document, steps(document))[-1]


@pytest.mark.parametrize(
    "post",
    [
        SIZES + r"So $$q = 12 \times 8 dr = 96 dr = 96 \times 768 \times 8$$",
        "# A\n\n"
        + r"Here $\eta_t = 0.1$ and $\|g_t\| = 10^3$."
        + "\n\nThen $$\\eta_t \\|g_t\\| = 0.1 \\times 10^3$$",
    ],
)
def test_values_that_the_post_gives_are_put_in(post: str) -> None:
    assert isinstance(last(post), Proved | Agrees)


@pytest.mark.parametrize(
    "post",
    [
        SIZES + r"So $$q = 12 \times 8 dr = 96 dr = 96 \times 768 \times 9$$",
        SIZES + r"So $$q = 12 \times 8 dr = 96 dr = 97 \times 768 \times 8$$",
        SIZES + r"So $$q = 96 dk = 96 \times 768 \times 8$$",
        # said twice
        r"Let $q = 96 dk = 96 \times 768 \times 8$."
        + "\n\n"
        + r"As we saw, $$q = 96 dk = 96 \times 768 \times 8$$",
    ],
)
def test_other_values_are_not(post: str) -> None:
    assert not isinstance(last(post), Proved | Agrees)
