r"""Bracketed numbers used as a noun in a clause: "assuming (1), we …", 把 (9) 放回 (5), 因此 (9) 展开后.

The words right before and after a number tell whether it is the object or the subject of its clause. A post may also
have list items (1) …; (2) …. A number that an item has is therefore no such reference, and no reference may be
renumbered to it. Numbers that count something else (step (1), 情形 (2)) are not references either.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Iterator
from typing import NamedTuple

from mathpost.text.late import late
from mathpost.text.source import Span

_CHINESE = "\u3400-\u9fff"
_DIGITS = r"(?:[A-Z]\.)?\d{1,3}(?:\.\d{1,3}){0,3}[a-z]?'?"
_BRACKETED = rf"[(（][ \t]?{_DIGITS}[ \t]?[)）]"
_AND = r"[ \t]{0,3}(?:[,，、]?[ \t]?(?:and|or|和|与|及|或|以及|、|，|,|--?|[–—~～到至&]))?[ \t]{0,3}"
_RUN = late(
    rf"(?<![A-Za-z0-9_)）\]}}])(?<![^A-Za-z,.;:]~)(?:{_BRACKETED})(?>{_AND}{_BRACKETED})*(?!-[A-Za-z])"
)
_ITEM = late(
    rf"(?P<mark>^[ \t\u3000\u200b>*+#|-]*+|[;；][ \t]*(?:and|or|以及|并且|或者|和|且)|[：:；;。—…]|(?<!q)(?<!qs)(?<!qn)(?<!qns)(?<!cf)(?<!ig)(?<!ec)(?<!ef)(?<!vs)(?<!al)(?<!\.[a-z])\.(?=[ \t]))[ \t]*(?:\*\*|<\w+>)?[(（](?P<number>{_DIGITS})[)）]"
    r"(?![ \t]*[+×÷−-]+[ \t]*[(（]\d)(?=(?P<behind>[^\n]{0,24}))",
    re.M,
)
_BLANK = "\ufffc"
_BESIDE_WORDS = late(rf"[A-Za-z{_CHINESE}，。,.;；]\**[ \t]{{0,3}}$")
_FORMULA_BEHIND = late(r"[ \t]{0,3}(?:\ufffc|[|A-Za-z]*\()")
_HEADING = late(r"^ {0,3}#{1,6}[ \t]", re.M)
_NUMBERED_HEADING = late(r"^ {0,3}#{1,6}[ \t]+(?:\*\*)?(?:§|第)?[ \t]?(\d+(?:\.\d+)+)(?![\d.])", re.M)
_MAY_BEGIN_A_CLAUSE = re.compile(r"[。.]|[;；].+")
_COUNTED = late(
    r"(?:定理|引理|命题|推论|(?<!的)定义|性质|公理|条件|假设|步|步骤|阶段|情形|情况|问题|例子?|注|图|表|第|版本|方[法案式]|选项|要点|层|类|[小分]?组|"
    r"[章节]|部分|结论|[上下角]标|序号|编号|练习|习题|脚注|文献|法则|规则|原则|任务|题目?|作业|"
    r"(?<![A-Za-z])(?:theorem|lemma|proposition|corollary|(?-i:Definition|Propert(?:y|ies))|axiom|assumption|step|case|part|example|remark|"
    r"fig(?:ure|\.)|table|item|section|chapter|sec\.|ref\.|reference|option|choice|point|note|rule|stage|phase|level|class|"
    r"type|method|approach|scenario|claim|fact|reason|task|exercise|version|listing|appendix|footnote|line|row|"
    r"column|page|group|layer|day|week|player|node|state|position|index|(?-i:Solution)|requirement|goal|article|"
    r"either|namely|include|including|e\.g\.|i\.e\.|"
    r"superscript|subscript|exponent|size|number|count|length|width|depth|rank|seed|score|label)s?|(?<![A-Za-z])(?:an?|the|this|these|those))[ \t~*]*$",
    re.I,
)
_DOTTED = late(_DIGITS)
_FEWEST_DOTTED = 2
_FEWEST_OTHERS = 5  # words of another language
_LONGEST = 24
_REACH = 1500  # characters from an item to the next one


class Form(NamedTuple):
    """The patterns before and after a number used as a noun, with clauses that match and similar ones that do not."""

    name: str
    before: re.Pattern[str]
    behind: re.Pattern[str]
    reads: tuple[str, ...]
    spares: tuple[str, ...]


_WORD = late(r"(?<![A-Za-z\\])(?![A-Z]+[ \t])[A-Za-z][a-z]+[ \t]{1,3}$")
_CLAUSE = r"(?:^[ \t]{0,3}|[.,;!?][ \t]+|\b(?:that|but|so|hence|thus|where|since|because|then|how|why|if|and|although|though|whereas|unless|until|when|whenever|once)[ \t]{1,3})$"
_FUNCTION_WORDS = (
    r"[ \t]{1,3}(?:into|in|as|by|with|and|or|but|except|is|are|was|were|can|could|may|might|must|should|will|would|has|have|had|does|do|not|"
    r"if|when|where|which|that|we|you|I|it|for|from|of|on|over|under|back|again|then|so|because|since|while|using|via|"
    r"through|along|above|below|directly|here|there|also|both|instead|respectively|down|up|twice|to)\b(?![ \t]?[:：])"
)
_GOVERNS = (
    r"(?:由|从|将|把|对|根据|利用|结合|使用|参见|见|比较|联立|回顾|应用|按照|依据|推导|参考|观察|回到|代[入回]|求解|用|综合|考虑|化简|"
    r"和|与|及|同|跟|这|即|则|若|当|因此|所以|而|通过|区分|丢掉|去掉|略去|忽略|放回|放进|代进|推到了?|得到了?|推出|得出|证明|求|写|变|"
    r"看|比|按|依|借助|基于|注意|由于|因为|鉴于|于是|故|此时|显然|首先|其次|最后|然后|再|又|同时|从而|进而|类似|类似于|等价于|等于|"
    r"来自|源于|归结为|像|如同|简化|代替|替换|验证|检验|解释|理解|说明|关于|至于|针对|计算|估计|近似|改写|重写|整理|合并|相比|称|使|是|"
    r"就是|正是|得|证|在|如果|那么|其中|不是|称为|记作|版本的|满足|不等式|代入了?|带入|关系|定义的|给出的|得到的|里的|中的|的|原|在于|到|算法|[以拿])了?"
)
_PREDICATE = (
    r"(?:不[是免]|那样|定义[了的]|同时|包含|含有|保证|来(?!自)|形式|就?是|也|中|里|有(?!限)|无解|展开|化[为简成]|等[价号于]|[代带放][入进回]|取|给出|表[明示]|说明|意味|成立|可[以得知见]?|能|会|应|须|满足|两[边端]|"
    r"[左右][边端侧]|来自|源于|对应|相[同当比减加乘除]|恰|正|仍|都|只|把|将|得|写[成为作]|变[为成]|的(?!样本)|"
    r"则|即|就|并|又|还|再|才|必|总|显然|没有|使得?|推出|整理|利用|[运采使]用|用[到了]|依[赖据]|根据|基于|源自|"
    r"减去|加上|乘以|除以|不?收敛|发散|成为|建立|建模|均|皆|进一步|最终|转[化变]?为|迭代|对[^，。；,;\n]{1,8}(?:求导|积分|微分)|求(?:导|散度|旋度|梯度|偏导|和|解|逆)|这个?(?:[\u3400-\u9fff]{0,3}(?:优化|公|等|表达|递推|关系)式|式子?|方程))"
)
_GAP = r"[ \t]{0,3}"

FORMS = (
    Form(
        "object that ends its clause",
        _WORD,
        re.compile(r"[ \t]*(?:\*\*|_)?(?:[.,;:!?)\ufffc]|\n|$)"),
        ("This holds, assuming (1).", "The densities (4) and (5), we saw"),
        ("as in step (1).", "with SO (3)."),
    ),
    Form(
        "object before a function word",
        _WORD,
        re.compile(_FUNCTION_WORDS),
        ("let us reframe (7) as an expectation", "Turning the joint density (2) into a conditional one"),
        ("we (1) train and test", "a (2) sample"),
    ),
    Form(
        "object of a preposition before a verb",
        re.compile(r"\b(?:in|of|from|by|on|with|through|under|using|to|as|like|via|into)[ \t]{1,3}$", re.I),
        re.compile(
            r"[ \t]{1,3}(?:(?:still|also|then|now|again|always|never|only)[ \t])?(?:[a-z]{4,}(?:s|ed)|[a-z]+ly)\b"
        ),
        ("the first term in (6) corresponds to it", "another algorithm with (4.4) embedded in it"),
        ("in (6) step", "by (2) people"),
    ),
    Form(
        "subject",
        re.compile(_CLAUSE, re.M),
        re.compile(
            r"[ \t]{1,3}(?:(?:[a-z]+ly|then|also|no longer|now|still|thus|hence|indeed|always|already|only)[ \t])?(?:[a-z]{3,}s|does|is|are|was|were|can|may|must|could|should|will|would|has|have)\b"
        ),
        ("You may wonder how (9) ends up as (10).", "so (3) demonstrates the idea"),
        ("so (3) training of it", "how (2) training works"),
    ),
    Form(
        "several subjects",
        re.compile(_CLAUSE, re.M),
        re.compile(
            r"[ \t]{1,3}(?:[a-z]+ly|both|all|together)[ \t](?:look|seem|appear|differ|agree|hold|imply|give|yield|show|tell|form|define|"
            r"express|describe|represent|mean|become|lead|follow|cancel|combine|vanish|coincide|correspond|contain|involve|satisfy|say|suggest|determine)\b"
            r"|[ \t]{1,3}(?:go[ \t]to|hold|imply|seem|appear|agree|differ|vanish|coincide|become)\b"
        ),
        ("(14) and (15) certainly look different.", "Again, (2) and (4) go to zero."),
        ("(1) and (2) quickly people", "(1) and (2) people"),
    ),
    Form(
        "object, in Chinese",
        re.compile(rf"{_GOVERNS}{_GAP}$"),
        re.compile(rf"{_GAP}(?:[，。；：、,.;:!?！？)）\n\ufffc]|$|{_PREDICATE})"),
        ("先不要丢掉 (6) 中的负项", "最后推到了 (8)。", "这和 (8) 的区别"),
        ("分成训练(1)和推理", "满足情形(2)。"),
    ),
    Form(
        "end of a clause, in Chinese",
        re.compile(rf"[{_CHINESE}]{{2}}{_GAP}$"),
        re.compile(rf"{_GAP}(?:[，。；：,.;:]|\n\s*\ufffc)"),
        ("于是可得控制律(26)。", "让我们重新审视(12)。"),
        ("满足情形(2)。",),
    ),
    Form(
        "subject, in Chinese",
        re.compile(rf"(?:^|[，。；：:,.;\n]|[{_CHINESE}\ufffc]){_GAP}(?:\*\*)?{_GAP}$", re.M),
        re.compile(rf"{_GAP}{_PREDICATE}"),
        (
            "因此 (9) 展开后就是：",
            "(14) 和 (15) 同时保证",
            "所以 (14) 不是把公式改错了",
            "其中(1)利用了三角不等式",
        ),
        ("论元（2）分类", "见步骤(3)的说明"),
    ),
)
FORMS_IN_CHINESE = tuple(form for form in FORMS if form.name.endswith("Chinese"))
_OTHER_WORDS = late(
    r"(?<![A-Za-z])(?:el|la|los|las|que|es|una?|del?|der|die|und|ist|das|les?|des|est|il|di|che|não|uma)(?![A-Za-z])"
)
_ENGLISH_WORDS = late(r"(?<![A-Za-z])(?:the|of|and|is|that|we|to)(?![A-Za-z])")
_SAYS = late(
    rf"{_GAP}(?:式|方程|等式|公式|{_PREDICATE})|{_GAP}(?:and|和|与|及){_GAP}{_BRACKETED}|[ \t]{{1,3}}(?:is|are|was|can|must|has|gives?|yields?|implies|follows?|holds?|becomes?|shows?|"
    r"reads|says|states|reduces?|tells|means|[a-z]{3,}s)\b"
)


_FOLLOWING = late(
    r"[^。！？!?；;\n]{1,200}?[,，、][ \t]*(?:and|or|和|以及|并且?|且|再|然后)?[ \t]*[(（](?P<number>\d{1,2})[)）](?![ \t]?(?:式|方程|等式))"
)
_SAYS_EQUATION = late(r"[ \t]?(?:式(?!子)|方程(?!组)|等式)")
_IS = late(r"[ \t]{1,3}(?:is|are|was|were|says|implies|gives|holds|represents|means|shows)\b")


def dotted(visible: str, masked: str, tags: frozenset[str]) -> Iterator[Span]:
    """The bracketed numbers among the dotted `tags` that are beside words and are not formulas, 估计值（2.65）被称为.

    If a post numbers its equations by section, no value has such a number by chance.
    """
    if len(tags) < _FEWEST_DOTTED:
        return
    for found in _RUN.finditer(visible):
        before, numbers = _before(visible, found.start()), _DOTTED.findall(found[0])
        behind_formula = visible[found.start()] == "（" and before.rstrip(" ").endswith(_BLANK)
        beside = (behind_formula or _BESIDE_WORDS.search(before)) and not _COUNTED.search(before)
        if beside and masked[found.start()] != _BLANK and tags.issuperset(numbers):
            yield Span(*found.span())


def of_headings(visible: str) -> frozenset[str]:
    """The dotted numbers that headings begin with, ## 2.1 Search."""
    return frozenset(found[1] for found in _NUMBERED_HEADING.finditer(visible))


