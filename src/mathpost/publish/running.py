"""Runs the cells of a notebook once, in order, in a process of their own; a failing cell is reported, not written."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from typing import NamedTuple

_SECONDS = 180
_RUNNER = """
import base64, contextlib, io, json, sys
given, names, told = json.load(sys.stdin), {}, []
for code in given:
    said, failed, pictures = io.StringIO(), "", []
    try:
        with contextlib.redirect_stdout(said):
            exec(compile(code, "<cell>", "exec"), names)
    except BaseException as error:
        failed = f"{type(error).__name__}: {error}"
    if "matplotlib.pyplot" in sys.modules:
        plt = sys.modules["matplotlib.pyplot"]
        for number in plt.get_fignums():
            picture = io.BytesIO()
            plt.figure(number).savefig(picture, format="png", dpi=72)
            pictures.append(base64.b64encode(picture.getvalue()).decode())
        plt.close("all")
    told.append([failed, said.getvalue(), pictures])
json.dump(told, sys.stdout)
"""


class Ran(NamedTuple):
    """What a cell printed and drew (PNG in base64); `problem` is empty if it finished and both sides agree."""

    problem: str
    said: str
    pictures: tuple[str, ...]


class NotRunError(RuntimeError):
    """The cells could not be run at all; the message says why."""


def ran(cells: Sequence[str]) -> list[Ran]:
    """The result of each of `cells`; the others need the first one.

    Raises:
        NotRunError: there is no NumPy, or they do not come to an end.
    """
    try:
        done = subprocess.run(  # noqa: S603 - this Python, code that was written here
            [sys.executable, "-c", _RUNNER],
            input=json.dumps(list(cells)),
            capture_output=True,
            text=True,
            timeout=_SECONDS,
            env={**os.environ, "MPLBACKEND": "Agg", "PYTHONIOENCODING": "utf-8"},
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise NotRunError(f"they took more than {_SECONDS} seconds") from None
    if done.returncode or not done.stdout:
        raise NotRunError("the process that ran them died")
    found = [
        Ran(_problem(failed, said), said, tuple(pictures))
        for failed, said, pictures in json.loads(done.stdout)
    ]
    if found[0].problem:
        raise NotRunError(found[0].problem)
    return found


def _problem(failed: str, said: str) -> str:
    return failed or ("the sides do not agree" if "agree: False" in said else "")
