"""What a run adds behind a post: its equations with their verdicts, its notation, examples, complexities.

It stands between markers, is written anew by every run that verifies, and says only what the program found in
the author's part: so that a second run finds the same.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from mathpost.document.document import authored
from mathpost.verify.interpretation.verdict import Verdict, name
from mathpost.verify.repair.examples import Example, examples
from mathpost.writers.glossary import glossary
from mathpost.writers.grounds import grounds
from mathpost.writers.orders import orders
from mathpost.writers.post import PostResult
from mathpost.writers.totals import VERDICTS, was_given_up

BEGIN, END = "<!-- enhance:begin appendix -->", "<!-- enhance:end appendix -->"
_EXAMPLES = 8
_ZH = {
    "language": "zh",
    "title": "**附录：验证结果**（由 `enhance` 生成，每次运行时更新）",
    "summary": "本文 {total} 个论断：已证明 {proved}，相符 {agrees}，被否定 {refuted}，未判定 {unchecked}。",
    "equations": "公式 论断 结论 依据",
    "elsewhere": "未编号",
    "proved": "已证明",
    "agrees": "相符",
    "refuted": "被否定",
    "unchecked": "未判定",
    "notation": "符号 种类 含义（原文） 首次出现",
    "array": "向量或矩阵",
    "integer": "整数",
    "examples": "公式 取值 两边的值",
    "steps": "（{number}）{moves}。每一步：{verdict}（{grounds}）。",
    "line": "第 {line} 行",
    "definitions": "代入定义",
    "derivative": "求导",
    "sums": "拆分求和",
    "expansion": "展开",
    "denominator": "通分",
    "collection": "整理",
    "arrow": " → ",
    "orders": "小节 种类 复杂度",
    "time": "时间",
    "space": "空间",
    "heading.notation": "记号",
    "heading.examples": "数值例子（已验证的等式）",
    "heading.orders": "文中给出的复杂度",
    "heading.steps": "中间步骤（跨度较大的等式，逐步验证）",
}
_EN = {
    "language": "en",
    "title": "**Appendix: what was verified** (written by `enhance`, and anew by every run)",
    "summary": "{total} claims of this post: {proved} proved, {agrees} agree, {refuted} refuted, {unchecked} unchecked.",
    "equations": "Equation Claims Verdict Grounds",
    "elsewhere": "unnumbered",
    "proved": "proved",
    "agrees": "agrees",
    "refuted": "refuted",
    "unchecked": "unchecked",
    "notation": "Symbol Sort Meaning Equation",
    "array": "vector or matrix",
    "integer": "integer",
    "examples": "Equation Values Both-sides",
    "steps": "({number}) {moves}. Each step: {verdict} ({grounds}).",
    "line": "line {line}",
    "definitions": "definitions put in",
    "derivative": "derivative carried out",
    "sums": "sums split",
    "expansion": "multiplied out",
    "denominator": "common denominator",
    "collection": "terms collected",
    "arrow": " → ",
    "orders": "Section Kind Complexity",
    "time": "time",
    "space": "space",
    "heading.notation": "Notation",
    "heading.examples": "Verified equations with numbers",
    "heading.orders": "Complexities stated",
    "heading.steps": "Intermediate steps of equations that jump, each verified",
}


def contents(result: PostResult, language: str) -> str:
    """What stands between the markers: it follows from the author's part and its verdicts alone."""
    return "\n".join(_lines(result, _ZH if language == "zh" else _EN))


def renewed(result: PostResult, language: str, write: Callable[[PostResult, str], str] = contents) -> str:
    """The text of a post with its appendix as it should be now: anew, or gone where none is wanted.

    Without verification, and where a claim was given up for time, the text stays as it is: nothing may depend
    on how busy a machine was.
    """
    if not result.verified or any(map(was_given_up, result.verdicts)):
        return result.source.text
    newline = result.source.newline
    body = _without(result)
    text = write(result, language) if result.appendix else ""
    if not text:
        return body
    if not body.endswith(("\n", "\r")):
        body += newline
    return body + newline.join([BEGIN, "", *text.split("\n"), "", END, ""])


def _without(result: PostResult) -> str:
    """The post without the appendix at its end; other generated parts stay."""
    text = result.source.text
    own = authored(result.document).source.text
    tail = text[len(own) :]
    begin = tail.find(BEGIN)
    return text if begin < 0 else own + tail[:begin]


