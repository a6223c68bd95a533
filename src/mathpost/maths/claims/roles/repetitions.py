"""Roles of steps about a symbol that is already defined: a new definition, or a claim about it.

A letter keeps its definition under the heading where it was defined, a word everywhere. Elsewhere, after a separate title
(``**Variant**: $L = …$``), or after words for another version, the step is a new definition; an inference never is.
"""

from __future__ import annotations

import re

from mathpost.maths.claims.namings import is_value
from mathpost.maths.claims.roles.candidate import Candidate, Row, where
from mathpost.maths.elaboration import heads
from mathpost.maths.lexicon.cues import last_clause
from mathpost.text.late import late

_TITLE = late(
    r"(\*\*(?P<bold>[^*\n]{1,40})\*\*\s*([（(][^）)\n]{0,40}[)）]\s*)?[:：]?"
    r"|(^|\n)\s*([-*+]|\d+[.)、])\s+(?P<item>[^，。,.；;\n]{1,24})[:：])[\s$>]*$"
)
# titles of derived results
_DERIVED = late(
    r"定理|引理|命题|推论|结论|结果|性|推导|计算|求|解|验证|等价|形式|证|导数|化|展开|分解|恒等|"
    r"\b(theorem|lemma|proposition|corollary|conclusion|result|property|proof|derivation|computation|solution|derivative|"
    r"equivalent\w*|identity|simplif\w+)\b",
    re.IGNORECASE,
)
_ANOTHER = late(
    r"改[为成用进]|换[成为一]|替[换代]|另一|另外[的一]|新的|重新定义|变[体种]|版本?|推广|其[他它]|"
    r"\b(instead|modif\w+|replac\w+|alternativ\w+|variants?|another|version\w*|redefin\w+|now let|rescal\w+)\b",
    re.IGNORECASE,
)


# words for statements about a symbol as it is
_SAID = late(
    r"由于|因为|回[想顾忆]|别忘|记得|有[\s：:]*$|恒有|总有|算出|写[出成]|[重改]写|解|展开|得|知道|发现|看[到出]|可见|表明|意味|变成|变为|就是|正是|"
    r"\b(since|because|recall\w*|have|get|obtain\w*|written|rewrit\w*|express\w*|evaluat\w*|develop\w*|reformulat\w*|becom\w+|"
    r"finally|note|notice|observe|follow\w*|equals?)\b",
    re.IGNORECASE,
)


# the title of a statement, or a reference to an equation
_STATED = late(
    r"\*\*[^*\n]*(定理|引理|命题|推论|性质|\b(theorem|lemma|proposition|corollary|claim)\b)[^*\n]*\*\*"
    r"|\\(eq)?ref\{|式\s*[（(]\s*\d|\b(Eqs?\.|equations?)\s*[（(]?\d",
    re.IGNORECASE,
)


def is_titled(lead: str) -> bool:
    """Whether a title leads into a formula and does not announce a derived result: ``**Loss**:``, ``- cosine:``."""
    title = _TITLE.search(lead)
    if title is None:
        return False
    return _DERIVED.search(title.group("bold") or title.group("item")) is None


def _mentions_another(c: Candidate) -> bool:
    return _ANOTHER.search(c.lead.words) is not None


def _is_named_again(c: Candidate) -> bool:
    """Whether a step is under another heading or after a separate title, or words mention another version."""
    elsewhere = not c.known.is_named_here(c.subject, c.step.span.start) and not heads.is_word(c.subject)
    return elsewhere or is_titled(c.lead.words) or _mentions_another(c)


ROWS = tuple(
    where(
        lambda c: bool(c.subject),
        Row(
            "repeated",
            "claim",
            lambda c: c.known.last(c.subject) == c.step.right.text,
            "Let $y = x + 1$. $$y = x + 1$$",
        ),
        Row(
            "said-of-it",
            "claim",
            lambda c: _SAID.search(last_clause(c.lead.words)) is not None,
            "Let $y = x + 1$. Recall $$y = 1 + x$$",
        ),
        Row(
            "stated",
            "claim",
            lambda c: _STATED.search(c.lead.words) is not None and not _mentions_another(c),
            "Let $y = x + 1$. **Theorem** $$y = 1 + x$$",
        ),
        Row(
            "estimated",
            "claim",
            lambda c: heads.estimates(c.step.right.nodes),
            "Let $y = x + 1$. $$y = 1 + O(x)$$",
        ),
        Row(
            "case",
            "assumption",
            lambda c: is_value(c.subject, c.step.right.nodes),
            "Let $y = x + 1$. $$y = z$$",
        ),
        Row("named-again", "definition", _is_named_again, "Let $y = x + 1$. **Variant**: $$y = x + 2$$"),
        Row("said-again", "claim", lambda _: True, "Let $y = x + 1$. $$y = 1 + x$$"),
    )
)
