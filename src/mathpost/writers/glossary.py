"""The notation that a post introduces explicitly: symbol, kind, meaning.

Only explicit introductions count (记 … 为, 设 … 是, ``let … be``, ``where … is the …``), and only if they name a
mathematical object: a noun at the end, and no pronoun. A symbol that may have two meanings is left out: one that is
introduced twice, or assumed to be something else, or used in another section than the one that introduces it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from mathpost.document.document import Document, Formula, authored
from mathpost.latex.tree import Command, Group, Node, Scripts, Symbol, Text, children
from mathpost.writers.post import PostResult
from mathpost.writers.tasks import letters

Kind = Literal["matrix", "vector", "function", "set", "distribution", "integer", ""]
_ALPHABETS = frozenset(
    r"\boldsymbol \mathbf \bm \pmb \mathcal \mathbb \mathrm \mathsf \mathfrak \mathscr".split()
)
_LONGEST = 40  # characters of a meaning; what is longer is not a name but an explanation
_OPERATORS = ("+", "-", "*", "/", "=", "<", ">", "^", "−", "×", "·", "≤", "≥")
_LISTS = frozenset(["", ",", "，", "、", "和", "与", "及", "或", "and", "or", ", and"])

# --- Chinese: a cue before the symbol, a verb after it, a noun at the end ----------------------------------

_CUES = ("其中", "其中，", "这里", "这里的", "此处", "设", "假设", "令", "记")
_ASSUMING = (
    "设",
    "假设",
    "令",
    "记",
)  # what is said holds from here on, and may be said of another thing later
_VERBS = ("表示", "表示的是", "代表", "代表的是", "是", "为", "记为", "指的是", "是指", "指代", "指")
_NAMING = ("表示", "表示的是", "代表", "代表的是")  # name a thing without a cue, too
_LONGER_WORDS = (
    "指示",
    "指标",
    "指数",
    "指针",
    "指定",
    "指令",
    "指派",
    "个数",
    "个体",
    "个位",
    "个人",
    "为了",
)  # no verb, no measure word
_GIVING = ("给定", "假定", "已知", "考虑", "任取", "任给", "存在", "任意", *_ASSUMING)
_OTHERS = (
    "有的",
    "有些",
    "有时",
    "有人",
    "其他",
    "别的",
    "如果",
    "若",
    "当",
    "比如",
    "例如",
)  # not in this post, or not always
_NOUNS = (
    "数", "个数", "总数", "数量", "率", "概率", "长度", "宽度", "高度", "深度", "维度", "步长", "步数", "层数",
    "矩阵", "向量", "张量", "函数", "参数", "系数", "变量", "常数", "标量", "分布", "密度", "方差", "协方差", "标准差",
    "均值", "期望", "熵", "散度", "集合", "空间", "子空间", "权重", "偏置", "损失", "误差", "梯度", "特征值",
    "特征向量", "奇异值", "行列式", "范数", "内积", "距离", "夹角", "半径", "算子", "映射", "变换", "投影", "序列", "样本",
    "数据", "标签", "输入", "输出", "噪声", "信号", "频率", "温度", "时间", "速度", "质量", "能量", "面积", "体积", "得分",
    "分数", "阈值", "区间", "事件", "状态", "模型", "网络", "词表", "窗口", "位置", "坐标", "下标", "指标",
    "单位阵", "单位矩阵", "核", "秩", "迹", "基", "群", "域", "图", "元素", "分量",
)  # fmt: skip
_QUALITIES = (
    "奇数",
    "偶数",
    "整数",
    "正数",
    "负数",
    "实数",
    "复数",
    "有理数",
    "无理数",
    "代数数",
    "超越数",
)  # say what it is like, not what
_AMOUNTS = ("数", "数量", "维度", "长度", "宽度", "高度", "深度")  # no index counts them
_RANGED = ("\\sum", "\\prod", "\\bigcup", "\\bigcap", "\\coprod", "\\bigoplus")
_BARE = frozenset(
    "常数 矩阵 向量 函数 参数 变量 集合 标量 序列 空间 映射 系数 概率 元素 分量 数据 权重 均值 输入 输出".split()
)  # names no thing by itself
_VAGUE = (
    "它", "这", "那", "该", "此", "上", "下", "前", "后", "某", "任", "什么", "其", "我们", "你", "不", "没", "已", "可",
    "更", "最", "很", "非常", "同", "一样", "相同", "常用", "另", "也", "就", "都", "只", "才", "被", "要", "能", "会", "有",
    "如", "所", "或", "真正", "对应", "相应", "新", "原", "当", "使", "让", "将", "把", "由", "从", "刚", "各", "若",
    "在", "为", "以", "取", "按", "于", "真的", "假的",
)  # fmt: skip
_VERBAL = frozenset(
    "该 或 而 属于 表示 代表 考虑 使得 就是 不是 都是 也是 可以 需要 如果 因为 所以 时候 意味 趋于 取决 变成 成为 满足".split()
)

# --- English: the same, with an article before the noun ------------------------------------------------------

_EN_CUES = ("where", "let", "here", "here,", "with", "write", "denote by", "denote", "suppose", "assume")
_EN_ASSUMING = ("let", "suppose", "assume", "denote by", "denote", "write")
_EN_GIVING = ("given", "consider", "fix", "let", "suppose", "assume", "denote")
_EN_VERBS = ("is", "are", "be", "denotes", "denote")
_EN_NAMING = ("denotes",)
_ARTICLES = ("the ", "a ", "an ")
_EN_NOUNS = frozenset(
    """number amount rate probability length width height depth dimension size step matrix vector tensor function
    functional parameter coefficient variable constant scalar distribution density variance covariance deviation mean
    expectation entropy divergence set space subspace weight bias loss error gradient eigenvalue eigenvector determinant
    norm product distance angle radius operator map mapping transformation projection sequence sample label input
    output noise signal frequency temperature time velocity mass energy area volume score threshold interval event
    state model network window position coordinate index kernel rank trace basis group ring field graph element
    entry component polynomial root degree order hyperparameter momentum potential charge field hamiltonian
    estimator likelihood prior posterior statistic hypothesis momentum""".split()
)
_EN_VAGUE = (
    "same", "above", "following", "usual", "only", "other", "latter", "former", "case", "result", "best", "corresponding",
    "one", "given", "previous", "first", "last", "next", "new", "original", "unique", "smallest", "largest", "such",
    "desired", "required", "solution", "answer",
)  # fmt: skip
_EN_AMOUNTS = frozenset("number amount length width height depth dimension size degree order".split())
_EN_LEADING = frozenset("that this these those which the a an of by".split())  # a noun comes behind them
_HEAD_ENDS = (" of ", " in ", " for ", " with ", " at ", " on ", " that ", " which ", " from ", " to ", " under ",
              " over ", " between ", " by ", " per ", " whose ", " when ", " as ", " given ", " around ", " where ")  # fmt: skip

# After a comma: not all is said yet.
_LIMITING = ("with ", "without ", "except ", "but ", "apart ", "plus ", "unless ", "且", "并且", "但", "除")

_KINDS: tuple[tuple[Kind, tuple[str, ...]], ...] = (
    ("matrix", ("矩阵", "单位阵", "matrix")),
    ("vector", ("向量", "vector", "eigenvector")),
    ("function", ("函数", "映射", "算子", "function", "functional", "map", "mapping", "operator")),
    ("set", ("集合", "空间", "set", "space", "subspace")),
    ("distribution", ("分布", "distribution")),
    ("integer", ("个数", "总数", "维度", "步数", "层数", "整数", "自然数", "integer", "dimension")),
)


class Entry(NamedTuple):
    """A symbol as LaTeX, the kind of thing that its meaning says it is, and the meaning."""

    latex: str
    kind: Kind
    meaning: str


def glossary(result: PostResult) -> list[Entry]:
    """The symbols that the post introduces with one meaning, in the order of the text."""
    document = authored(result.document)
    found: dict[str, list[tuple[Entry, Formula]]] = {}
    end_of_meaning = -1  # where the last introduction ended
    for formula in document.formulas:
        if formula.kind == "inline" and _is_symbol(formula.tree) and not _is_listed(document, formula):
            goes_on = (
                0 <= end_of_meaning <= formula.span.start
                and document.source.text[end_of_meaning : formula.span.start].strip() in _LISTS
            )
            entry = _introduced(document, formula, goes_on=goes_on)
            if entry is not None:
                end_of_meaning = document.source.text.index(entry.meaning, formula.span.end) + len(
                    entry.meaning
                )
                found.setdefault(_key(entry.latex), []).append((entry, formula))
    if not found:
        return []
    used, assumed, told = _uses(document), _assumed(document), _told(document)
    families = _families(document)
    return [
        entries[0][0]
        for symbol, entries in found.items()
        if len({entry.meaning for entry, _ in entries}) == 1
        and _is_only_here(document, entries[0][1], used.get(symbol, []))
        and assumed.get(symbol, set()) <= {formula.index for _, formula in entries}
        and all(_is_same(said, entries[0][0].meaning) for said in told.get(symbol, ()))
        and not (symbol in families and _is_an_amount(entries[0][0].meaning))
    ]


def _is_only_here(document: Document, introduced: Formula, used: Sequence[Formula]) -> bool:
    """Whether no section before the introduction uses the symbol, and no other part after it.

    The first part with formulas may introduce what the others use.
    """
    sections = [heading.span.start for heading in document.headings]
    parts = _parts(document)
    own = bisect_right(parts, introduced.span.start)
    start = bisect_right(parts, document.formulas[0].span.start)
    return all(
        bisect_right(sections, formula.span.start) >= bisect_right(sections, introduced.span.start)
        and bisect_right(parts, formula.span.start) <= (len(parts) if own == start else own)
        for formula in used
    )


def _parts(document: Document) -> list[int]:
    """Where the parts of a post begin: at the headings of the highest level that it has more than once."""
    levels = Counter(heading.level for heading in document.headings)
    highest = min((level for level, times in levels.items() if times > 1), default=0)
    return [heading.span.start for heading in document.headings if heading.level <= highest]


def _uses(document: Document) -> dict[str, list[Formula]]:
    """The formulas that use each symbol."""
    found: dict[str, list[Formula]] = {}
    for formula in document.formulas:
        for symbol in _symbols(document, formula.tree):
            found.setdefault(symbol, []).append(formula)
    return found


def _assumed(document: Document) -> dict[str, set[int]]:
    """By symbol, the formulas that an assumption begins with it, ``设 $A \\in V$``, or names it: ``给定矩阵 $A$ 和 $B$``."""
    found: dict[str, set[int]] = {}
    for formula in document.formulas:
        before = document.source.text[max(0, formula.span.start - 60) : formula.span.start]
        if formula.kind == "inline" and (
            _is_cued(before[-20:], _ASSUMING)
            or _is_cued_word(before[-20:], _EN_ASSUMING)
            or (_is_symbol(formula.tree) and _is_given(before))
        ):
            for symbol in _symbols(document, formula.tree):
                found.setdefault(symbol, set()).add(formula.index)
                break
    return found


def _told(document: Document) -> dict[str, set[str]]:
    """What the text says of each symbol anywhere: the noun before it, ``world size $R$``, and ``，$r$ 是处理速率``."""
    found: dict[str, set[str]] = {}
    text = document.source.text
    for formula in document.formulas:
        if formula.kind == "inline" and _is_symbol(formula.tree) and not _is_listed(document, formula):
            before = text[max(0, formula.span.start - 60) : formula.span.start].rstrip(" ")
            after = text[formula.span.end : formula.span.end + 2 * _LONGEST].lstrip(" ")
            said = {_noun(before), _stated(before, after)} - {""}
            found.setdefault(_key(document.source.slice(formula.body)), set()).update(said)
    return found


def _noun(words: str) -> str:
    """The mathematical noun at the end of `words`; empty if there is none."""
    last = words.rpartition(" ")[2].lower()
    if last in _EN_NOUNS or last.removesuffix("s") in _EN_NOUNS:
        return last.removesuffix("s")
    return max((noun for noun in _NOUNS if words.endswith(noun)), key=len, default="")


def _stated(before: str, after: str) -> str:
    """What a clause that begins with a symbol says that it is."""
    if before[-1:] not in ("", "\n", *"，,。；;、-*") and not _is_cued(before, _CUES):
        return ""
    verb = next((v for v in sorted(_VERBS, key=len, reverse=True) if _begins(after, v)), None)
    said = "" if verb is None else after[len(verb) :]
    words = _worded(
        said[: min((at for at in map(said.find, "，,。；;、\n（(") if at >= 0), default=len(said))]
    )
    return words if words.endswith(_NOUNS) else ""


def _is_same(said: str, meaning: str) -> bool:
    """Whether what the text says elsewhere fits the meaning: one of them contains the other."""
    meaning = _worded(meaning).lower()
    return said in meaning or meaning in said


def _families(document: Document) -> set[str]:
    """The symbols that are no amounts: indices (``\\sum_{k = 1}^n``, 第 $k$ 个), and families (``W^{[l]}``)."""
    found: set[str] = set()
    for formula in document.formulas:
        if formula.kind == "inline" and document.source.text[
            max(0, formula.span.start - 4) : formula.span.start
        ].rstrip(" ").endswith("第"):
            found.add(_key(document.source.slice(formula.body)))
        found.update(_members(document, formula.tree))
    return found


def _members(document: Document, node: Node) -> Iterator[str]:
    if isinstance(node, Scripts) and isinstance(node.base, Symbol) and node.base.text in _RANGED:
        below = "" if node.subscript is None else document.source.slice(node.subscript.span)
        yield _key(below.partition("=")[0])
    if isinstance(node, Scripts) and node.base is not None and node.superscript is not None:
        if document.source.slice(node.superscript.span).startswith(("{(", "{[")):
            yield _key(document.source.slice(node.base.span))
    yield from (index for child in children(node) for index in _members(document, child))


def _is_an_amount(meaning: str) -> bool:
    words = _worded(meaning).lower()
    return words.endswith(_AMOUNTS) or not _EN_AMOUNTS.isdisjoint(_head(words).split())


def _is_given(before: str) -> bool:
    """Whether the clause before a symbol begins with an assumption, then names a thing without a verb: 给定两个矩阵."""
    clause = _worded(before[max(map(before.rfind, "，,。；;：:（(*\n")) + 1 :])
    cue = next((cue for cue in _GIVING if clause.startswith(cue)), "")
    named = len(clause) > len(cue) and not clause.endswith("第")
    chinese = cue and named and not any(verb in clause for verb in _VERBS)
    first, _, rest = clause.lower().partition(" ")
    english = first in _EN_GIVING and rest and {*_EN_VERBS, "has", "have"}.isdisjoint(rest.split())
    return bool(chinese or english)


def _symbols(document: Document, node: Node) -> Iterator[str]:
    """The symbols that a formula uses, in order: one with an index is another than the same without it."""
    if isinstance(node, Scripts) and node.base is not None and _is_letter(node.base):
        below = "" if node.subscript is None else f"_{document.source.slice(node.subscript.span)}"
        yield _key(document.source.slice(node.base.span) + below)
        parts = [part for part in (node.subscript, node.superscript) if part is not None]
        yield from (symbol for part in parts for symbol in _symbols(document, part))
    elif _is_letter(node):
        yield _key(document.source.slice(node.span))
    elif not isinstance(node, Text):
        yield from (symbol for child in children(node) for symbol in _symbols(document, child))


def _key(latex: str) -> str:
    """A symbol without the blanks and braces that change nothing: ``x_{i}`` is ``x_i``."""
    return "".join(latex.translate({ord(brace): " " for brace in "{}"}).split())


def _is_listed(document: Document, formula: Formula) -> bool:
    """One of several symbols (``$a$、$b$ 是 …``): the words after them mention all."""
    if formula.index == 0:
        return False
    before = document.formulas[formula.index - 1]
    between = document.source.text[before.span.end : formula.span.start].strip()
    return between in _LISTS


def _is_symbol(tree: Group) -> bool:
    """One letter, bold or not, with or without an index."""
    match tree.body:
        case (Symbol(),):
            return bool(letters(tree))
        case (Scripts(base=base, superscript=None, primes=0),) if base is not None:
            return _is_letter(base)
        case (Command() as only,):
            return _is_letter(only)
        case _:
            return False


def _is_letter(node: Node) -> bool:
    if isinstance(node, Command):
        return node.name in _ALPHABETS and len(node.arguments) == 1 and len(letters(node)) == 1
    return isinstance(node, Symbol) and bool(letters(node))


def _introduced(document: Document, formula: Formula, *, goes_on: bool) -> Entry | None:
    """The text that introduces a symbol; in a list of introductions that `goes_on`, the cue is before the first."""
    text = document.source.text
    before = text[max(0, formula.span.start - 20) : formula.span.start]
    after = text[formula.span.end : formula.span.end + 2 * _LONGEST]
    meaning = _in_chinese(before, after, goes_on) or _in_english(before, after, goes_on)
    latex = " ".join(document.source.slice(formula.body).split())
    mentioned = {_key(part) for part in meaning.split("$")[1::2]}
    is_part = before.rstrip(" ").endswith(_OPERATORS)  # ``1 - $H$ is the rate of misses``
    if not meaning or meaning.count("$") % 2 or _key(latex) in mentioned or is_part:
        return None
    return Entry(latex, _kind(meaning), meaning)


def _in_chinese(before: str, after: str, goes_on: bool) -> str:
    """The text after ``其中 $x$ 是`` if it names an object."""
    after = after.lstrip(" ")
    verb = next((v for v in sorted(_VERBS, key=len, reverse=True) if _begins(after, v)), None)
    if verb is None or not (verb in _NAMING or goes_on or _is_cued(before, _CUES)) or _is_elsewhere(before):
        return ""
    said = after[len(verb) :].removeprefix("了")
    said = _clause(said[1:] if _begins(said, "个") else said, "，,。．｡；;、\n（()）：:！？!?")
    words = _worded(said)
    sound = (
        words.endswith(_NOUNS)
        and not words.endswith(_QUALITIES)
        and words.removeprefix("一个").removeprefix("一些") not in _BARE
        and not words.startswith(_VAGUE)
        and not said.startswith("的")
        and not any(word in words for word in _VERBAL)
        and not _is_an_action(words)
        and any("\u4e00" <= c <= "\u9fff" for c in words)
    )
    return said if sound and _is_plain(said) else ""


def _begins(said: str, word: str) -> bool:
    """Whether `said` begins with `word` and not with a longer one: ``是指示函数`` begins with 是, not with 是指."""
    return said.startswith(word) and not said.startswith(_LONGER_WORDS, len(word) - 1)


def _is_elsewhere(before: str) -> bool:
    """Whether the sentence mentions other texts, or of one case: 有的文章用 $x$ 表示; 例如，设 $x$ 是."""
    sentence = before[max(before.rfind(sign) for sign in "。；\n") + 1 :]
    return any(word in sentence for word in _OTHERS)


def _is_an_action(words: str) -> bool:
    """Whether the phrase describes an action and so is not a name: 检测一个人脸的位置."""
    before = words.partition("一个")[0]
    return 0 < len(before) < len(words) and not before.endswith("的") and len(before) <= 4


def _is_cued(before: str, cues: tuple[str, ...]) -> bool:
    said = before.rstrip(" ").lower()
    return any(said.endswith(cue) for cue in cues)


def _in_english(before: str, after: str, goes_on: bool) -> str:
    """The text after ``where $x$ is`` if it begins with an article and its noun is mathematical."""
    words = after.lstrip(" ")
    verb = next((v for v in _EN_VERBS if words.startswith(v + " ")), None)
    if verb is None or not (verb in _EN_NAMING or goes_on or _is_cued_word(before, _EN_CUES)):
        return ""
    said = _clause(words[len(verb) + 1 :], ",.;:\n()!?")
    head = _worded(said).lower()
    last = head.rpartition(" ")[2]
    goes_on = last in _EN_LEADING or (last.endswith("ed") and last not in _EN_NOUNS)
    stated = any(
        word in ("is", "are", "be") for word in head.split()
    )  # a second statement: "and $r$ is the root"
    if (
        goes_on
        or stated
        or " and " in _head(head)
        or not head.startswith(_ARTICLES)
        or any(w in head.split() for w in _EN_VAGUE)
    ):
        return ""
    nouns = _head(head).split()
    named = len(nouns) > 1 and (nouns[-1] in _EN_NOUNS or nouns[-1].removesuffix("s") in _EN_NOUNS)
    return said if named and _is_plain(said) else ""


def _is_cued_word(before: str, cues: tuple[str, ...]) -> bool:
    """Whether a cue is the last word before the symbol: ``somewhere`` is none."""
    said = " " + before.rstrip(" ").lower()
    if not {"if", "when", "example,"}.isdisjoint(said.split()):  # one case among others
        return False
    return any(said.endswith((" " + cue, "\n" + cue, "." + cue)) for cue in cues)


def _clause(said: str, ends: str) -> str:
    """`said` up to the first of `ends` outside of formulas; empty if it may continue, also in the next line or after brackets."""
    inside = False
    for at, character in enumerate(said):
        inside ^= character == "$"
        if not inside and character in ends:
            rest = said[at + 1 :].lstrip(" ")
            if character in "（(":
                rest = rest.partition("）" if character == "（" else ")")[2].lstrip(" ")[:1]
                return said[:at].strip() if rest and rest in ends else ""
            if character == "." and said[at + 1 : at + 2].isdigit():  # within a number
                continue
            if character in ",，" and rest.startswith(_LIMITING):
                return ""
            return said[:at].strip() if character != "\n" or rest[:1] in ("", "\n") else ""
    return ""


def _worded(said: str) -> str:
    """`said` with a blank for each of its formulas, without the blanks at its ends."""
    return " ".join(" ".join(part for k, part in enumerate(said.split("$")) if k % 2 == 0).split())


def _is_plain(said: str) -> bool:
    marked = any(word.startswith("_") != word.endswith("_") for word in _worded(said).split())
    return (
        0 < len(said) <= _LONGEST
        and not marked
        and not set(said) & set("|`*<[\\{") - (set("\\{") if "$" in said else set())
    )


def _head(words: str) -> str:
    """The noun of an English phrase with what comes before it."""
    end = min((at for at in map(words.find, _HEAD_ENDS) if at >= 0), default=len(words))
    return words[:end]


def _kind(meaning: str) -> Kind:
    words = _worded(meaning)
    if words.endswith("的函数"):  # a value that depends on something: a number or an array as well
        return ""
    noun = _head(words.lower()).rpartition(" ")[2]
    for kind, nouns in _KINDS:
        if noun in nouns or (not words.isascii() and words.endswith(nouns)):
            return kind
    return ""