def _before(visible: str, start: int) -> str:
    """What comes before a number on its line."""
    near = max(0, start - _LONGEST)
    return visible[max(visible.rfind("\n", near, start) + 1, near) : start]


class Items:
    """The numbers of the items of a post, in lists and in sentences: ``(1) first; (2) second``.

    An item counts only in its section, which begins at a heading. A table cell whose number is `read` as a reference,
    because of its place, is not an item.
    """

    def __init__(self, visible: str, read: Collection[int] = ()) -> None:
        self._visible = visible
        self._sections = [found.start() for found in _HEADING.finditer(visible)]
        self._found: dict[int, set[str]] = {}
        self._heads: dict[tuple[int, str], int] = {}
        self._lines: set[int] = set()  # starts of the lines that begin with an item
        found = [
            item
            for item in _ITEM.finditer(visible)
            if ("|" not in item["mark"] or item.start("number") not in read)
            and not _SAYS_EQUATION.match(item["behind"])
        ]
        listing = [item for item in found if not (_at_head(item) and _owns(item))]
        heads = Counter(self._section(item.start()) for item in listing if _at_head(item))
        counted = {item["number"] for item in listing}
        for item in found:
            section = self._section(item.start())
            alone = heads[section] == 1 or not _is_counted(item["number"], counted)
            if not _is_subject(item, alone):
                self._found.setdefault(section, set()).update(self._sentence(item))
                if _at_head(item) and "|" not in item["mark"]:  # a row of a table of equations lists them
                    self._heads.setdefault((section, item["number"]), item.start())
                    self._lines.add(visible.rfind("\n", 0, item.start("number")) + 1)

    def _sentence(self, item: re.Match[str]) -> Iterator[str]:
        """The numbers of an item and of the items that follow it in its sentence: two steps: (1) warp，(2) merge."""
        number, at = item["number"], item.end("number")
        while True:
            yield number
            following = _FOLLOWING.match(self._visible, at) if number.isdecimal() else None
            if following is None or int(following["number"]) != int(number) + 1:
                return
            number, at = following["number"], following.end()

    def has(self, number: str, offset: int) -> bool:
        """Whether an item in the section of `offset` has this number."""
        return number in self._found.get(self._section(offset), ())

    def lists(self, number: str, offset: int) -> bool:
        """Whether a line before `offset` in its section has this number, and another line the number before or after
        it.

        If so, "proving (2) and (3)" is about the lines (1) …, (2) …, (3) … above.
        """
        section = self._section(offset)
        if (
            not self._in_text(offset)
            or not number.isdigit()
            or self._heads.get((section, number), offset) >= offset
        ):
            return False
        return any((section, str(int(number) + step)) in self._heads for step in (-1, 1))

    def inside(self, number: str, offset: int) -> bool:
        """Whether a place is on the line of an item, (3) repeat (1) and (2), and an earlier item of the same list has
        `number`.
        """
        line = self._visible.rfind("\n", 0, offset) + 1
        return line in self._lines and self._heads.get((self._section(offset), number), offset) < line

    def counts_up_to(self, number: str, offset: int) -> bool:
        """Whether a number in the place of an item belongs to a list that counts from 1.

        The lines (13): …, (14): …, a single line (1) …, (4.1) … and (3b) … refer to equations; so does "it matters: (9)
        used …" without an (8) shortly before.
        """
        if not self._in_text(offset):
            return True
        if not number.isdigit():
            return False
        heads = {known for _, known in self._heads}
        if number in heads:
            return all(str(k) in heads for k in range(1, max(3, int(number))))
        start, end, near = (
            (offset - _REACH, offset, int(number) - 1) if number != "1" else (offset, offset + _REACH, 2)
        )
        return any(self._visible.find(f"{bracket}{near}", max(0, start), end) >= 0 for bracket in ("(", "（"))

    def before(self, number: str, offset: int) -> bool:
        """Whether a line before `offset`, in any section, has this number."""
        heads = (head for (_, known), head in self._heads.items() if known == number)
        return self._in_text(offset) and any(head < offset for head in heads)

    def _in_text(self, offset: int) -> bool:
        """Whether a number is written in the text, and not above a sign of a formula."""
        return self._visible[offset : offset + 1].isdigit()

    def together(self, one: int, other: int) -> bool:
        """Whether two places are under the same heading."""
        return self._section(one) == self._section(other)

    def anywhere(self, number: str) -> bool:
        """Whether an item of any section has this number."""
        return any(number in numbers for numbers in self._found.values())

    def _section(self, offset: int) -> int:
        return bisect_right(self._sections, offset)


