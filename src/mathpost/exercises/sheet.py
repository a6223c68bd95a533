"""A set of exercises as a post in Markdown: questions first, solutions after them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mathpost.exercises.exercise import Exercise, ExerciseSet

_EXPONENT = re.compile(r"(?<![\w.\\])(\d[\d.]*)e([+-]\d+)\b")
_WORDS = {
    "title": ("Exercises: {0}", "习题：{0}"),
    "only title": ("Exercises", "习题"),
    "intro": (
        "Each exercise is made from a verified equation of the post; its line is given.",
        "每道题都取自文中一个经过验证的等式，括号里是它所在的行。",
    ),
    "questions": ("Questions", "题目"),
    "solutions": ("Solutions", "解答"),
    "place": ("(line {0})", "（第 {0} 行）"),
    "given": ("Given: {0}.", "已知 {0}。"),
    "and": (", ", "，"),
    "gap": ("Fill the gap.", "补全方框。"),
    "slip": ("The right side has one slip. Find it and correct it.", "右边有一处笔误，找出并改正。"),
    "number": ("Compute for {0}:", "取 {0}，计算："),
    "gap solution": ("The gap holds {0}.", "方框里是 {0}。"),
    "slip solution": (
        "It is false: for {0} the left side is {1}, the right side {2}. Correct is",
        "它不成立：取 {0} 时，左边是 {1}，右边是 {2}。正确的是",
    ),
    "slip in numbers": (
        "It is false: the left side is {0}, the right side {1}. Correct is",
        "它不成立：左边是 {0}，右边是 {1}。正确的是",
    ),
    "number solution": (
        "The value is {0}; both sides of this equation give it:",
        "值为 {0}；下式两边都等于它：",
    ),
}


def sheet(found: ExerciseSet) -> str:
    """The exercises as Markdown."""
    return "\n".join(_Sheet(found.chinese).lines(found)) + "\n"


class _Sheet:
    def __init__(self, chinese: bool) -> None:
        self.chinese = chinese

    def say(self, words: str, *parts: object) -> str:
        return _WORDS[words][self.chinese].format(*parts)

    def lines(self, found: ExerciseSet) -> Iterator[str]:
        title = self.say("title", found.title) if found.title else self.say("only title")
        yield from (f"# {title}", "", self.say("intro"), "", f"## {self.say('questions')}")
        for number, exercise in enumerate(found.exercises, 1):
            yield from ("", f"**{number}.** {self.question(exercise)}", "", *_display(exercise.shown))
        yield from ("", f"## {self.say('solutions')}")
        for number, exercise in enumerate(found.exercises, 1):
            yield from ("", f"**{number}.** {self.solution(exercise)}", "", *_display(exercise.equation))

    def question(self, exercise: Exercise) -> str:
        asked = self.say(exercise.kind, *map(_inline, exercise.detail[: exercise.kind == "number"]))
        given = (
            self.say("given", self.say("and").join(map(_inline, exercise.given))) if exercise.given else ""
        )
        return self._sentences(self.say("place", exercise.line), given, asked)

    def solution(self, exercise: Exercise) -> str:
        if exercise.kind == "gap":
            return self.say("gap solution", _inline(exercise.answer))
        if exercise.kind == "slip":
            point, left, right = exercise.detail
            values = self._value(left), self._value(right)
            if "=" not in point:
                return self.say("slip in numbers", *values)
            return self.say("slip solution", _inline(point), *values)
        return self.say("number solution", self._value(exercise.answer))

    def _value(self, value: str) -> str:
        """A value; for an array, with its place in words."""
        number, _, place = value.partition(" in place ")
        if not place:
            return _inline(number)
        return f"{_inline(number)}（位置 {place}）" if self.chinese else f"{_inline(number)} in place {place}"

    def _sentences(self, *sentences: str) -> str:
        return ("" if self.chinese else " ").join(filter(None, sentences))


def _inline(latex: str) -> str:
    return f"${_with_powers(latex.strip())}$"


def _with_powers(text: str) -> str:
    """Numbers as a program prints them (``3e-08``) with a power of ten."""
    return _EXPONENT.sub(lambda found: rf"{found[1]} \times 10^{{{int(found[2])}}}", text)


def _display(latex: str) -> tuple[str, str, str]:
    return "$$", latex.strip(), "$$"
