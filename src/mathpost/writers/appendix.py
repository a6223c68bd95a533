"""The appendix of a post: the notation that it introduces and, if wanted, its equations with verdicts.

It uses only the author's part, so that a second run finds the same.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from mathpost.document.document import authored
from mathpost.verify.interpretation.verdict import Verdict, name
from mathpost.writers.glossary import glossary
from mathpost.writers.grounds import grounds
from mathpost.writers.orders import orders
from mathpost.writers.post import PostResult
from mathpost.writers.totals import VERDICTS

_FEWEST = 3  # symbols that a table is worth
_ZH = {
    "language": "zh",
    "title": "**附录：验证结果**（由 `enhance` 生成，每次运行时更新）",
    "summary": "本文 {total} 个断言：已证明 {proved}，相符 {agrees}，被否定 {refuted}，未判定 {unchecked}。",
    "equations": "公式 断言 结论 依据",
    "elsewhere": "未编号",
    "proved": "已证明",
    "agrees": "相符",
    "refuted": "被否定",
    "unchecked": "未判定",
    "notation": "符号 含义 种类",
    "matrix": "矩阵",
    "vector": "向量",
    "function": "函数",
    "set": "集合",
    "distribution": "分布",
    "integer": "整数",
    "orders": "小节 种类 复杂度",
    "time": "时间",
    "space": "空间",
    "heading.notation": "记号",
    "heading.orders": "文中给出的复杂度",
}
_EN = {
    "language": "en",
    "title": "**Appendix: what was verified** (written by `enhance`, updated by every run)",
    "summary": "{total} claims of this post: {proved} proved, {agrees} agree, {refuted} refuted, {unchecked} unchecked.",
    "equations": "Equation Claims Verdict Grounds",
    "elsewhere": "unnumbered",
    "proved": "proved",
    "agrees": "agrees",
    "refuted": "refuted",
    "unchecked": "unchecked",
    "notation": "Symbol Meaning Kind",
    "matrix": "matrix",
    "vector": "vector",
    "function": "function",
    "set": "set",
    "distribution": "distribution",
    "integer": "integer",
    "orders": "Section Kind Complexity",
    "time": "time",
    "space": "space",
    "heading.notation": "Notation",
    "heading.orders": "Complexities stated",
}


def contents(result: PostResult, language: str) -> str:
    """The lines of the appendix; empty if it has no content."""
    say = _ZH if language == "zh" else _EN
    parts = [_notation(result, say)]
    if result.appendix == "verdicts":
        parts = [_verdicts(result, say), *parts, _orders(result, say)]
    return "\n\n".join(part for part in map("\n".join, parts) if part)


def _verdicts(result: PostResult, say: dict[str, str]) -> Iterator[str]:
    judged = Counter(name(verdict) for verdict in result.verdicts if verdict is not None)
    if not judged:
        return
    yield say["title"]
    yield ""
    yield say["summary"].format(total=judged.total(), **{verdict: judged[verdict] for verdict in VERDICTS})
    yield ""
    yield from _table(say["equations"].split(), _equations(result, say))


def _notation(result: PostResult, say: dict[str, str]) -> Iterator[str]:
    entries = glossary(result)
    if len(entries) < _FEWEST:
        return
    yield from (f"**{say['heading.notation']}**", "")
    kinds = any(entry.kind for entry in entries)
    rows = [[f"${e.latex}$", e.meaning, *([say.get(e.kind, "")] if kinds else [])] for e in entries]
    yield from _table(say["notation"].split()[: 2 + kinds], rows)


def _orders(result: PostResult, say: dict[str, str]) -> Iterator[str]:
    found = orders(authored(result.document))
    rows = [[order.section, say[order.kind] if order.kind else "", f"${order.latex}$"] for order in found]
    if rows:
        yield from (f"**{say['heading.orders']}**", "")
        yield from _table(say["orders"].split(), rows)


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
