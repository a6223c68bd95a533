r"""Laws stated in words: "$X$ is exponentially distributed with rate $\lambda$", “$X$ 服从参数为 $\lambda$ 的指数分布”.

The words after a symbol name a distribution, and the formulas among them are its parameters. Only the usual phrases are read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mathpost.document.document import Document, Formula
from mathpost.latex.tree import Delimited
from mathpost.maths import notation
from mathpost.maths.distributions import registry
from mathpost.maths.elaboration.chance import averages
from mathpost.maths.elaboration.conventions import Conventions
from mathpost.maths.elaboration.elaboration import RowReader
from mathpost.maths.elaboration.lists import sequences
from mathpost.maths.facts import laws
from mathpost.maths.facts.facts import Fact
from mathpost.maths.lexicon.sentences import Sentences
from mathpost.maths.notation import Item, Scripted, UnreadError
from mathpost.maths.notation.brackets import split_at_commas
from mathpost.maths.terms.term import ONE, ZERO, Apply, Term, Variable
from mathpost.text.source import Span

REACH = 240  # characters after a symbol in which the name of its law is searched
FORMULAS = 4  # characters of a name that may be the parameters
NOWHERE = Span(0, 0)
MEMBER = Variable("i")  # any member of a listed family

_ABBREVIATION = re.compile(r"\bi\.\s?i\.\s?d\.?|\br\.\s?v\.\s?s?", re.IGNORECASE)
_END = re.compile(r"[。！？；;!?]|\.(?:\s|$)|\n\s*\n")
_JOINED = re.compile(r"^\s*(?:和|与|及|以及|、|，|,|\band\b)\s*$")
_EACH_ITS_OWN = re.compile(r"分别|\brespectively\b", re.IGNORECASE)
_NAMES = {
    "normal": r"正态|高斯|normal(?:ly)?|gaussian",
    "uniform": r"均匀|uniform(?:ly)?",
    "exponential": r"(?:负)?指数|exponential(?:ly)?",
    "poisson": r"泊松|poisson",
    "bernoulli": r"伯努利|(?:0-1|两点)|bernoulli",
    "binomial": r"二项|binomial(?:ly)?",
    "geometric": r"几何|geometric(?:ally)?",
    "gamma": r"伽马|伽玛|gamma",
    "beta": r"贝塔|beta",
}
_NAMED = "|".join(_NAMES.values())
_ANY = "|".join(f"(?P<{name}>{words})" for name, words in _NAMES.items())
_CHINESE = re.compile(
    rf"^(?:是|都|均|各自|分别|相互|彼此|独立|同分布|且|并且|地|，|,|、|\s)*(?:服从|来自|取自|抽自|采样自)于?(?:一个)?(?P<with>[^，,]{{0,40}}?(?:[，,]\s*方差[^，,]{{0,12}})?)(?P<standard>标准)?\s*(?:{_ANY})\s*分布",
    re.IGNORECASE,
)
_ENGLISH = re.compile(
    r"^(?:that|which|are|is|be|being|have|has|with|all|each|both|mutually|independent(?:ly)?|identically|and|i\.?i\.?d\.?|follow(?:s|ing)?|having|random|variables?|samples?|observations?|draws?|drawn|sampled|taken|from|distributed|as|an?|the|,|\s)*?"
    rf"(?P<standard>standard\s+)?\b(?:{_ANY})\b(?P<with>.*)$",
    re.IGNORECASE | re.DOTALL,
)
# words between variables and the formula of their law: "i.i.d. samples from $\mathcal{N}(\mu, \sigma^2)$"
_FROM = re.compile(
    r"^(?:是|为|都|均|各自|分别|相互|彼此|独立|同分布|且|并且|地|随机|抽取|一组|(?:i\.?i\.?d\.?)|are|is|be|being|that|which|all|each|both|mutually|independent(?:ly)?|identically|and|an?|the"
    r"|random|variables?|samples?|observations?|draws?|drawn|sampled|taken|，|,|、|\s)*"
    r"(?:服从|来自|取自|抽自|采样自|分布于|同分布于|\bfrom|\bfollow(?:s|ing)?|\bha(?:s|ve|ving)|\bdistributed\s+as|\bdistributed\s+according\s+to)于?"
    rf"(?:总体|分布|the|distribution|an?|\s|{_NAMED})*\$",
    re.IGNORECASE,
)
_NOISE = r"(?:distributed|distributions?|law|random|variables?|samples?|draws?|numbers?|rv|\s)*"
_INTERVAL = re.compile(
    rf"^{_NOISE}(?:区间)?(?:on|over|in)?\s*(?:the\s+)?(?:unit\s+)?(?:interval\s*)?(?P<one>\$)", re.IGNORECASE
)
_PARAMETERS = re.compile(
    r"(?:参数|\bparameters?)\s*(?:分别)?(?:为|是|of|=)?\s*(?P<one>\$)(?:\s*(?:和|与|、|,|，|and)\s*(?P<two>\$))?",
    re.IGNORECASE,
)
_RATE = re.compile(
    r"(?:速率|比率|强度|\brate|\bintensity)\s*(?:参数|parameter)?\s*(?:为|是|of|=)?\s*(?P<one>\$)",
    re.IGNORECASE,
)
_SCALE = re.compile(
    r"(?:(?<!逆)尺度|(?<!inverse )\bscale)\s*(?:参数|parameter)?\s*(?:为|是|of|=)?\s*(?P<one>\$)",
    re.IGNORECASE,
)
_MEAN = re.compile(r"(?:均值|期望|\bmean)\s*(?:为|是|of|=)?\s*(?P<one>\$)", re.IGNORECASE)
_SUCCESS = re.compile(
    r"(?:概率|\bprobability(?:\s+of\s+success)?)\s*(?:为|是|of|=)?\s*(?P<one>\$)", re.IGNORECASE
)
_SHAPE = re.compile(r"(?:形状|\bshape)\s*(?:参数|parameter)?\s*(?:为|是|of|=)?\s*(?P<one>\$)", re.IGNORECASE)
_VARIANCE = re.compile(r"(?:方差|\bvariance)\s*(?:为|是|of|=)?\s*(?P<one>\$)", re.IGNORECASE)
_DEVIATION = re.compile(r"(?:标准差|\bstandard\s+deviation)\s*(?:为|是|of|=)?\s*(?P<one>\$)", re.IGNORECASE)
# phrases for the parameters of a law, the first that matches: the law as named, and the patterns of its parameters
_TURNS: dict[str, tuple[tuple[str, tuple[re.Pattern[str], ...]], ...]] = {
    "normal": (("normal", (_MEAN, _VARIANCE)), ("normal with deviation", (_MEAN, _DEVIATION))),
    "uniform": (("uniform", (_INTERVAL,)),),
    "exponential": (
        ("exponential", (_RATE,)),
        ("exponential with scale", (_MEAN,)),
        ("exponential with scale", (_SCALE,)),
        ("", (_PARAMETERS,)),
    ),
    "poisson": (("poisson", (_RATE,)), ("poisson", (_MEAN,)), ("poisson", (_PARAMETERS,))),
    "bernoulli": (("bernoulli", (_SUCCESS,)), ("bernoulli", (_PARAMETERS,))),
    "binomial": (("binomial", (_PARAMETERS,)),),
    "geometric": (("", (_SUCCESS,)), ("", (_PARAMETERS,))),
    "gamma": (("gamma", (_SHAPE, _RATE)), ("gamma with scale", (_SHAPE, _SCALE)), ("", (_PARAMETERS,))),
    "beta": (("beta", (_PARAMETERS,)),),
}  # fmt: skip


def laws_in_words(document: Document, words: Sentences, written: Conventions) -> tuple[Fact, ...]:
    """The laws stated in words, as facts; their steps are negative numbers, which no formula has."""
    found: list[Fact] = []
    text = _ABBREVIATION.sub(lambda m: "iid".ljust(len(m.group())), words.text)
    formulas = document.formulas
    names: list[tuple[str, tuple[Term, ...]]] = []
    for k, bearer in enumerate(formulas):
        own = _bearers(bearer, written) if bearer.kind == "inline" else []
        joined = bool(names) and _JOINED.match(text[formulas[k - 1].span.end : bearer.span.start]) is not None
        names = [*names, *own] if joined and own else own
        if not names:
            continue
        said = _words_after(text, bearer, formulas[k + 1 : k + 1 + FORMULAS])
        if len(names) > 1 and _EACH_ITS_OWN.search(said.text):
            continue
        law = _law(said, written)
        for name, indices in names if law is not None else ():
            assert law is not None
            found.append(Fact("law", name, indices, law, said.end, _FIRST - len(found)))
    return tuple(found)


_FIRST = -100_000  # below the steps of moments stated in words


class _Words(NamedTuple):
    """The words after a symbol up to the end of the sentence with ``$`` for each formula, the formulas, and the end."""

    text: str
    formulas: tuple[Formula, ...]
    end: int


def _words_after(text: str, bearer: Formula, following: Sequence[Formula]) -> _Words:
    pieces: list[str] = []
    taken: list[Formula] = []
    at, last = bearer.span.end, bearer.span.end + REACH
    for formula in following:
        piece = text[at : formula.span.start]
        if formula.kind != "inline" or formula.span.end > last or _END.search(piece):
            break
        pieces += [piece, "$"]
        taken.append(formula)
        at = formula.span.end
    rest = text[at:last].partition("$")[0]
    end = _END.search(rest)
    rest = rest if end is None else rest[: end.start()]
    return _Words("".join([*pieces, rest]), tuple(taken), at + len(rest))


def _law(said: _Words, written: Conventions) -> Term | None:
    """The law named in words or by the formula after them; None if none is read."""
    if _FROM.match(said.text):
        try:
            row = notation.without_stop(notation.items(said.formulas[0].tree.body))
            named = averages.distributed(RowReader(row, written), row, (), short=True)
        except (UnreadError, RecursionError):
            return None
        return None if named is None else laws.law(*named)
    match = _CHINESE.match(said.text) or _ENGLISH.match(said.text)
    return None if match is None else _worded(match, said, written)


def _worded(match: re.Match[str], said: _Words, written: Conventions) -> Term | None:
    """The law of a name with the parameters stated in words; None if these are not read."""
    name = next(name for name in _NAMES if match.group(name))
    if match.group("standard"):
        return Apply(laws.TOLD + laws.PREFIX + "normal", (ZERO, ONE)) if name == "normal" else None
    start, end = match.span("with")
    for told, turns in _TURNS[name]:
        found = [
            turn.search(said.text, start, end) if turn is not _INTERVAL else turn.match(said.text[start:end])
            for turn in turns
        ]
        if not all(found):
            continue
        try:
            parameters = [
                p
                for m, turn in zip(found, turns, strict=True)
                if m
                for p in _parameters(m, turn, start, said, written)
            ]
        except (UnreadError, RecursionError):
            return None
        law = (laws.TOLD if told else "") + laws.PREFIX + (told or name)
        fits = len(parameters) == len(registry()[told or name].parameters)
        return Apply(law, tuple(parameters)) if fits else None
    return None


def _parameters(
    match: re.Match[str], turn: re.Pattern[str], start: int, said: _Words, written: Conventions
) -> Iterator[Term]:
    """The terms of the formulas that a phrase names; an interval gives its two ends."""
    shift = start if turn is _INTERVAL else 0
    for group in ("one", "two"):
        if match.groupdict().get(group) is None:
            continue
        formula = said.formulas[said.text.count("$", 0, match.start(group) + shift)]
        row = notation.items(formula.tree.body, grouped=False)
        if turn is _INTERVAL:
            row = _inside(row)
        for part in split_at_commas(row):
            yield RowReader(part, written).whole()


def _inside(row: list[Item]) -> list[Item]:
    """The content of the brackets of an interval.

    Raises:
        UnreadError: the brackets are no interval.
    """
    if len(row) == 1 and isinstance(row[0], Delimited):
        row = notation.items(row[0].body, grouped=False)
    elif row and notation.latex(row[0]) in ("(", "[") and notation.latex(row[-1]) in (")", "]"):
        row = row[1:-1]
    else:
        row = []
    if len(split_at_commas(row)) != 2:
        raise UnreadError("interval", NOWHERE)
    return row


def _bearers(formula: Formula, written: Conventions) -> list[tuple[str, tuple[Term, ...]]]:
    r"""The variables that a formula names: ``X``, ``X, Y``, ``x_i``, ``X_1, \dots, X_n``; empty for any other formula."""
    found: list[tuple[str, tuple[Term, ...]]] = []
    if not formula.tree.body:
        return found
    try:
        parts = split_at_commas(notation.items(formula.tree.body))
        listed = any(map(sequences.is_dots, parts))
        for part in parts:
            if sequences.is_dots(part):
                continue
            name = notation.name(part[0]) if part and not isinstance(part[0], Scripted) else None
            if name is None or len(part) > 2 or (len(part) == 2 and not isinstance(part[1], Scripted)):
                return []
            match RowReader(part, written).whole():
                case Variable(name=name):
                    found.append((name, ()))
                case Apply(operator="index", arguments=(Variable(name=name), index)):
                    if not listed and not isinstance(index, Variable):
                        return []
                    found.append((name, (MEMBER if listed else index,)))
                case _:
                    return []
    except (UnreadError, RecursionError):
        return []
    return list(dict.fromkeys(found))
