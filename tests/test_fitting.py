"""Displays that are wider than the page: broken where a person would, with the number on the last line."""

from __future__ import annotations

from mathpost.publish.fitting import Excess, fitted, loosened
from mathpost.publish.readers import Overfull, overfull

LONG = " + ".join(f"a_{{{n}}}" for n in range(1, 31))


def test_a_display_breaks_at_its_relations_and_signs() -> None:
    once = fitted(f"\\begin{{equation}}\nf(x) = {LONG} = b\\label{{x}}\n\\end{{equation}}", Excess(1.6, 1))
    assert once.count("\\\\") == 2 and once.count("\\begin{aligned}") == 1
    assert "\nf(x) &= a_{1}" in once and "\n&\\quad {}+ a_" in once and "\n&= b" in once
    assert once.endswith("\\end{aligned}\\label{x}\n\\end{equation}")


def test_a_row_of_an_alignment_keeps_its_number_on_its_last_line() -> None:
    once = fitted(f"\\begin{{align}}\nf &= {LONG} \\tag{{7}}\\\\\n&= b\n\\end{{align}}", Excess(1.3, 1))
    assert once.count("\\notag") == once.count("\\quad {}+") == 1
    assert once.index("\\notag") < once.index("\\tag{7}") < once.index("&= b")


def test_what_cannot_be_broken_is_set_smaller_down_to_a_floor() -> None:
    whole = "\\[\n\\left(\\frac{a + b}{c}\\right)\n\\]"
    assert fitted(whole, Excess(1.05, 1)) == f"{{\\small\n{whole}\n}}"
    assert fitted(whole, Excess(3.0, 2)) == f"{{\\scriptsize\n{whole}\n}}"


def test_no_break_within_braces_or_environments() -> None:
    inside = f"\\[\n\\sqrt{{{LONG}}}\n\\]"
    assert "aligned" not in fitted(inside, Excess(1.5, 1))
    assert "aligned" not in fitted(f"\\[\n\\begin{{pmatrix}}{LONG}\\end{{pmatrix}}\n\\]", Excess(1.5, 1))


def test_a_list_in_a_line_may_break_behind_its_commas() -> None:
    assert loosened("\\(f(a, \\text{b, c})\\)") == "\\(f(a,\\allowbreak  \\text{b, c})\\)"


def test_the_log_says_what_is_too_wide() -> None:
    log = (
        "mathpost: formula 1\nmathpost: formula 2\n\nOverfull \\hbox (244.5pt too wide) detected at line 55\n"
        "mathpost: formula 3\nOverfull \\hbox (7.25pt too wide) in paragraph at lines 64--65\n"
    )
    assert overfull(log) == (Overfull(244.5, 2, (55, 55), True), Overfull(7.25, 3, (64, 65), False))
