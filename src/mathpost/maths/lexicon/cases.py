"""Phrases about cases: whether the words around a claim describe one case, an example, or all cases."""

from __future__ import annotations

from functools import lru_cache

from mathpost.maths.lexicon.sayings import Saying

mentions_a_case = Saying(
    "what follows holds in one case only, not in general",
    "若|当|如果|情况|情形|特别|例如|比如|特例",
    "if|when|whenever|case|suppose|example|e\\.g\\.|special",
    ("若 $x > 0$", "for example $x = 1$"),
)
looks_at_a_case = Saying(
    "the sentence is conditional: its condition does not hold for the text after it",
    "若|当|如果",
    "if|when|whenever",
    ("如果 $x > 0$", "when $x > 0$"),
    others=("suppose $x > 0$",),
)
goes_on_with_the_case = Saying(
    "the words after a sentence about a case continue that case",
    "此时|这时|此情[况形]|这种情[况形]|该情[况形]|于是|从而|因此|所以|则|那么|故",
    "then|thus|hence|therefore|so|in (?:this|that|which) (?:case|regime)|here|there|again|consequently",
    ("此时 $y = 1$", "in this case $y = 1$"),
)
is_limited = Saying(
    "the words right after a relation state its condition. English only: in Chinese, 当 after a display begins the next sentence",
    "",
    "(?-i:if|when|whenever|unless|as long as|provided)",
    (" when $k > n$",),
    at="behind",
    others=("when $k > n$",),
)
counts_a_case = Saying(
    "the sentence is about a second or later case",
    "第[二三四](?![章节阶步项行列个类次])|另一(?:种情[况形]|方面|情[况形])|其余情[况形]|否则|^\\s*\\W*(?:secondly|otherwise|else)\\b",
    "(?:second|third|fourth|other|remaining|opposite) (?:case|regime|region|phase|branch|scenario|situation)",
    ("第二,", "in the other regime", "otherwise"),
    others=("第二章",),
)
names_a_case = Saying(
    "the words right before a condition make it the condition of a case",
    "当|若|如果|对于?",
    "(?:if|when|whenever|for|case|unless)",
    ("当 $", "when $"),
    at="end",
)
explains_value = Saying(
    "the words after $X = 1$ say what that value means",
    "表示|代表|意味着|的?(?:这个|这一)?事件",
    "(?:denotes?|means?|indicates?|represents?|signif(?:y|ies))|(?:for|is) the event",
    ("表示正面朝上", ", denotes the event of heads"),
    at="start",
)
generalises = Saying(
    "the text returns from an example to the general case",
    "一般(?:地|来说|而言|情[况形])|推广",
    "in general|more generally|general case|without (?:this|that|the) assumption",
    ("一般地", "in general"),
)
proves = Saying(
    "a theorem or proof begins",
    "定理|引理|推论|命题",
    "proof|theorem|lemma|corollary|proposition",
    ("**定理 1**", "Proof of the theorem"),
)
mentions_every = Saying(
    "the claim is stated for all cases, not only for an example",
    "任意|任何|所有|恒成立|总有|总是|所有情[况形]|一般",
    "(?:for|holds for) (?:all|any|every|each|arbitrary)|all cases|always|general(?:ly)?",
    ("恒成立", "for all $x$"),
)
names_what_has_it = Saying(
    "the words after a relation name the objects for which it holds",
    "则称|我们称|就称|那么称",
    "(?:then )?(?:(?:we )?(?:call|say that|say)|(?:it|they|\\S+) (?:is|are) (?:called|said to be))",
    ("，则称", ", then we say that", " then $A$ is called"),
    at="start",
    others=(", we know", "，我们知道"),
)
introduces = Saying(
    "the words right before a symbol introduce it: from here on it has a new meaning",
    "(?:设|令|考虑|任取|任给)[^，。；、,.;$\\n的]{0,8}",
    "(?:let|consider)(?: \\w+){0,3}",
    ("设函数 $", "Let $", "consider the function $"),
    at="end",
    others=("设函数的 $", "let us see that for $x$ the $"),
)
refers_back = Saying(
    "the words after a symbol say that it keeps its meaning",
    "的|仍|如[上前]|同[上前]",
    "(?:be |is )?(?:as|still|again)",
    ("的梯度", "$ be as above", "仍为"),
    at="start",
    others=("be a function", "是函数"),
)
takes_an_example = Saying(
    "the sentence gives a relation as an example",
    "特别|例如|比如|特例",
    "in particular|for example|for instance|e\\.g\\.|special case",
    ("特别地", "in particular"),
)
opens_a_bracket_for_a_case = Saying(
    "a case is named, and a bracket or colon introduces its condition",
    "(?:情况|情形|情景|区域|区间|范围|时期|阶段|\\b(?:case|regime|region|phase|branch)\\b)[^。！？；.!?;\\n]{0,16}[(（:：]\\s*$",
    "",
    ("情况2（", "the overdamped case ("),
)
names_where_it_holds = Saying(
    "the last words introduce the values for which something holds",
    "对于?(?:所有|任意|任何|每个?)?的?|一旦|只要|除非|直到",
    "for(?: all| any| every| each)?|once|as (?:soon|long) as|wherever|until",
    ("对于任意的 $", "once $"),
    at="end",
)


def opens_a_case(words: str) -> bool:
    """Whether the words name a case and open a bracket or colon for its definition, or state where something holds."""
    return opens_a_bracket_for_a_case(words) or names_where_it_holds(words)


def leaves_the_example(between: str) -> bool:
    """Whether the words between an example and a claim turn to the general statement: in general, proof of the theorem."""
    return generalises(between) or proves(between)


@lru_cache(maxsize=256)
def since_the_last_generality(before: str) -> str:
    """The text after the last words that leave a special case; all of `before` if there are none."""
    return generalises.behind(before)


def sets_a_case(after: str) -> bool:
    """Whether the words after a formula make it a case: $x = 0$ 时."""
    words = after.lstrip()
    return words.startswith(("时", "的时候", "的情形", "的情况")) and not words.startswith("时间")


states_in_general = Saying(
    "the words before a relation say that it holds for all values: “theorem”, “identity”, “for any”",
    "任意|任何|一切|所有|恒|总[有是]|定理|引理|命题|推论|等式|性质",
    "for (?:all|any|every|each|arbitrary)|theorem|lemma|proposition|corollary|identity|identities|always|property",
    ("**定理** 余弦满足", "this requires the identity"),
    others=("参数满足", "the weights satisfy"),
)
holds_for_all = Saying(
    "the words after a relation say that it holds for all values of its symbols",
    "对(?:于)?(?:任意|任何|一切|所有)[^。，]{0,16}成立|恒成立",
    "holds? (?:for (?:all|any|every)|always)|is an identity",
    ("它对一切取值成立", "which holds for all values"),
)
concludes = Saying(
    "the conclusion of a condition follows",
    "则|那么",
    "then",
    ("如果条件成立，则", "if this holds, then"),
)
