r"""Numbers that words make references: 式(3), 公式 (12), 第(29)式, 由(3)得, Eqs. (3)–(5), "by (3)", "(3) gives".

A number is a reference only after (or before) a word that says so; lists and ranges continue from there. Enumerations
(1)…(2)…, years, tuples and citations have no such word. The decision must not depend on the numbers themselves: the
result has to be the same after they have changed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from mathpost.document.clauses import Items, dotted, nouns, of_headings
from mathpost.document.document import Reference
from mathpost.text.late import late
from mathpost.text.source import Span

NUMBER = r"(?:[A-Z]\.?)?\d{1,3}(?:\.\d{1,3}){0,3}[a-z]?(?:'(?!s\b))?"
_BARE_END = r"(?![\d.]*\d|[A-Za-z%°/×^_=]|'(?!s\b)|\*(?!\*)|(?:\s|[ \t]{2})?[年月日种个条行篇章节步倍次类层维位款点阶元项级])"
NOUN = (
    r"(?:方程式|方程组|方程|不等式组?|恒等式|等式|表达式|关系式|递推式|通项式|公式|式子|"
    r"(?<![形方模格范显隐闭样仪程正公项一多分等表系子函版款])式(?!子))"
)
_VERB = (
    r"(?:由|从|将|把|对|根据|利用|代入|结合|使用|参见|见|满足|比较|联立|回顾|应用|按照|依据|推导|对比|"
    r"沿用|参考|观察|回到|代回|带入|求解|用|综合|联合|考虑|化简|展开|参照|依照|改为|改成|重写|审视|导致|参看|套用|运用|得到|对于|代入到|如|(?<=[)）])带|(?<=[)）][ ])带)"
)
_ENGLISH = r"(?<![A-Za-z])(?:[Ee]qn?s?\.|[Ee]qn?s?(?=[ \t~(（])|[Ee]quations?)"
_ENGLISH_MORE = (
    r"(?<![A-Za-z])(?:[Ff]ormulas?|[Ii]nequalit(?:y|ies)|[Ii]dentit(?:y|ies)|[Ee]qualit(?:y|ies)|"
    r"[Ee]xpressions?|[Rr]elations?)"
)
_ENGLISH_VERB = (
    r"(?<![A-Za-z])(?:[Bb]y|[Ff]rom|[Ii]nto|[Ss]ee|[Ii]n|[Vv]ia|[Ww]ith|[Bb]oth|[Bb]etween|[Cc]f\.|[Oo]f|[Tt]o|[Tt]han|[Ff]or|[Oo]n|[Uu]nder|[Ll]ike|"
    r"[Tt]hat|[Ss]ince|[Bb]ecause|[Ii]f|[Ww]here|[Rr]esembles?|[Rr]endering|"
    r"[Tt]hrough|[Oo]nto|[Aa]cross|[Aa]t|[Aa]bout|[Pp]er|[Hh]ow|[Ww]hy|[Ww]hether|[Oo]nce|[Gg]iven|[Nn]amely|[Mm]akes?|"
    r"[Ss]atisf(?:y|ies)|[Ii]mpl(?:y|ies)|[Ss]implify(?:ing)?|[Pp]lug(?:s|ging)?|[Pp]ut(?:s|ting)?|"
    r"(?:[Rr]ecall|[Oo]btain|[Gg]et|[Rr]ecover|[Dd]eriv|[Pp]rov|[Gg]iv|[Yy]ield|[Uu]s|[Cc]ombin|[Ss]ubstitut|[Ii]nsert|"
    r"[Aa]pply|[Cc]ompar|[Ss]olv|[Dd]ifferentiat|[Ii]ntegrat|[Ee]xpand|[Rr]ewrit|[Ee]valuat|[Cc]onsider|[Mm]ultiply|"
    r"[Mm]inimi[sz]|[Mm]aximi[sz]|[Oo]ptimi[sz]|[Rr]earrang|[Ii]nvok)(?:e|es|s|ed|ing)?)"
)
_LOOSE_NOUN = (
    r"(?:问题|条件|约束|性质|结论|关系|系统|递推|模型|估计量|[特通般析优]解|"
    r"(?<![A-Za-z])(?:[Pp]roblem|[Cc]ondition|[Cc]onstraint|[Ss]ystem|[Oo]bjective|[Rr]ecursion|[Rr]ecurrence|[Bb]ound|"
    r"[Mm]ixture|[Uu]pdate|[Ee]stimator|[Aa]pproximation|[Ee]xpansion|[Ll]ikelihood|[Pp]osterior|[Ii]ntegral|[Dd]ecomposition|"
    r"[Rr]epresentation|[Cc]haracteri[sz]ation|[Ff]ormulation|[Cc]riterion|[Aa]nsatz|[Ff]actorization|[Oo]ptimum|[Ii]teration|[Ll]agrangian|[OSP]DE|[Ll]oss(?:[ \t]function)?|(?:objective|cost|likelihood|score|density)[ \t]function|"
    r"(?<=[a-z][ \t])(?:model|solution|definition|property))s?)"
)
_ACTS = (  # "we can now reexpress (7)", "Examining (7), …"
    r"(?<![A-Za-z])(?:(?:[Tt]o|[Ww]e|[Yy]ou|[Ii]|can|could|may|might|will|would|must|should|have|[Ll]et[ \t]us|[Ll]et['’]s|[Nn]ow|further)"
    r"(?:[ \t](?:[a-z]+ly|now|further|also|then|again))?[ \t]"
    r"(?!(?:to|do|be|are|is|was|were|can|could|may|might|will|would|must|should|shall|have|has|had|now|also|then|need|use|two|three|four|five|six|seven|eight|nine|ten|step|case|part|figure|table|item|section)\b)[a-z]{3,}"
    r"|(?:(?<=[.!?\n][ \t])|(?<=\n)|(?<=\A)|(?:[Bb]y|after|before|when|while)[ \t])[A-Za-z][a-z]{2,}ing)"
)
_OBJECT = r"(?:(?:最?优化|对偶|原|规划)问题|目标函数|目标|损失函数|损失|上界|下界|递推式|概率密度|密度函数|迭代格式)"
_CONCLUDES = (
    r"[ \t](?:[a-z]+ly[ \t])?(?:gives?|yields?|implies|imply|follows?|holds?|becomes?|shows?|reads|says|states|together|into|reduces?|"
    r"back|is|are|was|can be|has|must|tells|means|expresses|describes|simplifies|equals|allows|provides|above|below)\b"
)
_ALONE = r"(?<![A-Za-z0-9_)）\]}~])"
_OPEN, _CLOSE = r"[(（]", r"[)）]"
_AND = r"(?:[,，、]?[ \t]?(?:以及|或者|and|or|as well as)|-{1,3}|[–—~～,，、和与及或/&]|to|through)"
_GAP = r"[ \t~]{0,2}"  # a dollar before a number counts as a space
_JOIN = rf"(?:{_GAP}(?:{_AND}|[到至+−]|[×÷]{{1,6}}|减去?|加上?|乘以?|除以){_GAP})"
# The items of a list are atomic, since a blank fits in two places of a join: n items could match in 2^n ways.
# Lists are bounded: a match is tried from each point of a data set, (16, 7), (9, 16), ….
_IN_BRACKETS = rf"{_OPEN}[ \t]?{NUMBER}(?>[ \t]?{_AND}[ \t]?{NUMBER})*[ \t]?{_CLOSE}(?!-(?![Ee]q)[A-Za-z])"
_SINGLE = rf"{_OPEN}[ \t]?{NUMBER}[ \t]?{_CLOSE}(?!-[A-Za-z])"  # (2, 3) after a word is a pair of values
_MORE = rf"(?>{_JOIN}?{NOUN}?[ \t]?{_IN_BRACKETS}){{0,60}}"
_BARE_MORE = rf"(?>{_GAP}(?:{_AND}|[到至]){_GAP}{NOUN}?[ \t]?{NUMBER}{_BARE_END})*"
_CHINESE_CONCLUDES = (
    r"[ \t]?(?:代入|代回|等价于|变为|变成|成立|表明|可知|意味着|有解|无解|恒成立|不成立|没有解)"
)
_OF_AN_EQUATION = (
    r"[ \t]?的(?:最优解|解|左边|右边|左端|右端|左侧|右侧|两边|两端|第[一二三四]项|形式|推导|结果|梯度|期望|证明|约束|目标|最小值|"
    r"最大值|对偶|一阶|等号)"
)
_FORMS = (
    rf"(?:{NOUN}|{_ENGLISH}|{_ENGLISH_MORE})[ \t~]{{0,3}}{_IN_BRACKETS}{_MORE}",
    rf"(?:{NOUN}|{_ENGLISH})[ \t~]{{0,3}}{NUMBER}{_BARE_END}{_BARE_MORE}(?![ \t]?[到至][ \t]?\d)",
    rf"第[ \t]?{_IN_BRACKETS}[ \t]?[到至][ \t]?{_IN_BRACKETS}(?![ \t]?[步点条种类项个章节问部列行段次层篇])",
    rf"(?<![的の])(?<![的の][ \t])第[ \t]?{NUMBER}[ \t]?式(?!子|样)",
    rf"(?<![\d.A-Za-z]){NUMBER}(?:[ \t]?[和与、][ \t]?{NUMBER})+[ \t]?公式(?!化)",
    rf"第?[ \t]?{_IN_BRACKETS}{_MORE}[ \t]{{0,2}}(?:两|三|各)?(?:式(?!子|样)|方程(?!组)|个?等式|个?公式)",
)
_WORDS = late("|".join(f"(?P<f{k}>{form})" for k, form in enumerate(_FORMS)))
_CHINESE_COMBINES = (
    r"(?:[ \t]{0,2}[，,]?[并后]?(?:化简|整理|消去|相同|相[减加乘除]|联立|可得|得|给出|一致|等[价效]|矛盾)|"
    r"[ \t]*[，,：:]?[ \t]*\n\s*\ufffc)"  # (2)-(4)： and the result
)
_COMBINED = (
    rf"{_ALONE}(?:{_IN_BRACKETS}(?>{_JOIN}?{_IN_BRACKETS}){{1,60}}(?={_CHINESE_COMBINES})|"
    rf"{_IN_BRACKETS}(?>{_JOIN}{_IN_BRACKETS}){{0,60}}{_GAP}[代带][入回]{_GAP}{_IN_BRACKETS}{_MORE})"
)
# 将(3,2)变换, 用(3,2)与…: the two values of a pair, where nothing follows from them
_PAIR = rf"{_OPEN}[ \t]?{NUMBER}[ \t]?[,，][ \t]?{NUMBER}[ \t]?{_CLOSE}(?!{_GAP}(?:两?式|[可得知]))"
_INTERVAL = rf"[从在]{_GAP}{_OPEN}[ \t]?\d+[ \t]?[,，][ \t]?\d+[ \t]?{_CLOSE}[ \t]?(?:[中内上间里]|之间|区间)"
_WEAK = late(
    rf"(?!{_INTERVAL}){_VERB}了?{_GAP}(?!{_PAIR})(?P<numbers>{_IN_BRACKETS}{_MORE})|"
    rf"{_ACTS}{_GAP}(?P<acted>{_SINGLE})(?=[ \t]*(?:[.,;:!?\n]|[ \t](?:[a-z]+)))|"
    rf"{_ENGLISH_VERB}{_GAP}(?P<single>{_SINGLE}(?>{_JOIN}{_SINGLE})*)|"
    rf"(?!{_INTERVAL})在{_GAP}(?P<inside>{_IN_BRACKETS}{_MORE})(?={_GAP}(?:中|里|两[边端]))|"
    rf"[与和同跟]{_GAP}(?P<equal>{_SINGLE})(?={_GAP}(?:等价|冲突|一致|相同|相比|矛盾|相[减加乘除]))|"
    rf"{_OBJECT}{_GAP}(?P<object>{_IN_BRACKETS}{_MORE})|"
    rf"(?P<combined>{_COMBINED})|"
    rf"{_ALONE}(?P<owning>{_IN_BRACKETS}{_MORE})(?={_OF_AN_EQUATION})|"
    rf"{_ALONE}(?P<concluding>{_IN_BRACKETS}{_MORE})(?={_CONCLUDES})"
)
_LOOSE = late(
    rf"{_LOOSE_NOUN}\*{{0,2}}{_GAP}(?P<named>{_IN_BRACKETS}{_MORE})|"
    rf"(?<=[\u3400-\u9fff])[ \t]?(?P<concluding>{_IN_BRACKETS}{_MORE})(?={_CHINESE_CONCLUDES})"
)
_TABLE = re.compile(
    r"^(?=[^\n]*\|)[^\n]+\n[ \t>]*\|?[ \t]*:?-+:?[ \t]*\|[-:| \t]*\n(?:(?=[^\n]*\|)[^\n]+(?:\n|\Z))+", re.M
)
_OF_EQUATIONS = re.compile(r"\|[^|\n]*(?:公式|方程|[Ee]quation|[Ff]ormula|\b[Ee]q\b)[^|\n]*\|")
_CELL = re.compile(rf"(?<=\|)[ \t]*(?P<cell>{_IN_BRACKETS}{_MORE})[ \t]*(?=\|)")
_NUMBERS = re.compile(rf"(?<![\dA-Za-z])(?<!\d\.){NUMBER}(?![\d])")
_SHORT_RANGE = re.compile(r"[ \t]?[~～–—][ \t]?")  # (4.10~12) is (4.10) to (4.12)
_AT_ITEM = re.compile(r"(?:^|[：:；;。.,，、>*+|-])[ \t*]*$")
_ENUMERATED = re.compile(r"(?<![A-Za-z0-9_)）\]])[(（]\d{1,3}[)）]")
# "if (1) the model is trained and (2) it can …", 只要满足（1）模型…；（2）模型…
_FIRST_OF_TWO = late(
    rf"[(（][ \t]?1[ \t]?[)）](?!{_GAP}(?:式|方程|得|中|可|知|有|即|[，,。.；;]))(?:[^\n。.(（]|\n(?!\n)){{4,80}}?(?:[;；,，]|\band)[ \t]?(?:并且|且|和|and)?[ \t]?[(（][ \t]?2[ \t]?[)）](?!{_GAP}(?:式|得))"
)
_FOLLOWED_BY_NOUN = re.compile(r"[ \t]{0,2}(?:两|三|各)?(?:式|方程|等式|公式|中|里|两[边端]|的(?![确士]))")
_CONCLUSION = late(rf"{_CONCLUDES}|{_OF_AN_EQUATION}")
_COMBINATION = late(rf"{_COMBINED}|{_ALONE}{_IN_BRACKETS}{_MORE}(?={_CONCLUDES}|{_OF_AN_EQUATION})")
_LONGEST_CUE = 40
_KIND = late(
    r"(?:定理|引理|命题|推论|定义|性质|公理|条件|假设|步骤|情形|情况|问题|例|注|图|表|第|"
    r"(?<![A-Za-z])(?:[Tt]heorem|[Ll]emma|[Pp]roposition|[Cc]orollary|[Dd]efinition|[Pp]roperty|[Aa]xiom|[Cc]ondition|[Aa]ssumption|"
    r"[Ss]tep|[Cc]ase|[Pp]art|[Pp]roblem|[Ee]xample|[Rr]emark|[Ff]ig(?:ure|\.)|[Tt]able|[Ii]tem)s?)[ \t~*]*$"
)
# "Step (3) is equivalent to …"
_OF_STEPS = late(
    r"(?:定理|引理|命题|推论|步骤|情形|情况|例|注|图|表|算法|"
    r"(?<![A-Za-z])(?:[Tt]heorem|[Ll]emma|[Pp]roposition|[Cc]orollary|[Ss]tep|[Ss]tage|[Pp]hase|[Cc]ase|[Pp]art|[Ee]xample|[Rr]emark|"
    r"[Ff]ig(?:ure|\.)|[Tt]able|[Ii]tem|[Ss]ection|[Aa]lgorithm|[Qq]uestion|[Ee]xercise|[Cc]olumn|[Rr]ow|[Pp]anel|[Ss]pecification|"
    r"[Ll]ine|[Cc]ell|[Pp]age|[Ll]evel|[Gg]roup|[Ll]ayer|[Cc]lass|[Oo]ption|[Mm]ethod|[Ss]cenario|[Pp]layer|[Nn]ode)s?)[ \t~*]*$"
)
_DIGIT = re.compile(r"\d")
_POSSIBLE = re.compile(
    r"(?:[(（][ \t]?|[式程组子][ \t~]{0,3}|[qns]\.?[ \t~]{0,3}|第[ \t]?)(?:[A-Z]\.?)?\d|\d[ \t]?公式"
)
_REACH = 32  # characters; the longest form has 20 before its first digit and 14 after its last
_CUE = late(
    rf"(?:{_ACTS}|{NOUN}|{_OBJECT}|{_VERB}|[即得证]|{_ENGLISH_VERB}|{_JOIN}|{_ENGLISH}|{_ENGLISH_MORE})[ \t~]{{0,2}}$"
)


def in_words(visible: str, offset: int) -> Iterator[Reference]:
    """The numbers after words in `visible`, which starts at `offset` of the file."""
    taken = 0
    places = _near_digits(visible)
    if not places:
        return
    strong = [(m.start(), m.end(), m.start(), False) for m in _matches(_WORDS, visible, places)]
    enumerations = _Enumerations(visible)
    weak = [
        (m.start(), m.end(), m.start(m.lastgroup or 0), True)
        for m in _matches(_WEAK, visible, places)
        if (
            m.lastgroup != "concluding"
            or not _OF_STEPS.search(visible, max(0, m.start() - _LONGEST_CUE), m.start())
        )
        and (_is_list(m[m.lastgroup or 0]) or not enumerations.around(m.start(m.lastgroup or 0)))
    ]
    weak += [(m.start(), m.end(), m.start("cell"), True) for m in _cells(visible)]
    for start, end, numbers, is_weak in sorted(strong + weak, key=lambda f: (f[0], -f[1])):
        if end <= taken:
            continue
        start, numbers = max(start, taken), max(numbers, taken)
        taken = end
        span = Span(offset + start, offset + end)
        head, before = "", end
        for number in _NUMBERS.finditer(visible, numbers, end):
            place = Span(offset + number.start(), offset + number.end())
            goes_on = (
                head and number[0].isdecimal() and _SHORT_RANGE.fullmatch(visible, before, number.start())
            )
            target = f"{head}.{number[0]}" if goes_on else number[0]
            yield Reference("words", target, span, place, weak=is_weak)
            head, before = number[0].rpartition(".")[0], number.end()


def in_clauses(
    visible: str, known: Iterable[Reference], masked: str, tags: Iterable[str]
) -> Iterator[Reference]:
    """The numbers of `visible`, a whole post, that are not `known` and are used as nouns, or are dotted `tags` of the
    post.

    `masked` is `visible` with a blank for each formula. A number that a heading also has may be that of its section.
    """
    places = _near_digits(visible)
    if not places:
        return
    taken = {reference.target_span.start for reference in known}
    items, headed = Items(visible, taken), of_headings(visible)
    loose = [Span(*m.span()) for m in _matches(_LOOSE, visible, places)]
    nouns_ = {*loose, *nouns(visible, masked)}
    by_number = set(dotted(visible, masked, frozenset(tag for tag in tags if "." in tag))) - nouns_
    for span in sorted(nouns_ | by_number, key=lambda span: (span.start, -span.end)):
        numbers = [n for n in _NUMBERS.finditer(visible, *span) if n.start() not in taken]
        # no section is written $(2.1)$
        said = any(n[0] in headed and masked[n.start()] == visible[n.start()] for n in numbers)
        if said or any(items.has(n[0], n.start()) for n in numbers):
            continue
        for number in numbers:
            taken.add(number.start())
            place = Span(*number.span())
            yield Reference("words", number[0], span, place, weak=True, loose=True, dotted=span in by_number)


def _near_digits(visible: str) -> list[Span]:
    """The places within the reach of a digit in which a form of a reference may match.

    The forms are long alternatives, and most of a post has no such digit outside of its formulas.
    """
    places: list[Span] = []
    start = end = -1
    for digit in _DIGIT.finditer(visible):
        at = digit.start()
        if at - _REACH > end:
            if end >= 0:
                places.append(Span(start, end))
            start = max(0, at - _REACH)
        end = at + _REACH
    places += [Span(start, end)] if end >= 0 else []
    return [place for place in places if _POSSIBLE.search(visible, *place)]


def _matches(pattern: re.Pattern[str], visible: str, places: list[Span]) -> Iterator[re.Match[str]]:
    for start, end in places:
        yield from pattern.finditer(visible, start, end)


def _cells(visible: str) -> Iterator[re.Match[str]]:
    """The cells that contain only numbers in brackets, in tables of equations."""
    for table in _TABLE.finditer(visible) if "|" in visible else ():
        head = visible.find("\n", table.start())
        if _OF_EQUATIONS.search(visible, table.start(), head):
            yield from _CELL.finditer(visible, head, table.end())


def _is_list(numbers: str) -> bool:
    return len(_NUMBERS.findall(numbers)) > 1


_TABLE_ROW = re.compile(r"(?m)^[ \t]*\|.*$")


def explains_steps(visible: str, display: Span) -> bool:
    """Whether a bracketed number without a word for it is in the lines around `display`, as in an explanation of the
    signs (1), (2) in it.
    """
    first, last = lines_round(visible, display)
    around = _TABLE_ROW.sub(
        lambda row: " " * len(row[0]), visible[first:last]
    )  # cells name equations, they explain nothing
    return _Enumerations(around).within(0, len(around))


def lines_round(visible: str, display: Span) -> Span:
    """A display with the paragraphs before and after it."""
    first = visible.rfind("\n\n", 0, max(0, display.start - 2)) + 1
    last = visible.find("\n\n", display.end + 2)
    return Span(first, last if last >= 0 else len(visible))


class _Enumerations:
    """The lines with bracketed numbers without a word for them.

    A number after a verb counts there as one of an enumeration (1)…(2)…, whatever the numbers are: the result must be
    the same after renumbering.
    """

    def __init__(self, visible: str) -> None:
        self._visible = visible
        self._known: dict[int, tuple[tuple[int, bool], ...]] = {}

    def around(self, offset: int) -> bool:
        """Whether the number at `offset` is part of an enumeration on its line; not if it comes before all items of one
        (By (3), we have: (1) …; (2) …).
        """
        if _FIRST_OF_TWO.match(self._visible, offset):
            return True
        line = self._visible.rfind("\n", 0, offset) + 1
        if line not in self._known:
            end = self._visible.find("\n", offset)
            self._known[line] = tuple(self._plain(line, end if end >= 0 else len(self._visible)))
        return any(place < offset or not is_item for place, is_item in self._known[line])

    def within(self, start: int, end: int) -> bool:
        """Whether a bracketed number of unknown kind is between the two places."""
        return any(not self._is_named(place) for place, _ in self._plain(start, end))

    def _is_named(self, place: int) -> bool:
        """Whether it is the number of a lemma, a case, a figure, and so on."""
        return _KIND.search(self._visible, max(0, place - _LONGEST_CUE), place) is not None

    def _plain(self, start: int, end: int) -> Iterator[tuple[int, bool]]:
        """The bracketed numbers that no word makes a reference, each with whether it is in the place of an item."""
        combined = 0
        for number in _ENUMERATED.finditer(self._visible, start, end):
            combination = _COMBINATION.match(self._visible, number.start())
            combined = combination.end() if combination else combined
            if number.start() < combined:
                continue
            near = max(0, number.start() - _LONGEST_CUE)
            line = self._visible.rfind("\n", near, number.start()) + 1
            before = self._visible[max(line, near) : number.start()]
            behind = number.end()
            followed = _FOLLOWED_BY_NOUN.match(self._visible, behind) or _CONCLUSION.match(
                self._visible, behind
            )
            if not (_CUE.search(before) or followed):
                yield number.start(), _AT_ITEM.search(before) is not None