def _at_head(item: re.Match[str]) -> bool:
    return not item["mark"].strip(" \t\u3000\u200b>*+#|-")


def _owns(item: re.Match[str]) -> bool:
    """Whether 的 follows a number, as in (1)的证明如下."""
    return item["behind"].lstrip().startswith("的")


def _is_counted(number: str, found: Collection[str]) -> bool:
    """Whether `number` and all numbers before it, from 1 on, are in the places of items."""
    return number.isdecimal() and all(str(k) in found for k in range(1, int(number)))


def _is_subject(item: re.Match[str], alone: bool) -> bool:
    """Whether a number in the place of an item may be the subject of a sentence: "(3) is convex".

    Two lines that begin so are a list, unless each is `alone`: the numbers do not count from 1.
    """
    if item["mark"] in (":", "："):
        return _owns(item) or _IS.match(item["behind"]) is not None
    if _at_head(item) and _owns(item):
        return True
    may_be = alone if _at_head(item) else _MAY_BEGIN_A_CLAUSE.fullmatch(item["mark"]) is not None
    return may_be and _SAYS.match(item["behind"]) is not None


def _is_english(visible: str) -> bool:
    """Whether the words of a post in Latin letters are English and not those of another language."""
    others = sum(1 for _ in _OTHER_WORDS.finditer(visible))
    return others < _FEWEST_OTHERS or others < sum(1 for _ in _ENGLISH_WORDS.finditer(visible))


def nouns(visible: str, masked: str = "") -> Iterator[Span]:
    """The runs of numbers in the place of a noun, whether or not items have the same numbers.

    A formula that is only such a number, $(3)$ but not ($3$), is a noun wherever it is beside words; `masked` has blanks
    for formulas.
    """
    forms = FORMS if _is_english(visible) else FORMS_IN_CHINESE
    for found in _RUN.finditer(visible):
        before = _before(visible, found.start()).replace("~", " ")
        if _COUNTED.search(before):
            continue
        behind = visible[found.end() : found.end() + _LONGEST]
        whole = masked[found.start() : found.start() + 1] == _BLANK
        inside = masked[found.start() - 1 : found.start()] in ("(", "（")
        formula = whole and not inside and _BESIDE_WORDS.search(before)
        if (formula and not _FORMULA_BEHIND.match(behind)) or any(
            form.before.search(before) and form.behind.match(behind) for form in forms
        ):
            yield Span(*found.span())
