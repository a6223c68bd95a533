"""A post as a sequence of headings, paragraphs, displays and statements, and the end of each statement.

Markdown marks where a statement begins (`**定理 1（名）**：`), never where it ends. A statement ends with its paragraph;
displays, text announced by a colon, and sentences that continue it (其中…, where …) still belong to it. A proof extends
to its end mark or closing words, to code, to a paragraph about the result (**意义**：…, 这个定理…, In practice …), or to the
next heading, statement or rule. A statement that is a heading extends to the next heading, or as far as a proof would.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Literal, NamedTuple

from mathpost.document.document import Document
from mathpost.document.references import visible_text
from mathpost.text.source import Span

Kind = Literal["heading", "words", "display", "statement", "code", "rule"]

_PARAGRAPH = re.compile(r"(?:[^\n]*[^\s\ufffc>][^\n]*(?:\n|\Z))+")
_RULE = re.compile(r"(?:-{3,}|\*{3,}|_{3,})")
_SAYS = re.compile(r"[^\W_]|\ufffd")
_FORMULA = "\ufffd"
_CONTINUES = re.compile(
    r"其中|这里|式中|此处|则|那么|并且|而且|且|即|也就是|以及|使得|当且仅当|等号|where\b|with\b|then\b|and\b|such that\b|"
    r"i\.e\.|Then\b|Here\b|Moreover\b|Furthermore\b|Equality\b|[a-z]+\b(?!\))"
)
_ANNOUNCING = ("：", ":", "，", ",")
_END_MARKS = re.compile(
    r"(?:证毕|证明(?:完毕|完成|结束)|得证|[即便就]得(?:到)?(?:结论|结果|所证|所求|欲证)|可得结论|即(?:所|欲)证|Q\.?E\.?D\.?|[□■∎◻▢]|"
    r"\\(?:black)?square\$*|\\qed\$*|(?:completes|concludes|finishes) (?:the|our) proof|"
    r"(?:as|which was|what was) (?:claimed|desired|required|to be (?:shown|proved|proven|demonstrated)))[。.）)*!！]*$"
)
_MARKED_END = re.compile(r"(?:证毕|证明完毕|Q\.?E\.?D\.?|[□■∎◻▢])[。.）)*]*$")
_SIGNS_OF_END = re.compile(r"(?:\\(?:black)?square|\\qed(?:symbol)?|[□■∎◻▢])[\s}$.。]*$")
_LEAD = re.compile(r"\*\*([^*\n]{1,40}?)[:：.。]?\*\*")
_STEP = re.compile(
    r"步骤|第?[一二三四五六七八九十\d]+步|情[况形]|充分|必要|上界|下界|存在性|唯一性|归纳|基础|一般情|[（(]?\d+[)）.、]|"
    r"[（(]?[ivx]{1,4}[)）]|Step|Case|Part|Claim|Induct|Base|Exist|Unique|[⇒⇐]"
)
_ASIDE = re.compile(
    r"意义|解释|直[觉观]|应用|观察|洞察|关键|注意|注记|备注|数值|例子|示例|实例|推论|定理|引理|定义|复杂度|特例|实践|说明|讨论|"
    r"比较|对比|总结|小结|性质|优势|局限|评论|启示|作用|Remark|Note|Intuition|Interpretation|Meaning|Observation|Example|"
    r"Discussion|Implication|Summary|Application|In practice|Key insight|Corollary|Consequence"
)
_RESULT = "性质|定理|结论|结果|命题|不等式|等式|恒等式|引理|推论|定义|上界|下界|界"
_LEAVES = re.compile(
    rf"(?:这个|这一|该|此|上述|上面的|以上)(?:{_RESULT})|这种\S{{0,8}}的?性质|这符合直觉|这解释了|由此可见|(?:在)?实[践际]中|"
    r"值得(?:注意|一提|指出)|直[观觉]|几何上|物理上|相比之下|回到|接下来|下面(?:我们)?(?:来)?(?:看|讨论|考虑|介绍|转)|现在(?:我们)?(?:来看|转)|"
    r"(?:This|The (?:above|preceding|previous)) (?:theorem|lemma|proposition|result|property|corollary|identity|"
    r"inequality|bound|definition)\b|In practice\b|Intuitively\b|It is worth\b|We now turn\b|Next,? we\b|"
    r"Let us now\b|In the next\b|In the following\b|Remark\b"
)


class Passage(NamedTuple):
    """A piece of a post.

    `number` is the index of a heading, display or statement among those of the document, of a display among all
    formulas; -1 for the other kinds.
    """

    kind: Kind
    span: Span
    number: int = -1


def continues(words: str) -> bool:
    """Whether a paragraph that begins with `words` continues the statement before it."""
    return _CONTINUES.match(words) is not None


def announces(words: str) -> bool:
    """Whether a paragraph that ends with `words` announces more."""
    return words.endswith(_ANNOUNCING)


def ends_a_proof(text: str) -> bool:
    """Whether `text` ends with the words or the sign that close a proof."""
    return _END_MARKS.search(text.strip()) is not None


def has_end_mark(text: str) -> bool:
    """Whether `text` ends with an end mark of a proof (证毕, QED, □)."""
    return _MARKED_END.search(text.strip()) is not None


def closes_a_proof(latex: str) -> bool:
    """Whether a formula ends with the sign that closes a proof."""
    return _SIGNS_OF_END.search(latex) is not None


def goes_on_proving(text: str) -> bool:
    """Whether a paragraph begins with the name of another step in bold (**情况2**：…, **Step 2.**)."""
    lead = _LEAD.match(text)
    return lead is not None and _STEP.match(lead[1]) is not None


def leaves_a_proof(text: str) -> bool:
    """Whether a paragraph is about the result or another subject: **意义**：…, 这个定理…, In practice …."""
    lead = _LEAD.match(text)
    if lead is not None:
        return _STEP.match(lead[1]) is None and _ASIDE.search(lead[1]) is not None
    return _LEAVES.match(text) is not None


def passages(document: Document) -> tuple[Passage, ...]:
    """The passages of `document` in order, without those that contain only markup."""
    displays = [f for f in document.formulas if f.kind == "display"]
    marked = sorted(
        chain(
            (Passage("heading", h.span, n) for n, h in enumerate(document.headings)),
            (Passage("statement", s.span, n) for n, s in enumerate(document.statements)),
            (Passage("display", f.span, f.index) for f in displays),
            (Passage("code", c.span) for c in document.code),
        ),
        key=lambda p: (p.span.start, -p.span.end),
    )
    visible = _visible(document)
    return tuple(_with_words(marked, visible))


def _visible(document: Document) -> str:
    """The text with one sign for each inline formula, and without anything else that is not prose."""
    text = visible_text(document.source.text, document.opaque)
    pieces: list[str] = []
    at = 0
    for formula in document.formulas:
        if formula.span.start >= at:
            pieces += [text[at : formula.span.start], _FORMULA * formula.span.length]
            at = formula.span.end
    return "".join([*pieces, text[at:]])


def _with_words(marked: Sequence[Passage], visible: str) -> Iterator[Passage]:
    at = 0
    for passage in marked:
        if passage.span.start >= at:
            yield from _words(visible, Span(at, passage.span.start))
        if passage.span.start >= at or passage.kind == "statement":  # a heading may be a statement
            yield passage
        at = max(at, passage.span.end)
    yield from _words(visible, Span(at, len(visible)))


def _words(visible: str, span: Span) -> Iterator[Passage]:
    for found in _PARAGRAPH.finditer(visible, span.start, span.end):
        text = found.group()
        place = Span(
            found.start() + len(text) - len(text.lstrip()), found.end() - len(text) + len(text.rstrip())
        )
        if _SAYS.search(text):
            yield Passage("words", place)
        elif _RULE.fullmatch(text.strip()):
            yield Passage("rule", place)


def extent(document: Document, each: Sequence[Passage], at: int) -> int:
    """The end, among the passages `each`, of the statement that begins at `at`."""
    statement = document.statements[each[at].number]
    is_proof = statement.kind == "proof"
    whole = is_heading(each, at)
    end = at + 1
    while end < len(each) and each[end].kind not in ("heading", "statement", "rule"):
        if not (whole or is_proof or _belongs(document, each, at, end)):
            break
        if (whole or is_proof) and end > at + 1 and _leaves(document, each[end]):
            break
        end += 1
        if is_proof and _closed(document, each, end):
            break
    return end


def _leaves(document: Document, passage: Passage) -> bool:
    return passage.kind == "code" or (passage.kind == "words" and leaves_a_proof(_marked(document, passage)))


def _closed(document: Document, each: Sequence[Passage], end: int) -> bool:
    """Whether the passage before `end` closes a proof and no other step follows."""
    last = each[end - 1]
    text = text_of(document, last)
    over = closes_a_proof(text.partition("\\end")[0]) if last.kind == "display" else ends_a_proof(text)
    return over and not (end < len(each) and goes_on_proving(_marked(document, each[end])))


def _marked(document: Document, passage: Passage) -> str:
    """The text of a passage, with the stars before its first word."""
    text = document.source.text
    start = passage.span.start - 2 if text[: passage.span.start].endswith("**") else passage.span.start
    return text[start : passage.span.end].strip()


def _belongs(document: Document, each: Sequence[Passage], at: int, end: int) -> bool:
    """Whether the passage `end` continues the statement `at`, to which all passages between them belong."""
    here, before = each[end], each[end - 1]
    if here.kind == "display" or end == at + 1:
        return here.kind != "code"
    text = document.source.text
    joined = "\n\n" not in text[before.span.end : here.span.start].replace("\r", "")
    if here.kind != "words":
        return False
    return joined or announces(text_of(document, before)) or continues(text_of(document, here))


def is_heading(each: Sequence[Passage], at: int) -> bool:
    """Whether the statement `at` is a heading."""
    return at > 0 and each[at - 1].kind == "heading" and each[at - 1].span.contains(each[at].span)


def text_of(document: Document, passage: Passage) -> str:
    """The text of a passage, without marks of quotes and bold at its ends."""
    return document.source.text[passage.span.start : passage.span.end].strip(" \t\n\r>*")
