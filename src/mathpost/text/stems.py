"""Words that a text must contain for a regular expression to match in it: much faster to search for than the
expression.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

_OPTIONAL = ("?", "*", "{0", "{,")
_NOT_LITERAL = frozenset(".^$")
_ESCAPED_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")

Stems = frozenset[str]

_last: tuple[str, str] = ("", "")


def may_match(pattern: re.Pattern[str], text: str) -> bool:
    """Whether `text` contains one of the words without which `pattern` matches nowhere.

    >>> may_match(re.compile(r"positive[- ]definite|正定"), "a definite answer")
    False
    """
    needed = stems(pattern.pattern)
    if needed is None:
        return True
    lowered = _lowered(text)
    for stem in needed:  # noqa: SIM110 - called so often that a generator would slow it down
        if stem in lowered:
            return True
    return False


def occurs(pattern: re.Pattern[str], text: str) -> bool:
    """Whether `pattern` matches somewhere in `text`."""
    return may_match(pattern, text) and pattern.search(text) is not None


def occurrences(pattern: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    """The matches of `pattern` in `text`."""
    return pattern.finditer(text) if may_match(pattern, text) else iter(())


def _lowered(text: str) -> str:
    """`text` in lower case; many patterns are tried on one text."""
    global _last
    known, lowered = _last
    if known is not text:
        lowered = text.lower()
        _last = text, lowered
    return lowered


@lru_cache(maxsize=4096)
def stems(pattern: str) -> Stems | None:
    """Words in small letters, one of which is in every match of `pattern`; None if none are found.

    >>> sorted(stems(r"\\bpositive[- ](semi-?)?definite|正定"))
    ['positive', '正定']
    >>> stems(r"a?|b")
    """
    found: Stems = frozenset()
    for alternative in _alternatives(pattern):
        needed = _needed(alternative)
        if needed is None:
            return None
        found |= needed
    return found


def _needed(alternative: str) -> Stems | None:
    """The best words that one alternative needs: those whose shortest is the longest."""
    candidates: list[Stems] = []
    run, k = "", 0
    while k < len(alternative):
        end = _end_of_atom(alternative, k)
        atom = alternative[k:end]
        literal = _literal(atom)
        optional = alternative.startswith(_OPTIONAL, end)
        if literal and not optional:
            run += literal
        elif run:
            candidates.append(frozenset([run]))
            run = ""
        if atom[0] == "(" and not optional and (inside := _inside(atom)) is not None:
            candidates.append(inside)
        k = _end_of_quantifier(alternative, end)
        if k > end and run:
            candidates.append(frozenset([run]))
            run = ""
    if run:
        candidates.append(frozenset([run]))
    return max(candidates, key=lambda words: min(map(len, words)), default=None)


def _inside(group: str) -> Stems | None:
    """The words that a group needs; None for a lookaround or an unknown kind of group."""
    opening = re.match(r"\((?:\?:|\?P<\w+>)?(?!\?)", group)
    return None if opening is None else stems(group[opening.end() : -1])


def _literal(atom: str) -> str:
    """The letter that an atom matches, in lower case; empty for anything else."""
    if len(atom) == 1:
        return "" if atom in _NOT_LITERAL else atom.lower()
    return atom[1] if atom[0] == "\\" and atom[1] not in _ESCAPED_LETTERS else ""


def _end_of_atom(pattern: str, k: int) -> int:
    """Where the character, class or group that begins at `k` ends."""
    if pattern[k] == "\\":
        return k + 2
    if pattern[k] == "[":
        end = k + 2 if pattern.startswith("[^", k) else k + 1
        end += pattern.startswith("]", end)
        while pattern[end] != "]":
            end += 2 if pattern[end] == "\\" else 1
        return end + 1
    if pattern[k] == "(":
        end = k + 1
        while pattern[end] != ")":
            end = _end_of_atom(pattern, end)
        return end + 1
    return k + 1


def _end_of_quantifier(pattern: str, k: int) -> int:
    found = re.compile(r"(?:[?*+]|\{\d*,?\d*\})[?+]?").match(pattern, k)
    return k if found is None else found.end()


def _alternatives(pattern: str) -> list[str]:
    """The alternatives of a pattern that are not inside a group."""
    found, start, k = [], 0, 0
    while k < len(pattern):
        if pattern[k] == "|":
            found.append(pattern[start:k])
            start = k + 1
        k = _end_of_atom(pattern, k)
    return [*found, pattern[start:]]