def _lines(result: PostResult, say: dict[str, str]) -> Iterator[str]:
    judged = Counter(name(verdict) for verdict in result.verdicts if verdict is not None)
    if not judged:
        return
    yield say["title"]
    yield ""
    yield say["summary"].format(total=judged.total(), **{verdict: judged[verdict] for verdict in VERDICTS})
    yield ""
    yield from _table(say["equations"].split(), _equations(result, say))
    yield from _derivations(result, say)
    parts = (
        ("notation", _notation(result, say)),
        ("examples", _examples(result)),
        ("orders", _orders(result, say)),
    )
    for part, rows in parts:
        found = list(rows)
        if found:
            yield from ("", f"**{say[f'heading.{part}']}**", "")
            yield from _table(say[part].split(), found)


def _table(head: Sequence[str], rows: Iterator[list[str]] | list[list[str]]) -> Iterator[str]:
    yield "| " + " | ".join(word.replace("-", " ") for word in head) + " |"
    yield "|" + " --- |" * len(head)
    for row in rows:
        yield "| " + " | ".join(_cell(cell) for cell in row) + " |"


def _cell(text: str) -> str:
    """Text in a table: a bar would end the cell, in a formula as well."""
    if "|" not in text:
        return text
    return text.replace("\\|", "\\Vert ").replace("|", "\\vert " if "$" in text else "\\|")


def _equations(result: PostResult, say: dict[str, str]) -> Iterator[list[str]]:
    """A row for each numbered display with claims, then one for all the other claims."""
    by_formula: dict[int, list[Verdict]] = defaultdict(list)
    for step, verdict in result.judged:
        numbered = bool(result.numbering.planned[step.formula])
        by_formula[step.formula if numbered else -1].append(verdict)
    rest = by_formula.pop(-1, [])
    for formula, verdicts in sorted(by_formula.items()):
        numbers = result.numbering.planned[formula]
        shown = f"({numbers[0]})" if len(numbers) == 1 else f"({numbers[0]})–({numbers[-1]})"
        yield [shown, str(len(verdicts)), _counted(verdicts, say), grounds(verdicts, say["language"])]
    if rest:
        yield [say["elsewhere"], str(len(rest)), _counted(rest, say), grounds(rest, say["language"])]


def _counted(verdicts: Sequence[Verdict], say: dict[str, str]) -> str:
    counts = Counter(map(name, verdicts))
    present = [verdict for verdict in VERDICTS if counts[verdict]]
    if len(present) == 1:
        return say[present[0]]
    return ", ".join(f"{say[verdict]} {counts[verdict]}" for verdict in present)


def _derivations(result: PostResult, say: dict[str, str]) -> Iterator[str]:
    """A display for each equation that jumps, with the moves and the verdicts of its steps before it."""
    from mathpost.verify.court.derivations import derivations

    document = authored(result.document)
    found = derivations(
        document, result.steps, result.verdicts, target=result.target, brackets=result.brackets
    )
    if found:
        yield from ("", f"**{say['heading.steps']}**")
    for derivation in found:
        moves = say["arrow"].join(say[move] for move, _ in groupby(derivation.moves))
        told = {
            "verdict": _counted(derivation.verdicts, say),
            "grounds": grounds(derivation.verdicts, say["language"]),
        }
        yield ""
        yield say["steps"].format(number=_number(result, derivation.step, say), moves=moves, **told)
        yield from ("", "$$", *derivation.latex.split("\n"), "$$")


def _number(result: PostResult, number: int, say: dict[str, str]) -> str:
    """The number of the row that a step stands on, or its line where the row has none."""
    step = result.steps[number]
    for equation in result.numbering.equations:
        if equation.formula == step.formula and equation.new and equation.span.contains(step.relation_span):
            return equation.new
    numbers = result.numbering.planned[step.formula]
    return numbers[0] if numbers else say["line"].format(line=result.source.line_of(step.span.start))


def _notation(result: PostResult, say: dict[str, str]) -> Iterator[list[str]]:
    for entry in glossary(result):
        sort = say[entry.sort] if entry.sort else ""
        yield [f"${entry.latex}$", sort, entry.meaning, f"({entry.first})" if entry.first else ""]


def _examples(result: PostResult) -> Iterator[list[str]]:
    """The first examples of numbered equations, one for each equation."""
    document = authored(result.document)
    shown: dict[int, Example] = {}
    for example in examples(document, result.steps, result.verdicts):
        formula = result.steps[example.step].formula
        if result.numbering.planned[formula] and formula not in shown and len(shown) < _EXAMPLES:
            shown[formula] = example
    for formula, example in shown.items():
        number = result.numbering.planned[formula][0]
        yield [f"({number})", f"`{example.assignment}`", example.value]


def _orders(result: PostResult, say: dict[str, str]) -> Iterator[list[str]]:
    for order in orders(authored(result.document)):
        yield [order.section, say[order.kind] if order.kind else "", f"${order.latex}$"]
