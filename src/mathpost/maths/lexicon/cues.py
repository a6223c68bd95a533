"""Cues in the words before a formula: definition, demand or inference. Chinese and English."""

from __future__ import annotations

import re
from typing import Literal

from mathpost.maths.lexicon.cases import concludes
from mathpost.maths.lexicon.sayings import Saying

Cue = Literal["define", "demand", "infer", ""]

_DEFINE = (
    "令", "设", "定义", "定義", "记", "其中", "这里", "此处", "引入", "记为", "记作", "取", "考虑", "选择", "选取", "假定", "给定", "已知",
    "表示", "换元", "不妨设", "初始化", "分别为", "分别是", "形式为", "写成", "参数化", "更新", "模型", "称为", "称之为", "简记",
)  # fmt: skip
_DEMAND = (
    "若",
    "当",
    "如果",
    "满足",
    "要求",
    "需要",
    "约束",
    "条件",
    "假设",
    "希望",
    "目标",
    "使得",
    "只需",
    "s.t.",
    "除非",
    "最小化",
    "最大化",
)
_INFER = (
    "得", "得到", "因此", "所以", "从而", "即", "于是", "故", "化简", "可得", "可知", "则", "那么", "展开", "等于", "推出", "代入", "求导",
    "也就是", "当且仅当", "注意到", "容易", "证明", "显然", "恒等", "合并", "整理", "化为", "简化", "综上", "两边", "积分得", "推得",
    "等价于", "转换为", "转化为", "意味着", "蕴含", "我们有", "则有", "就有", "必有", "归纳",
)  # fmt: skip
_ENGLISH_DEFINE = re.compile(
    r"\b(let|where|define[ds]?|denote[ds]?|denoting|set|put|write|given|introduc\w+|consider|choose|take|with|here|writing|setting|"
    r"parametri[sz]e\w*|is defined (as|by)|are defined (as|by)|definition|model)\b",
    re.IGNORECASE,
)
_ENGLISH_DEMAND = re.compile(
    r"\b(if|when|whenever|suppose|assum\w+|such that|subject to|provided|require[sd]?|unless|satisf\w+|condition|constraint|"
    r"minimi[sz]e|maximi[sz]e|determined by|characteri[sz]ed by|described by)\b",
    re.IGNORECASE,
)
_ENGLISH_INFER = re.compile(
    r"\b(then|hence|thus|therefore|so|we have|we get|we obtain|obtain\w*|gives?|yields?|yielding|implies|becomes|it follows|follows|"
    r"that is|i\.e\.|simplif\w+|collecting|combining|rearrang\w+|equals?|substitut\w+|expand\w*|prove\w*|show\w*|which is|results? in|if and only if|iff|by induction|inductively|iterating|recursively|telescoping|summing)\b",
    re.IGNORECASE,
)
_OF_CHANCE = re.compile(
    r"条件(?=互信息|概率|熵|期望|分布|独立|密度|方差|似然|均值|协方差|数)|\bconditional\b", re.IGNORECASE
)
# what holds at an optimum is inferred, not demanded
_OF_OPTIMA = re.compile(
    r"(驻点|平稳|一阶|二阶|最优性?|极值|KKT)(必要)?条件(?=[给导推]出|为|是|[：:]|$)"
    r"|\b(stationarity|first-order|second-order|optimality|KKT) conditions?\b",
    re.IGNORECASE,
)
# what follows from a definition is inferred
_BY_DEFINITION = re.compile(
    r"(代入|根据|由|依|利用|按照?)[^，,。]{0,16}定义|\b(by|from|using|inserting|substituting) (the |its |this )?definition\b",
    re.IGNORECASE,
)
_CLAUSE_END = re.compile(r"[。！？；;!?\n]|\.\s|\.$|：\s*$|:\s*$")


def cue(before: str) -> Cue:
    """The cue in the words right before a formula: in the last clause, that of the last word, and of the longest one there."""
    clause = _OF_OPTIMA.sub(" hence ", _OF_CHANCE.sub("", last_clause(before)))
    clause = _BY_DEFINITION.sub(" hence ", clause)
    found: list[tuple[int, int, Cue]] = []  # end and length of the word: 使得 is longer than 得
    for words, kind in ((_DEFINE, "define"), (_DEMAND, "demand"), (_INFER, "infer")):
        places = [(clause.rfind(w) + len(w), len(w)) for w in words if w in clause]
        if places:
            found.append((*max(places), kind))  # type: ignore[arg-type]
    for pattern, kind in (
        (_ENGLISH_DEFINE, "define"),
        (_ENGLISH_DEMAND, "demand"),
        (_ENGLISH_INFER, "infer"),
    ):
        places = [(m.end(), len(m.group())) for m in pattern.finditer(clause)]
        if places:
            found.append((*places[-1], kind))  # type: ignore[arg-type]
    if not any(kind == "infer" for _, _, kind in found) and _APPOSITION.search(clause):
        return "define"
    return max(found)[2] if found else ""


