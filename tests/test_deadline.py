"""The time for a post: used up, it costs what was not yet known of that post, and nothing else."""

from __future__ import annotations

import signal
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from mathpost import pipeline
from mathpost.config import Config
from mathpost.deadline import OverTimeError, deadline
from mathpost.delivery import Errand, Order, delivered
from mathpost.inputs import Post
from mathpost.pipeline import each, examine
from mathpost.publication import Wish, converted
from mathpost.text.limits import Limits
from mathpost.text.source import Source
from mathpost.verify.interpretation.verdict import Unchecked
from mathpost.writers.totals import was_given_up

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no timers of processor time")
SHORT = Config(limits=Limits(seconds=1, claim=1))


def spin(*_: object, **__: object) -> None:
    while True:
        pass


def test_a_block_that_is_late_is_left() -> None:
    with pytest.raises(OverTimeError), deadline(0.2):
        spin()
    assert signal.getitimer(signal.ITIMER_PROF) == (0.0, 0.0)


def test_a_block_around_ends_in_time_whatever_the_limits_in_it() -> None:
    with pytest.raises(OverTimeError), deadline(0.3):
        for _ in range(100):
            with suppress(OverTimeError), deadline(60):
                spin()
        spin()
    assert signal.getitimer(signal.ITIMER_PROF) == (0.0, 0.0)


def test_a_block_with_its_own_time_costs_the_one_around_none() -> None:
    steps = []
    with suppress(OverTimeError), deadline(0.4):
        with suppress(OverTimeError), deadline(0.8, beside=True):
            spin()
        steps.append("after")
        spin()
    assert steps == ["after"]


def test_an_exception_handler_of_the_block_does_not_stop_it() -> None:
    with pytest.raises(OverTimeError), deadline(0.2):
        while True:
            with suppress(Exception):
                spin()


def test_a_thread_beside_the_main_one_has_its_limit_too() -> None:
    def work() -> str:
        for _ in range(3):
            with suppress(OverTimeError), deadline(0.2), deadline(60):
                while True:
                    with suppress(Exception):
                        spin()
        with deadline(60):
            return "goes on"

    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(work).result(timeout=60) == "goes on"


def test_blocks_of_a_thread_nest_as_in_the_main_one() -> None:
    def work() -> list[str]:
        steps = []
        with suppress(OverTimeError), deadline(0.4):
            with suppress(OverTimeError), deadline(0.8, beside=True):
                spin()
            steps.append("after a block with its own time")
            spin()
        with suppress(OverTimeError), deadline(60):
            with suppress(OverTimeError), deadline(0.2):
                spin()
            steps.append("after a shorter block")
        with suppress(OverTimeError), deadline(0.3):
            for _ in range(100):
                with suppress(OverTimeError), deadline(60):
                    spin()
            spin()
        return steps

    with ThreadPoolExecutor(1) as pool:
        steps = pool.submit(work).result(timeout=60)
    assert steps == ["after a block with its own time", "after a shorter block"]


def interrupted_once(monkeypatch: pytest.MonkeyPatch, place: object, name: str) -> None:
    """The first call of a function is interrupted, as by a limit that is reached just before the end of its block."""
    calls, real = [], getattr(place, name)

    def interrupted(*given: object) -> object:
        calls.append(given)
        if len(calls) == 1:
            raise OverTimeError
        return real(*given)

    monkeypatch.setattr(place, name, interrupted)


def test_an_interrupt_in_the_last_moment_leaves_no_timer_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(OverTimeError), deadline(0.2):
        interrupted_once(monkeypatch, signal, "setitimer")
    assert signal.getitimer(signal.ITIMER_PROF) == (0.0, 0.0)


def test_an_interrupt_in_the_last_moment_leaves_no_watcher_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    def work() -> str:
        with suppress(OverTimeError), deadline(60):
            interrupted_once(monkeypatch, threading.Event, "set")
        with suppress(OverTimeError), deadline(0.2):
            spin()
        return "goes on"

    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(work).result(timeout=60) == "goes on"


def test_who_waits_is_not_late() -> None:
    with deadline(0.2):
        time.sleep(0.5)


