"""Whether the words around a claim speak of one case, of an example, or of every case."""

from __future__ import annotations

import re

_CASE = re.compile(
    r"若|当|如果|情况|情形|特别|例如|比如|特例|\b(if|when|whenever|case|suppose|example|e\.g\.|special)\b",
    re.IGNORECASE,
)


def speaks_of_a_case(words: str) -> bool:
    """Whether what follows holds in a case that is looked at, and not in general."""
    return _CASE.search(words) is not None


_CONDITIONAL = re.compile(r"若|当|如果|\b(if|when|whenever)\b", re.IGNORECASE)
_STILL = re.compile(
    r"此时|这时|此情[况形]|这种情[况形]|该情[况形]|于是|从而|因此|所以|则|那么|故|"
    r"\b(then|thus|hence|therefore|so|in (this|that|which) (case|regime)|here|there|again|consequently)\b",
    re.IGNORECASE,
)


def looks_at_a_case(words: str) -> bool:
    """Whether a sentence holds under an "if", and does not suppose something for all that follows."""
    return _CONDITIONAL.search(words) is not None


def goes_on_with_the_case(between: str) -> bool:
    """Whether the words behind a sentence of a case draw on it, 此时, "then": they are of that case still."""
    return _STILL.search(between) is not None


_BEHIND = re.compile(r"^\s+(if|when|whenever|unless|as long as|provided)\b")


def is_limited(after: str) -> bool:
    """Whether the words right behind a relation say for what it holds: ``P(X = k) = 0`` when ``k > n``.

    In Chinese that stands before it; what stands behind a display, 当, begins the next sentence.
    """
    return _BEHIND.search(after) is not None


_COUNTED = re.compile(
    r"第[二三四](?![章节阶步项行列个类次])|另一(种情[况形]|方面|情[况形])|其余情[况形]|否则|"
    r"\b(second|third|fourth|other|remaining|opposite) (case|regime|region|phase|branch|scenario|situation)\b|^\s*\W*(secondly|otherwise|else)\b",
    re.IGNORECASE,
)


def counts_a_case(words: str) -> bool:
    """Whether a sentence speaks of one of several cases that is not the first: 第二, "in the other regime"."""
    return _COUNTED.search(words) is not None


_NAMED = re.compile(r"(当|若|如果|对于?|\b(if|when|whenever|for|case|unless))[\s$]*$", re.IGNORECASE)


def names_a_case(before: str) -> bool:
    """Whether the words right before a condition make it a case: 当, "when"."""
    return _NAMED.search(before) is not None


_PARTICULAR = re.compile(
    r"特别|例如|比如|特例|\b(in particular|for example|for instance|e\.g\.|special case)\b", re.IGNORECASE
)
_BACKWARDS = re.compile(
    r"上[式述面]|此[式时]|成立|只有|仅当|前提|\b(above|holds?|only|true|valid)\b", re.IGNORECASE
)


_OPENED = re.compile(
    r"(情况|情形|情景|区域|区间|范围|时期|阶段|\b(case|regime|region|phase|branch)\b)[^。！？；.!?;\n]{0,16}[(（:：]\s*$",
    re.IGNORECASE,
)


_LIMITED = re.compile(
    r"(对于?(所有|任意|任何|每个?)?的?|一旦|只要|除非|直到|\b(for( all| any| every| each)?|once|as (soon|long) as|wherever|until))[\s$]*$",
    re.IGNORECASE,
)


def opens_a_case(words: str) -> bool:
    """Whether the words name a case and a bracket or colon opens for what it is, 情况2（, the overdamped case (, or say for
    what something holds: 对于, "once".
    """
    return _OPENED.search(words) is not None or _LIMITED.search(words) is not None


def turns_to_a_case(before: str, after: str) -> bool:
    """Whether the sentence around a relation takes it as an example of what was said, and does not say when that holds."""
    return _PARTICULAR.search(before) is not None and _BACKWARDS.search(before + after) is None


_GENERAL = re.compile(
    r"一般(地|来说|而言|情[况形])|推广|\b(in general|more generally|general case|without (this|that|the) assumption)\b",
    re.IGNORECASE,
)
_EVERY = re.compile(
    r"任意|任何|所有|恒成立|总有|总是|所有情[况形]|一般|\b(for|holds for) (all|any|every|each|arbitrary)\b|\ball cases\b|\balways\b|\bgeneral(ly)?\b",
    re.IGNORECASE,
)


_THEOREM = re.compile(r"定理|引理|推论|命题|\b(proof|theorem|lemma|corollary|proposition)\b", re.IGNORECASE)


def leaves_the_example(between: str) -> bool:
    """Whether the words between an example and a claim turn to what is proved: in general, proof of the theorem."""
    return generalises(between) or _THEOREM.search(between) is not None


def generalises(between: str) -> bool:
    """Whether the words between an example and a claim leave the example: in general, 一般地."""
    return _GENERAL.search(between) is not None


def since_the_last_generality(before: str) -> str:
    """What stands behind the last words that leave a special case, all of `before` where there are none."""
    ends = [match.end() for match in _GENERAL.finditer(before)]
    return before[ends[-1] :] if ends else before


def speaks_of_every(words: str) -> bool:
    """Whether the words around a claim say that it always holds: no example stands for it."""
    return _EVERY.search(words) is not None


_EVENT = re.compile(
    r"^\s*\W?\s*(表示|代表|意味着|(denotes?|means?|indicates?|represents?|signif(?:y|ies))\b|(for|is) the event\b|的?(这个|这一)?事件)",
    re.IGNORECASE,
)


def tells_what_a_value_means(after: str) -> bool:
    """Whether the words behind "$X = 1$" tell what happens where a symbol has that value: 表示正面朝上, "denotes the event that"."""
    return _EVENT.search(after) is not None


def sets_a_case(after: str) -> bool:
    """Whether the words behind a formula make a case of it: $x = 0$ 时."""
    words = after.lstrip()
    return words.startswith(("时", "的时候", "的情形", "的情况")) and not words.startswith("时间")