# "the function $f(z) = \log z$ is analytic", 函数 $f(x) = x^2$ 是凸的
_APPOSITION = re.compile(
    r"(\b(the|a|an)\s+(\w+\s+)?(function|sequence|series|polynomial|map|mapping|operator)|函数|数列|级数|多项式|映射|算子)\s*$",
    re.IGNORECASE,
)


def last_clause(before: str) -> str:
    """The clause before a formula: the text after the last end of a sentence, without final colons."""
    text = before.rstrip().rstrip(":：")
    start = 0
    for match in _CLAUSE_END.finditer(text):
        if match.end() < len(text):
            start = match.end()
    return text[start:][-80:]


_CONSTRAINT = re.compile(r"约束|满足|使得|\bs\.\s*t\b|\bs\.t\.|\bsubject to\b|\bsuch that\b", re.IGNORECASE)


def constrains(words: str) -> bool:
    r"""Whether words within a formula introduce the constraints of a problem: ``\text{subject to}``."""
    return _CONSTRAINT.search(words) is not None


_PROPERTY = re.compile(r"满足[^，,。使若]{0,12}$|\bsatisf(y|ies)\b[^.,]{0,40}$", re.IGNORECASE)
_AMOUNT = re.compile(r"需要?[^，,。]{0,8}$|\b(needs?|requires?|takes?)[^.,]{0,20}$", re.IGNORECASE)
_NEED = re.compile(r"需要?[^，,。]{0,8}$|\b(needs?|requires?)[^.,]{0,20}$", re.IGNORECASE)
_SUBJECT = re.compile(
    r"^\W*((都|均|也|仅|只)*满足|((always|also|both|all|should|must|that|which)\s+)*satisf\w+)", re.IGNORECASE
)
_REQUEST = re.compile(
    r"使|若|如果|假设|要求|希望|寻找|求|\b(such that|if|suppose|assum\w+|should|must|want|find|wish|seek)\b",
    re.IGNORECASE,
)


_ALONG = re.compile(r"(其中|这里|\b(with|where|here))\W*$", re.IGNORECASE)


def accompanies(words: str) -> bool:
    """Whether the last word continues the previous statement: 其中, with, where."""
    return _ALONG.search(words) is not None


def states_a_property(words: str) -> bool:
    """Whether the last words state a property, and do not demand it: 它满足, the mean satisfies."""
    return _states(_PROPERTY, words)


def states_a_need(words: str) -> bool:
    """Whether the last words state what is needed, and do not demand it: 为此需要恒等式, the proof requires."""
    return _states(_NEED, words)


def _states(verb: re.Pattern[str], words: str) -> bool:
    clause = concludes.behind(last_clause(words).rstrip(" \n：:，,$\\[{"))
    return verb.search(clause) is not None and _REQUEST.search(clause) is None


def goes_on_from_a_symbol(words: str) -> bool:
    """Whether the verb comes right after the previous formula: ``$z$ 满足 $f(z) = z$`` is about z."""
    return _SUBJECT.match(words) is not None


def states_an_amount(words: str) -> bool:
    """Whether the last words state a required amount: 共需要, this takes."""
    return _AMOUNT.search(last_clause(words)) is not None


_JOINT = re.compile(r"^\s*(,|，|、|and|和|与|及|,\s*and)\s*$")


def joins(between: str) -> bool:
    """Whether there is only a comma or an "and" between two symbols."""
    return _JOINT.match(between) is not None


_DERIVATION = re.compile(
    r"代入|合并|整理|化简|简化|展开|化为|得到|可得|推得|推出|解得|求得|算得|积分得|\b(substitut\w+|collecting|combining|rearrang\w+|simplif\w+|"
    r"we (get|obtain)|yields?|solving)\b",
    re.IGNORECASE,
)


def derives(words: str) -> bool:
    """Whether the last words announce the result of a calculation, and not a new definition."""
    return _DERIVATION.search(last_clause(words)) is not None


_CITATION = re.compile(
    r"(根据|由|依|利用|按照)(公式|上式|式|定义|前面|上面|前述|上述|等式|恒等式)|\b(by|from|with|using|via|of|in) (the )?"
    r"(eqs?\b|equations?\b|definition|identity|above|previous|formula|\(|\[)",
    re.IGNORECASE,
)


_DEFINITION = re.compile(r"定义|\bdefin(e|es|ed|ition)\b", re.IGNORECASE)


def defines(words: str) -> bool:
    """Whether the last words define permanently, and not just for the moment: 定义, is defined as."""
    return _DEFINITION.search(last_clause(words)) is not None and cue(words) == "define"