def test_claims_that_take_too_long_are_left_unchecked(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(pipeline, "_judged", spin)
    config = replace(SHORT, cache_dir=tmp_path / "cache")
    result = examine(Source("a.md", "$$(x+1)^2 = x^2+2x+1$$\n"), config, True)
    assert result.verdicts == (Unchecked("limit", "time"),)
    assert all(map(was_given_up, result.verdicts))
    assert [d.code for d in result.diagnostics] == ["X006"]
    assert not (tmp_path / "cache").exists()


def test_a_post_that_cannot_be_read_in_time_is_not_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipeline, "_read", spin)
    result = examine(Source("a.md", "$$x = x$$\n"), SHORT, False)
    assert result.failed[0] == "reading"


def test_a_post_that_cannot_be_written_in_time_is_left_and_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("mathpost.writers.enhanced.enhance", spin)
    (tmp_path / "a.md").write_text("$$x = x$$\n", "utf-8")
    errand = Errand(Post(str(tmp_path / "a.md"), "a.md"), tmp_path / "out" / "a.md")
    done = delivered(Order(replace(SHORT, cache_dir=None), True, False, False, ()), errand)
    assert (done.state, done.text) == ("broken", None)
    seconds = SHORT.limits.post(7)
    assert done.reasons == (
        f"the new text was not ready: the post took more than {seconds} seconds of CPU time",
    )
    assert [code for code, _, _ in done.totals.codes] == ["X006"]


def test_the_verification_does_not_count_as_time_for_writing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def slow(document: object, steps: list[object], *_: object) -> tuple[None, ...]:
        end = time.process_time() + 1.5 * SHORT.limits.seconds
        while time.process_time() < end:
            pass
        return (None,) * len(steps)

    monkeypatch.setattr(pipeline, "_judged", slow)
    (tmp_path / "a.md").write_text("$$x = x$$\n", "utf-8")
    errand = Errand(Post(str(tmp_path / "a.md"), "a.md"), tmp_path / "out" / "a.md")
    order = Order(replace(SHORT, cache_dir=None), True, False, False, ())
    assert delivered(order, errand).state == "written"
    with ThreadPoolExecutor(1) as pool:  # as a worker of a cluster does it
        assert pool.submit(delivered, order, errand).result(timeout=60).state == "written"


def test_an_output_that_is_not_ready_in_time_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mathpost.publish.formats.write", spin)
    result = examine(Source("a.md", "$$x = x$$\n"), SHORT, False)
    done = converted(result, Wish("html"), Post("a.md", "a.md"), SHORT.limits)
    assert (done.data, done.exit_code) == (None, 1)
    assert done.reasons == ("the output was not ready after 1 seconds of CPU time (`seconds` of the limits)",)


def hang_in_c(item: int) -> int:
    if item == 2:
        with deadline(0.1):
            return 7 ** (
                10**8
            )  # one call of the interpreter's own C code: no handler of a signal runs before it ends
    return item


def test_a_library_that_never_returns_costs_one_post(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mathpost.deadline._GRACE", 0.5)
    assert list(each(hang_in_c, lambda item: -item, [1, 2, 3], 2)) == [1, -2, 3]


@pytest.mark.parametrize(
    ("text", "limits"),
    [
        ("$$" + "x + " * 300 + "x = x$$\n", Limits(formula=1000)),
        ("$x = x$，" * 300 + "\n", Limits(paragraph=1000)),
        ("$x = x$\n\n" * 30, Limits(formulas=20)),
        ("$x = x$\n\n" * 30, Limits(characters=200)),
    ],
    ids=["formula", "paragraph", "formulas", "characters"],
)
def test_what_is_larger_than_people_write_is_not_verified(text: str, limits: Limits) -> None:
    usual = examine(Source("a.md", text), Config(), False)
    result = examine(Source("a.md", text), Config(limits=limits), True)
    assert (len(result.steps), result.verdicts) == (0, ())
    assert [d for d in result.diagnostics if d.code == "X006"]
    assert {d.code for d in result.diagnostics} - {"X006"} <= {d.code for d in usual.diagnostics}
    assert len(result.document.formulas) == len(usual.document.formulas)
