"""Words that change the meaning of nearby symbols: another arithmetic or base, independence, weights that add up to 1."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from mathpost.maths.lexicon.sayings import Saying
from mathpost.text.stems import occurrences, occurs

# a relation may be approximate, of another arithmetic, or shown because it is wrong
ORTHOGONALITY = "orthogonality"
AN_APPROXIMATION = "an approximation"
ANOTHER_ARITHMETIC = "perhaps modular arithmetic"
INDEPENDENCE = "independence"
DOUBTED = "words that doubt it"
_SENSES = {
    AN_APPROXIMATION: re.compile(
        r"忽略|高阶|近似|约等|很小|很大|充分[小大]|足够[小大]|趋[于近]|\b(approximat\w*|(first|second|leading)[- ]order|neglect\w*|"
        r"ignor(e|ing)|small|large|rough\w*)\b",
        re.IGNORECASE,
    ),
    ORTHOGONALITY: re.compile(r"正交|垂直|\b(orthogonal\w*|perpendicular|idempotent)\b", re.IGNORECASE),
    INDEPENDENCE: re.compile(r"独立|不相关|\b(independen\w+|uncorrelated)\b", re.IGNORECASE),
    ANOTHER_ARITHMETIC: re.compile(
        r"布尔|有限域|二元域|同余|取模|模\s*[$\d]|整除|取整|浮点|溢出|向下|向上|[半单双]精度|(?<![A-Za-z])(b?fp?|int)(8|16|32|64)(?![0-9A-Za-z])|\bGF\(|\b(boolean|finite fields?|modulo|mod|"
        r"characteristic|floats?|floating|integer division|overflows?|round\w*|truncat\w+|"
        r"bitwise|clock)\b",
        re.IGNORECASE,
    ),
}
_DOUBT = re.compile(
    r"错误(?!率|概率|拒绝|接受|发现|分类)|矛盾|荒谬|不可能|误区|似乎|看起来|看似|想当然|误以为|误认为|误写|不成立|并非|不等于|反例|是否|吗[？?]|\b(wrong\w*|false(?:ly|hood)?(?![- ](?:positiv|negativ|reject|discover|alarm|accept))|mistak\w+|incorrect\w*|not true|does not hold|"
    r"counterexamples?|whether|naive\w*|fallacy|contradict\w*|absurd\w*|impossible|students?|fails|tempt(ed|ing)|"
    r"(might|may|could|would) (think|expect|guess|believe|hope))\b"
    # the formula right after these words is denied; the dots mark it
    r"|…\W*(上式|此式|该式|这|该等式)[^。，]{0,6}(只有|只在|仅)|…\W*\b(this|it|which|that|the (equation|formula))( is| holds)?( true)? only\b"
    r"|…[^。.]{0,40}(?:应[该当]?[是为]|应改[为成]|\bshould (?:be|read|have been)\b)"
    r"|(不是|而非)[：:\s]*…|\b(not|rather than|instead of)[:\s]*…"
    # consequences if the previous statement were false
    r"|(否则|不然)(的话)?[，,]?(会|就|便|则|将|我们|应|必)*有?\s*…|\b(otherwise|or else)\b,?( (we|one|it) (would|could|should) \w+)?\s*…",
    re.IGNORECASE,
)

_HEDGE = re.compile(r"似乎|看起来|看似")  # words about the use of an identity, not about the identity
_USED = re.compile(
    r"(?:利用|根据|由|借助|用到?)(?:了|以下|如下|下面的?)*(?:恒等式|等式|公式|不等式|定理)[：:，,]?\s*$"
)


mentions_groups = Saying(
    "letters may stand for elements of a group, a semigroup or a ring",
    r"陪集|子群|商环|理想子?环|半群|群同态|群论|幺半群|循环群|抽象代数|代数结构",
    r"subgroups?|cosets?|ideals|quotient rings?|semigroups?|monoids?|cyclic groups?|group (?:theory|homomorphisms?|operation)|abelian",
    (
        "左陪集 $aN$",
        "a normal subgroup $N$",
    ),
)


def another_sense(before: str, after: str, later: str) -> str | None:
    """The special sense that the sentence around a relation gives it; None for a plain equality of numbers.

    `later`: the text after the sentence: 这是错误的。
    """
    sentence = f"{before} … {after}"
    certain = _HEDGE.sub("", before) if _USED.search(before) else before
    if after.endswith(("?", "？")) or _DOUBT.search(f"{certain} … {later}"):
        return DOUBTED
    return next((sense for sense, words in _SENSES.items() if words.search(sentence)), None)


_CONVOLUTION = re.compile(r"卷积|摺积|\bconvol\w+|\(\s*\w+\s*(\*|\\ast)\s*\w+\s*\)\s*[(\[]", re.IGNORECASE)


def mentions_convolutions(text: str) -> bool:
    """Whether a star between functions or signals may denote convolution: 卷积, ``(f * g)(t)``."""
    return occurs(_CONVOLUTION, text)


mentions_complex_numbers = Saying(
    "the symbols of the post may be complex numbers",
    r"复数|虚数|虚部|复变|复平面|复函数|复值",
    r"complex[- ](?:numbers?|planes?|conjugates?|valued?|exponentials?|analysis|functions?)|imaginary",
    (
        "复数 $z$",
        "a complex number $z$",
    ),
    others=("a complex model",),
)


mentions_slopes = Saying(
    "the text is about differentiation or implicit functions",
    r"隐函数|求导|导数|微分|切线|斜率",
    r"implicit\w*|differentia\w*|derivative|slope|tangent",
    (
        "求导",
        "differentiating",
    ),
)


_FREQUENCIES = re.compile(r"(?<![\\A-Za-z])j\s*(2\s*\\pi|\\omega|\\Omega)(?![A-Za-z])")


def mentions_frequencies(text: str) -> bool:
    r"""Whether a post writes ``j\omega`` as engineers do, with `j` as the imaginary unit."""
    return occurs(_FREQUENCIES, text)


_SHAPES: Mapping[str, re.Pattern[str]] = {
    "convex": re.compile(r"凸|\bconvex", re.IGNORECASE),
    "concave": re.compile(r"凹|\bconcav", re.IGNORECASE),
}


def mentions_shapes(words: str) -> frozenset[str]:
    """Whether the words mention shapes of functions."""
    return frozenset(shape for shape, word in _SHAPES.items() if word.search(words))


_RESIDUES = re.compile(r"\\mathbb\s*\{?F\b|\\mathbb\s*\{?Z\}?\s*(_\{?\w|/)")


def counts_residues(text: str) -> bool:
    """Whether a post calculates with residues somewhere: in a finite field or ring."""
    return occurs(_RESIDUES, text)


_BITS = re.compile(r"(?<![\d.])(?:[01]|\\? (?=[01]{3}))+(?:\.[01]+)?(?!\d|\.\d)")


_OF_BITS = re.compile(
    r"[补原反移]码|溢出|机器数|位宽|寻址|尾数|阶码|规格化|浮点|进位|加法器|寄存器|校验|"
    r"two's complement|overflow|mantissa|significand|floating[- ]point|carry bit|registers?\b|parity bit|\bXOR\b",
    re.IGNORECASE,
)


def computes_with_bits(text: str) -> bool:
    """Whether a post mentions number formats of machines."""
    return occurs(_OF_BITS, text)


BYTE = 8  # digits


def writes_bits(tex: str) -> bool:
    """Whether a numeral has only the digits 0 and 1, and is not a power of ten: ``0.1101``, ``00000101``."""
    numerals = (n.group() for n in _BITS.finditer(tex) if len(n.group().replace(".", "")) > 3)
    return any(
        n.count("1") > 1 or n.startswith("00") or len(n) >= BYTE or ("." in n and n.endswith("0"))
        for n in numerals
    )


def mentions_another_base(words: str) -> bool:
    """Whether numerals here may not be decimal."""
    return occurs(_BASE, words)


_OF_ONE_LAW = r"同分布|\bi\.?\s*i\.?\s*d\b|identically|平稳|\bstationar\w+"
_ASSUMED = {
    "independent": re.compile(
        r"独立|\bi\.?\s*i\.?\s*d\b|\bindependen(t|ce|tly)\b|uncorrelated|不相关|互不影响", re.IGNORECASE
    ),
    "apart": re.compile(
        r"独立(?!\s*(且|并且|、|,|，)?\s*同分布|地?(采样|抽取|抽样|重复|试验))|不相关|互不影响"
        r"|\bindependen(t|ce|tly)\b(?!\s*(and|,)?\s*(identical|draw|sampl))|uncorrelated",
        re.IGNORECASE,
    ),
    "identical": re.compile(rf"{_OF_ONE_LAW}|采样|样本|\bsampl\w+", re.IGNORECASE),
    "centred": re.compile(
        r"零均值|均值(都|均)?(为|是|等于)?\s*(0|零|\$\s*(\\(boldsymbol|mathbf|bm|vec)\s*)?\{?\s*0)|期望(都|均)?(为|是|等于)\s*(0|零)|无偏|标准正态|标准高斯|中心化|"
        r"zero[- ]mean|mean[- ]zero|zero means?|mean of zero|centred|centered|standard (normal|gaussian)|white noise|白噪声|噪声",
        re.IGNORECASE,
    ),
    "sampled": re.compile(
        r"采样|大数定律|蒙特卡洛|蒙特卡罗|经验(分布|均值)|样本|\bsampl\w+|monte[- ]carlo|law of large numbers|empirical",
        re.IGNORECASE,
    ),
    "listed": re.compile(
        r"\\in\s*(\\left)?\\\{\s*[-+]?\d|取值|可能的?值|只[取有]|骰子|硬币|二分类|二元|二值|\b(takes? (on )?(the |only )?values?|values in|valued|possible (values|outcomes)|dice|die|coin|binary)\b",
        re.IGNORECASE,
    ),
    "network": re.compile(
        r"条件独立|贝叶斯网|概率图|因子图|图模型|\bconditional(ly)? independen|\b(bayes(ian)?|belief) net|\bgraphical model|\bd-separat|"
        r"\bfactor graph|\bvariable elimination|\bbelief propagation|\bdirected acyclic",
        re.IGNORECASE,
    ),
    "continuous": re.compile(
        r"(?<!不)连续|密度|正态|高斯|均匀分布|指数分布|\bcontinuous(ly)?\b|\bdensit(y|ies)\b|\bp\.?d\.?fs?\b|\bnormal\b|\bgaussians?\b"
        r"|\buniform(ly)?\b|\bexponential\b",
        re.IGNORECASE,
    ),
    "noise": re.compile(
        r"噪声|噪音|扰动|随机误差|误差项|\b(noises?|noisy|disturbances?|error terms?|random errors?|shocks?|innovations?)\b",
        re.IGNORECASE,
    ),
    "markov": re.compile(r"(?<!非)马尔[可科]夫|(?<!non-)(?<!non )\bmarkov", re.IGNORECASE),
}
INDEPENDENT = _ASSUMED["independent"]
_STATED_OF_ONE_LAW = re.compile(_OF_ONE_LAW, re.IGNORECASE)
_UNDER_CONDITIONS = re.compile(
    r"条件独立|(?:给定|已知)[^。，,.；;]{1,40}[^。.；;]{0,40}?独立|\bconditional(?:ly)?\s+independen\w+|\bindependen\w+\s+(?:conditional(?:ly)?\s+on|given)\b",
    re.IGNORECASE,
)
_SENTENCE_ENDS = re.compile(r"[。；;]|\.\s|\n\s*\n|\$\$")
_GIVEN = re.compile(
    r"(?:\bgiven\b|\bconditional(?:ly)?\s+on\b|\bconditioned\s+on\b|给定|已知)[^.。,，;；$]{0,40}\$(?P<letter>[^$]{1,30})\$",
    re.IGNORECASE,
)
_LETTER = re.compile(r"\\[A-Za-z]+|[A-Za-z]")
_ZERO_MEAN = re.compile(
    r"\\mathcal\s*\{?N\}?\s*\(?(\\left\()?\s*(\\(boldsymbol|mathbf|bm)\s*\{?)?0|\[[^\[\]=]{1,40}\]\s*=\s*(\\(boldsymbol|mathbf)\{)?0"
)


holds_fixed = Saying(
    "a random variable may have a fixed value here",
    r"给定|固定|条件|视为|看作",
    r"given(?!\s+by)|condition(?:al|ed|ing)|fix(?:ed|ing)?|treat\w*",
    (
        "给定 $x$",
        "given $x$",
    ),
    others=("given by",),
)


are_distinct = Saying(
    "symbols are stated to be different or nonzero",
    r"不同|相异|互异|不相等|不等的?|不全|不平行|不共线|不成比例|除非|当且仅当|非零",
    r"distinct|different|differ|unequal|nonequal|not (?:all )?equal|not parallel|unless|except|nonzero|non-zero|iff|if and only if|non-?constant",
    (
        "互异",
        "distinct",
    ),
    signs=r"\\neq?\b",
)


_DEPENDENCE = re.compile(
    r"(?P<no>不独立|并?非独立|相关(?!系数|性|于|的是|概念|知识|工作|内容|文献)|(?<!un)(?<!auto)\bcorrelated\b|(?<!in)\bdependent\b|\bnot\s+(\w+\s+)?independent\b)"
    r"|独立|\bindependen\w+|\bi\.?\s*i\.?\s*d\b|不相关|uncorrelated",
    re.IGNORECASE,
)


@lru_cache(maxsize=256)
def denies_independence(before: str) -> bool:
    """Whether the last words about independence deny it."""
    found = list(occurrences(_DEPENDENCE, before.replace("不相关", "独立")))
    return bool(found) and found[-1].group("no") is not None


@lru_cache(maxsize=256)
def assumes(words: str, *, chain: bool = False) -> frozenset[str]:
    """Properties of random variables stated in `words` and formulas: ``independent``, ``apart`` (independent, beyond samples of
    one law), ``identical``, ``centred``, ``sampled``, ``continuous``, ``noise``, ``markov``, ``network`` (conditional
    independence), ``listed`` (the values). ``conditionally``: independence is stated only under conditions. `chain`: a chain is
    mentioned elsewhere.
    """
    found = {name for name, said in _ASSUMED.items() if occurs(said, words)} | (
        {"markov"} if chain else set()
    )
    if "markov" in found and not occurs(_STATED_OF_ONE_LAW, words):
        found.discard("identical")  # steps of a chain have different laws
    if "independent" in found and not INDEPENDENT.search(_UNDER_CONDITIONS.sub(" ", words)):
        found.add("conditionally")
    return frozenset(found | ({"centred"} if occurs(_ZERO_MEAN, words) else set()))


_BASE = re.compile(
    r"二进制|八进制|十六进制|进制|binary|octal|hexadecimal|\bbase[- ]\d|\bbits?\b", re.IGNORECASE
)


def under_conditions(words: str) -> list[tuple[str, frozenset[str]]]:
    """The conditional independence stated in sentences: the letter of the condition, and all letters of the sentence."""
    found: list[tuple[str, frozenset[str]]] = []
    for sentence in _SENTENCE_ENDS.split(words):
        if not INDEPENDENT.search(sentence) or denies_independence(sentence):
            continue
        letters = frozenset(_LETTER.findall("".join(sentence.split("$")[1::2])))
        given = (m.group("letter").strip() for m in _GIVEN.finditer(sentence))
        found += [(name, letters) for name in given if _LETTER.fullmatch(name)]
    return found


mentions_means = Saying(
    "the post mentions means of samples",
    r"均值|平均|样本",
    r"means?|averages?|sample",
    (
        "样本均值",
        "the sample mean",
    ),
)
mentions_populations = Saying(
    "the post mentions samples from a population; its moments have their usual letters",
    r"总体|样本(?:均值|方差)|无偏|独立同分布|中心极限|大数定律",
    r"population|sample (?:mean|variance)|unbiased\w*|i\.i\.d|iid|identically distributed|central limit|large numbers",
    (
        "样本方差是总体方差的无偏估计",
        "an unbiased estimator of the population variance",
    ),
)
writes_other_bars = Saying(
    "a bar may denote a conjugate, a closure or a complement",
    r"共轭|闭包|补集|复数|复平面",
    r"conjugat\w+|closure|complement|complex numbers?|complex plane",
    (
        "复数的共轭",
        "the complex conjugate",
    ),
)
denies_normalisation = Saying(
    "weights are stated not to add up to 1",
    r"(?:未|没有|不|非|无需)归一|和不为\s*1",
    r"un-?normali[sz]ed|not normali[sz]ed|without normali[sz]\w+",
    (
        "未归一化的权重",
        "unnormalised weights",
    ),
)
