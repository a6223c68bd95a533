r"""Damage to the text around formulas by scrapers, formatters and wrong encodings.

A lost formula leaves a hole (“其中 是学习率”, “corresponds to ,”, an empty cell in a column of formulas). A formula without
its dollars appears as LaTeX among the words. Characters read in a wrong encoding look odd.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from itertools import pairwise
from urllib.parse import unquote_plus

from mathpost.document.document import Document
from mathpost.document.prose import blanked
from mathpost.text.late import late
from mathpost.text.source import Span

_MASK = "\x01"
_CJK = r"\u4e00-\u9fff"
_WAITING = tuple(
    "对应 对应于 等于 属于 满足 表示 表示为 记为 定义为 长度为 维度为 大小为 设为 写成 写作 化为 其中 以及 关于 对于 "
    "令 设 由 从 将 把 与 和 及 取 即".split()
)
_GAP = late(r"(?<![ \t])[ \t]++(?=([，。、；：）])|([是为表属定])(?!否)|[的上下])")
_INTRODUCING = ("其中", "这里", "此处", "式中", "令", "设", "假设", "记", "称")
_COUNTING = ("长度为", "维度为", "大小为", "个数为", "数量为")
_UNNAMED = late(r"(?:,[ \t\r\n]+where|\b[Ll]et)([ \t]{1,3})(?:is|are|denotes?|be)[ \t]+(?:the|an?|any)\b")
_SPACE_BEFORE_MARK = late(r"(?<![ \t])[ \t]++(?=[,.;?!](?:[ \t\r\n]|\Z))")
_ENGLISH_WAITING = late(
    r"\b(?:of|by|to|with|from|where|let|than|equals|by setting|in|on|at|as|that|if|when|for|all|every|each|any|some|is|are|and|between"
    r"|under|over|through|into|since|because|given|using|via|per|until|unless|both"
    r"|denotes?|satisf(?:y|ies)|gives|giving|yields?)\Z"
)
# Text that occurs only where a formula was lost: 整数 。 and 的根  满足; the set of  is.
_CHINESE_GAP = late(
    rf"(?<=[为是于数合示点量值列式与和且有设令即对将把由从到在求得取记用假其如第意])[ ]+(?=[，。；）])"
    rf"|(?<=[为是于数合示点量值列式与和且有设令即对将把由从到在求得取记用假其如第意])[ ]{{2}}(?=[{_CJK}])|(?<=[{_CJK}，、；：（])[ ]{{2}}(?=[的是为表中时即和与到内处满个项])"
)
_VERBS = "is are has have denotes satisfies holds gives implies equals corresponds converges belongs lies tends depends"
_SUBJECTS = (
    "which it this that there what who we you they he she and or but not also as so then here is are be"
)
_ENGLISH_GAP = late(
    r"(?<![\w'])(?!given {2}by\b)(?:(?i:of|by|with|from|where|let|than|for|and|that|if|when|between|in|to|under|over|through|into|on|at|as|since|because|given"
    r"|using|via|per|until|unless|both)"
    rf"|(?!(?:{_SUBJECTS.replace(' ', '|')})\b)[a-z]{{3,}}(?= {{2}}(?:{_VERBS.replace(' ', '|')})\b))"
    rf"( {{2}})(?:{_VERBS.replace(' ', '|')}|be|was|were|can|could|may|must|denote|satisfy|hold|give|imply|equal|correspond|such|at|in|of"
    r"|for|and|or|to|as|with|by|from|on|then)\b"
)
_LATIN_GAP = late(r"[A-Za-z0-9)）] [，。；]")  # the author also writes O(n) 。
_TWO_SPACES = late(r"(?<=[a-z,;:]) {2}(?=[a-z])")
_RARE = 10  # at least so many formulas for each gap; with more gaps they are a habit of the author
_SEVERAL = 3
_NEAR = 4  # two signs within so many characters are of one hole
_SCRAPED = late(
    r"\b[Ww]here[ \t]+(?:is|are|denotes?)[ \t]+(?:the|an?)\b|\bfor[ \t]+(?:all|every|each|any|some)[ \t]+[,.]"
    r"|(?<=[\w )])[=<>≤≥∈][ \t]*[,.](?=[ \t\r\n]|\Z)|\b(?:for|between|of|both)[ \t]+and[ \t]+(?:[,.]|is\b|are\b)"
    r"|\b[Ll]et[ \t]+(?:be|denote)[ \t]+(?:the|an?)\b|\b(?:that|if|when|since|where|function|matrix|vector|variable)[ \t]+[,.](?=[ \t\r\n]|\Z)"
    r"|\b(?:the|an?)[ \t]+(?:is|are|equals)[ \t]+(?:the|an?|not)\b|\\\([ \t]*\\\)|(?<=[a-z])[ \t]{2,}(?=[,.;](?:[ \t\r\n]|\Z))"
)
_FORMULA = r"[ \t]*+"  # where a formula was
# Text that no complete sentence contains: 其中为, 将代入, 第个, 令，; with their counterparts in English.
_SCRAPED_CHINESE = late(
    rf"(?:其中|式中){_FORMULA}[，,]?{_FORMULA}(?:为(?![了此])|表示|代表|指的是|和|与|、|分别)"
    rf"|[将把]{_FORMULA}(?:代入|带入|换成|展开|记为|记作|看作|视为|看成|替换)"
    rf"|(?<![上下等门及名])第{_FORMULA}[个行列层项步次维轮时](?![一二三四五六七八九十0-9几]|要)"
    r"|(?:(?<![参给赋])与(?!、)|(?<![总饱温平共缓加求之间方验缀返中项的])和(?!、)|(?<![应适相恰正不妥得])当|(?<![理自因])由|(?<![假建预创铺开架公常附施])设|(?<![命指口司勒号禁])令"
    r"|(?<![服依听跟任])从|(?<![涉以普得不来])及|(?<!倘)若|对于|关于|记为|定义为|表示为|写为|写成|记作|等于|属于|大于|小于|趋于|趋近于|服从"
    r"|的概率为|设为|长度为|维度为|大小为)[ \t]*(?:[，。；、;)）]|[,.](?=\s|\Z))"
    r"|(?:大于|小于|等于|属于|趋于|趋近于|对于|关于)[ \t]*(?:时|的(?!是)|和|与|为)"
    rf"|(?<![存所内现])在{_FORMULA}处(?![理于在置境])"
    rf"|从{_FORMULA}到(?![底来])|(?:和|与|关于|对){_FORMULA}的(?:偏导|导数|梯度|函数|关系|距离|期望|方差|值)"
    rf"|(?<![\w\]\")>.`])[（(]{_FORMULA}[）)]|(?<=[{_CJK} ])[=≤≥∈≈]{_FORMULA}[，。](?![=+<>~*/!-])|[，。；：]{_FORMULA}[，、；]"
    rf"|(?:求|设|令|(?<![获选抽读提])取|记|使得|使){_FORMULA}(?:为|的|和|是){_FORMULA}(?:一|第|最)"
)
_SCRAPED_ENGLISH = late(
    r"\b(?:of|by|with|from|if|let|where|for|between|and|to|in|on|as|that|is|are|the|a) ?[ \t]+[,;]"
    r"|\b(?:of|by|with|between|from|given) +(?:and|is|are|then|be|denotes)\b"
    r"|\b(?:if|when|where|for|let|since|that) +(?:and(?! only| when| if)|be|denotes?|denote) "
    r"|\b[Ll]et +(?:be|denote|and)\b|\b[Ww]here +(?:is|are|denotes?) +(?:the|an?)\b"
    r"|\bfor +(?:all|every|each|any|some) +[,.;]|\b(?:the|an?) +(?:is|are|and|of) +"
    r"|(?<=[a-z,]) {2,}(?=[a-z])|(?<=[\w )])[=<>≤≥∈][ \t]*[,.](?=\s)|\\\([ \t]*\\\)|[a-z] +[.,](?=\s)"
)
# White space of a lost formula, 如果 ，预测为正类 and 其中  控制; what is before it needs a formula more often than other words
_WHITE = late(rf"(?<=[{_CJK}])[ ]{{2}}(?=[{_CJK}])|(?<=[{_CJK}])[ ](?=[，。；：、）])")
_NEEDING = late(
    r"(?:其中|如果|假设|给定|对于|关于|当|设|令|即|为|是|和|与|由|在|用|把|将|取|若|第|中|有|"
    r"变量|参数|函数|矩阵|向量|样本|集合|概率|系数|节点|结点|输入|输出|特征|目标|损失|梯度|权重|维度|数据|条件|分布|空间|元素|序列|"
    r"点|值|数|量|率|项|式|角|集|组|得到|满足|表示|定义|计算|最小化|最大化|希望|使得|存在|任意)$"
)
_OF_MATHEMATICS = late(
    r"函数|矩阵|向量|概率|参数|公式|变量|方程|定理|引理|导数|微分|积分|集合|求和|系数|模型|算法|维度|梯度|期望|方差|收敛|极限|映射|线性|"
    r"样本|分布|坐标|节点|损失|多项式|最优|优化|数学|范数|内积|特征|序列|等式|空间|速度|能量|电荷|频率|"
    r"(?i:\b(?:function|matrix|matrices|vector|probabilit|parameter|formula|variable|equation|proof|theorem|lemma|deriv|integra|sets?\b|sum\b|"
    r"coefficient|model|algorithm|dimension|gradient|expect|varian|converge|limit|linear|sample|distribution|polynomial|optim|estimat|"
    r"denote|satisf|space|norm|scalar|operator|group|ring|field|energy|force|rate|loss|weight))"
)
_FEWEST_TERMS = 3  # different ones of a text, fewer of a short one
_FOR_A_TERM = 1_000  # characters
_BETWEEN_WORDS = late(rf"(?<=[{_CJK}])[ ](?=[{_CJK}])")
_FEWEST_WHITE, _FEWEST_NEEDING = 4, 3
_IDEOGRAPH, _WORD = re.compile(f"[{_CJK}]"), re.compile("[a-z]{2,}")
_SIGNS_FOR_A_HOLE = 1500  # at most so many ideographs of a text for each of its holes
_PICTURED = late(
    r"!\[[^\]\n]*\]?\]\(https?://(?:www\.zhihu\.com/equation\?tex=([^\s()&]*(?:\([^\s()]*\)[^\s()&]*)*)[^\s()]*"
    r"|(?:latex\.csdn\.net/eq\?|(?:private|latex)\.codecogs\.com/(?:gif|png|svg)\.(?:latex|image)\?)([^\s()]*(?:\([^\s()]*\)[^\s()]*)*))"
    r"(?:[ \t]+\"[^\"\n]*\")?\)"
)
# empty brackets; foo() is a call, and +，*，和() are signs
_EMPTY_BRACKETS = late(
    rf"(?<![^\w\s][，、][和与或及])(?:(?<=[{_CJK}])\(|(?<=[{_CJK}])（)[ \t]*[）)](?=[{_CJK}，。])"
)
# answers to choose from: A. … B. …
_ANSWERS = late(r"(?<![A-Za-z0-9])A[、.．:：)）].{1,150}?(?<![A-Za-z0-9])B[、.．:：)）]", re.S)
_LATEX = late(
    r"(?<![\w:/.\\])\\(?:[dt]?frac|sqrt|math(?:bf|cal|bb|rm|sf)|boldsymbol|text|hat|bar|tilde|sum|prod|int|lim|left|right|alpha|beta|gamma|"
    r"theta|lambda|mu|sigma|partial|nabla|infty|cdot|times|leq?|geq?|approx|in|to)(?![A-Za-z])"
    r"|(?<![\\\w`/.$<\"-])[A-Za-z]_\{[^{}\r\n]{1,20}\}"
    r"|(?<![\\\w])[dt]?frac(?:\{|[0-9]{2}\b)|\{(?:bf|cal|rm) [A-Za-z]|(?<![\\\w])(?:sum|prod|int)_\{?\w"
)
_ATTRIBUTES = late(r"""\]\{[ ]?[.#](?:[^{}"\n]|"[^"\n]*")*\}""")  # [text]{.class key="value"} of pandoc
_DEFINITION = late(r"[ \t]*\\(?:(?:re)?newcommand|providecommand|DeclareMathOperator|def)(?![A-Za-z])")
_SIGNS_OF_LATEX = ("\\", "_{", "frac", "{bf ", "{cal ", "{rm ", "sum_", "prod_", "int_")
_GARBLED = late(
    "\ufffd+|â€[\u0080-\u00ff\u2018-\u2122]|Ã[\u0080-\u00bf]|ï¼[\u0080-\u00bf]|(?:锟斤拷)+|(?:烫烫)+"
)
_MAY_BE_GARBLED = late("[\ufffdâÃï锟烫]")  # searching for a set of characters is many times faster
_PARAGRAPH = late(r"(?<![^\r\n])(?:[^\S\r\n]*+\S[^\r\n]*+(?:\r\n?|\n|\Z))+")
_ODD_DOLLAR = late(rf"(?<![\\$])(?:(?<=[a-z}})\x01])|(?<=[{_CJK}][A-Z]))\$(?![A-Za-z0-9_$({{./-])")
_FEWEST_FORMULAS = 3  # of a column, apart from the hole


def holes(document: Document, prose: str) -> Iterator[Span]:
    """The places between the words of `prose` where a formula or a symbol seems to be missing. Empty brackets of an
    examination are for answers.
    """
    yield from {*_chinese_holes(prose), *_english_holes(prose), *_gaps(document, prose)}
    if not _ANSWERS.search(prose):
        yield from (Span(*found.span()) for found in _EMPTY_BRACKETS.finditer(prose))
    yield from _empty_cells(document, prose)


def pictured(document: Document) -> Iterator[tuple[Span, str]]:
    """Images whose addresses contain LaTeX, each with its formula; an image alone on its line is a display."""
    text = document.source.text
    apart = [*(block.span for block in document.code), *(f.span for f in document.formulas)]
    for found in _PICTURED.finditer(text) if "tex" in text or "codecogs" in text else ():
        latex = unquote_plus(found[1] or found[2]).strip()
        if not latex or "$" in latex or any(s.start <= found.start() < s.end for s in apart):
            continue
        line = document.source.line_span(document.source.line_of(found.start()))
        alone = text[slice(*line)].strip() == found[0]
        yield Span(*found.span()), f"$$\n{latex}\n$$" if alone else f"${latex}$"


def scraped_holes(document: Document, prose: str) -> list[Span]:
    """Holes in a text without any formulas; they count only if several of them agree."""
    fewest = min(_FEWEST_TERMS, 1 + len(prose) // _FOR_A_TERM)
    if len({found[0].lower() for found in _OF_MATHEMATICS.finditer(prose)}) < fewest:
        return []  # 上拜释之为公车令，
    certain = [Span(*m.span()) for m in _SCRAPED.finditer(prose)]
    certain += [*_chinese_holes(prose), *_english_holes(prose)]
    apart = _apart(certain)
    if _several(apart, prose):
        return apart
    if "$" in document.source.text:  # formulas as code, `$x$`, are there
        return []
    ideographs, words = len(_IDEOGRAPH.findall(prose)), len(_WORD.findall(prose))
    usual = _SCRAPED_CHINESE if ideographs > words else _SCRAPED_ENGLISH
    likely = _apart([Span(*m.span()) for m in usual.finditer(prose)])
    dense = len(likely) * _SIGNS_FOR_A_HOLE >= max(ideographs, 2 * words)
    if dense and _several(likely, prose):
        return likely
    white = [Span(*m.span()) for m in _WHITE.finditer(prose)]
    return _apart([*white, *likely]) if _is_left_by_formulas(white, prose) else []


def _is_left_by_formulas(white: list[Span], prose: str) -> bool:
    """Whether the white space is where formulas were: behind several words that need one, and hardly between other
    words.
    """
    needing = {found[0] for start, _ in white if (found := _NEEDING.search(prose, max(0, start - 3), start))}
    others = sum(1 for _ in _BETWEEN_WORDS.finditer(prose))
    return len(white) >= max(_FEWEST_WHITE, 2 * others) and len(needing) >= _FEWEST_NEEDING


def _several(found: list[Span], prose: str) -> bool:
    """Whether there are enough holes, and not all alike.

    The same word three times is only a word (路由，区间和，), and white space alone is no evidence: text copied from a PDF has
    it between any two words.
    """
    named = [
        span
        for span in found
        if prose[span.start : span.end].strip() or not prose[span.end : span.end + 1].isalpha()
    ]
    signs = {prose[max(0, start - 1) : end].rstrip("，。；、：,.; \t") for start, end in named}
    return len(signs) > 1 and len(signs) + len(found) - len(named) >= _SEVERAL


def _apart(found: list[Span]) -> list[Span]:
    """The places that are not part of the hole before them."""
    return [b for a, b in pairwise([Span(-_NEAR, -_NEAR), *sorted(set(found))]) if b.start - a.end >= _NEAR]


def _chinese_holes(prose: str) -> Iterator[Span]:
    """White space between a word that needs a formula after it and a sign that follows formulas."""
    for gap in _GAP.finditer(prose):
        before = prose[max(0, gap.start() - 3) : gap.start()]
        behind = prose[gap.end()]
        if (
            (gap[1] and before.endswith(_WAITING))
            or (gap[2] and before.endswith(_INTRODUCING))
            or (behind in "的上下，。、；）" and before.endswith(_COUNTING))
        ):
            yield Span(*gap.span())


def _gaps(document: Document, prose: str) -> Iterator[Span]:
    """White space where only a formula can have been, in a post that has hardly any; some authors write it out of
    habit.
    """
    found = [Span(*m.span()) for m in _CHINESE_GAP.finditer(prose)] if _are_apart(document) else []
    if found and _LATIN_GAP.search(prose):
        found = [span for span in found if prose[span.end] not in "，。；"]
    gaps = [Span(*m.span(1)) for m in _ENGLISH_GAP.finditer(prose)]
    if sum(1 for _ in _TWO_SPACES.finditer(prose)) == len(gaps):  # the author writes one everywhere else
        found += gaps
    if len(found) * _RARE <= len(document.formulas):
        yield from found


def _are_apart(document: Document) -> bool:
    """Whether the author writes a space between ideographs and formulas."""
    text = document.source.text
    before = [text[max(0, f.span.start - 2) : f.span.start] for f in document.formulas if f.kind == "inline"]
    beside = [two[-1:] == " " for two in before if _IDEOGRAPH.match(two.rstrip(" ")[-1:])]
    return sum(beside) * 10 >= 9 * len(beside) > 0


def _english_holes(prose: str) -> Iterator[Span]:
    """“, where is the rate”, and white space between a word that needs a formula after it and a punctuation mark."""
    yield from (Span(*found.span(1)) for found in _UNNAMED.finditer(prose))
    for space in _SPACE_BEFORE_MARK.finditer(prose):
        if _ENGLISH_WAITING.search(prose, max(0, space.start() - 12), space.start()):
            yield Span(*space.span())


def bare_latex(document: Document, prose: str) -> Iterator[Span]:
    """LaTeX outside of formulas, once per paragraph: from its first to its last sign on a line."""
    if "]{" in prose:
        prose = _ATTRIBUTES.sub(lambda found: " " * len(found[0]), prose)
    if not any(sign in prose for sign in _SIGNS_OF_LATEX) or not _LATEX.search(prose):
        return
    for paragraph in _PARAGRAPH.finditer(prose):
        first = _LATEX.search(prose, *paragraph.span())
        if first and r"\$" in paragraph[0]:
            continue  # its author shows how to write a formula
        if first and not _ODD_DOLLAR.search(prose, *paragraph.span()):
            line = document.source.line_span(document.source.line_of(first.start()))
            if _DEFINITION.match(prose, line.start):
                continue  # builders such as Franklin and pandoc read it
            yield Span(first.start(), [m.end() for m in _LATEX.finditer(prose, first.start(), line.end)][-1])


def odd_dollars(prose: str) -> Iterator[Span]:
    """Dollars that neither open nor close a formula but are in a place where one would: ``在d$维空间``, ``20$$，``."""
    for found in _ODD_DOLLAR.finditer(prose) if "$" in prose else ():
        yield Span(*found.span())


def garbled(document: Document) -> Iterator[Span]:
    """Characters that were read in a wrong encoding, also in formulas."""
    text = document.source.text
    if not _MAY_BE_GARBLED.search(text):
        return
    code = [block.span for block in document.code]
    for found in _GARBLED.finditer(text):
        if not any(span.start <= found.start() < span.end for span in code):
            yield Span(*found.span())


def prose(document: Document) -> str:
    """The text of a post, with blanks of equal length for everything that is not prose."""
    text = document.source.text
    pieces: list[str] = []
    at = 0
    apart = [*document.opaque, *(b.span for b in document.code), *(f.span for f in document.formulas)]
    for span in sorted(apart):
        if span.end > at:
            start = max(span.start, at)
            pieces += [text[at:start], blanked(text[start : span.end], _MASK)]
            at = span.end
    return "".join([*pieces, text[at:]])


def _empty_cells(document: Document, prose: str) -> Iterator[Span]:
    """The only empty cell of a table, if all other rows have formulas in its column."""
    starts = sorted(formula.span.start for formula in document.formulas)
    for rows in _tables(document, prose):
        empty = [[cell for cell in row if not prose[slice(*cell)].strip()] for row in rows]
        if sum(map(len, empty)) > 1:
            continue  # its author leaves cells empty
        for column in range(min(map(len, rows))):
            cells = [row[column] for row in rows]
            formulas = [
                cell for cell in cells if bisect_left(starts, cell.start) < bisect_left(starts, cell.end)
            ]
            holes_ = [row[column] for row, gaps in zip(rows, empty, strict=True) if gaps == [row[column]]]
            if len(holes_) == 1 and _FEWEST_FORMULAS <= len(formulas) == len(cells) - 1:
                others = [[cell for cell in row if cell not in cells] for row in rows]
                held = [
                    any(bisect_left(starts, c.start) < bisect_left(starts, c.end) for c in row)
                    for row in others
                ]
                if len(set(held)) == 1:  # what is beside them is alike
                    yield holes_[0]


def _tables(document: Document, prose: str) -> Iterator[list[list[Span]]]:
    """The cells of each pipe table, without its head."""
    if "|" not in prose:
        return
    rows: list[list[Span]] = []
    for line in range(1, document.source.line_count + 2):
        span = document.source.line_span(line) if line <= document.source.line_count else Span(0, 0)
        text = prose[slice(*span)]
        if text.strip().startswith("|"):
            rows.append(_cells(text, span.start))
            continue
        rule = rows[1] if len(rows) > 2 else []
        if rule and not prose[rule[0].start : rule[-1].end].strip(" \t|:-"):  # head, rule, body
            yield rows[2:]
        rows = []


def _cells(line: str, offset: int) -> list[Span]:
    bars = [i for i, c in enumerate(line) if c == "|" and line[i - 1 : i] != "\\"]
    return [Span(offset + a + 1, offset + b) for a, b in pairwise(bars)]