def cites(words: str) -> bool:
    """Whether the last words derive the formula from an equation or definition: 根据式 (1), by the definition."""
    return _CITATION.search(last_clause(words)) is not None


recalls = Saying(
    "the words refer to something already known",
    r"回顾|回忆|由于|因为|记得|我们知道|代入|代回",
    r"recall\w*|since|because|remember|re?inserting|plugging|substituting|employing",
    (
        "由于",
        "recall that",
    ),
)


_VARIATION = re.compile(
    r"改|变[为成体种]|[换替]|原[来本始]|新|重[新定]|再|另|或|其[他它]|推广|分别|类似|同理|版|第[二三四]|[正负]样本|而不是|[也还](可以|支持|有)|一般|"
    r"\b(instead|modif\w+|replac\w+|new|alternativ\w+|variants?|variations?|others?|another|or|version\w*|respectively|general\w*|similar\w*|"
    r"analog\w*|now|original\w*|chang\w+|redefin\w+|rescal\w+|again|also|e\.g\.|both|either|else|different|"
    r"second|third|latter)\b",
    re.IGNORECASE,
)


def varies(words: str) -> bool:
    """Whether the words announce another version of something: 改为, instead, a new one."""
    return _VARIATION.search(words) is not None


_CHOICE = re.compile(r"取|选|\b(take|choose|pick|set)\b[^$]{0,20}$", re.IGNORECASE)


def chooses(words: str) -> bool:
    """Whether the words announce a choice: 取 $n = L/2$."""
    return _CHOICE.search(words[-40:]) is not None


_EXPLANATION = re.compile(
    r"^[\s,，.。;；\\]*(其中|这里|此处|上式中|式中|where\b|here\b|with\b|in which\b)", re.IGNORECASE
)
_FULL_STOP = re.compile(r"[。！？!?]|\.\s")


def explains(between: str) -> bool:
    """Whether the words between a display and a formula continue the display: 其中 …, where …"""
    started = _EXPLANATION.match(between)
    return started is not None and _FULL_STOP.search(between, started.end()) is None


def first_sentence(words: str) -> str:
    """The part of `words` before the first end of a sentence."""
    end = _FULL_STOP.search(words)
    return words if end is None else words[: end.start()]


def ends_a_sentence(between: str) -> bool:
    """Whether a sentence ends in the words between two formulas."""
    return _FULL_STOP.search(between) is not None


_NUMERAL = re.compile(
    r"^(?:[a-zA-Z]|\s*(?:万|亿|兆|千|百|十|倍|[%％]|thousand|million|billion"
    r"|(个)?(小时|分钟|月|星期)|秒|天|年|千?米|公里|公斤|千?克|元|美元|hours?\b|minutes?\b|seconds?\b|days?\b|years?\b|dollars?\b|[kKMGT]?i?[Bb](its?|ytes?)?\b|k?[mg]\b"
    r"|[mnuμ]?s\b|[kKMG]?bps\b|[kKMGT]?[bB]/s|[kMGm]?Hz\b|[ckmnμ]m\b|[kMm]?(?:W|V|J|N|Pa|A|eV|mol)\b|°))"
)


def numeral_follows(after: str) -> bool:
    """Whether the words right after a number are a unit or numeral of it: 800 万, 3 million, 40 %."""
    return _NUMERAL.match(after) is not None


_EQUATION = re.compile(
    r"方程(?!\s*[(（$\\\d])|求解|解出|的解|无解|有解|零点|不动点|驻点|根(?![据号源本])|当且仅当|\bequations?\b(?!\s*[(~$\\\d])|\bsolv|"
    r"\bsolutions?\b|\broots?\b|\bfixed point|\bstationary\b|令[^，。；]{0,12}(?:为|等于)\s*(?:零|0)|\bset(?:ting|s)?\b[^.,;]{0,30} to (?:be )?(?:zero|0)\b|\bif and only if\b|\biff\b",
    re.IGNORECASE,
)


def mentions_an_equation(words: str) -> bool:
    """Whether a relation may be an equation to solve, true for some values only; a reference such as "equation (3)" is not."""
    return _EQUATION.search(words) is not None


_DIFFERENTIAL = re.compile(
    r"微分方程[^，。]{0,12}$|\b(differential equations?|ODEs?)\b[^.,]{0,24}$", re.IGNORECASE
)


def mentions_a_differential_equation(words: str) -> bool:
    """Whether the last words announce a differential equation."""
    return _DIFFERENTIAL.search(words.rstrip(" \n：:，,$\\[")) is not None


names_all_roots = Saying(
    "the text is about the sum or product of the roots of an equation",
    r"[根解]之?[和积差]|韦达",
    r"(?:sum|product|difference)\b[^.]{0,24}\b(?:roots|solutions)|Vieta\w*",
    (
        "两根之和",
        "the sum of its roots",
    ),
)
