"""Numbers in words beside the name of another document: a link, a title, or words for it.

``[《标题》](/archives/1)的式(3)``, ``《标题》式(3)``, ``[式(3)](b.md)``, ``Eq. (3) of [title](b.md)``, 原论文的式(3), Eq. (5) of [2].
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import unquote

from mathpost.document.document import Reference
from mathpost.text.chinese import simplified
from mathpost.text.source import Span

_LINK = r"\[(?:[^\[\]\n]|\[[^\[\]\n]*\])*\]\((?P<address>[^()\s]*)[^()\n]*\)"
_TITLE = r"《(?P<title>[^》\n]+)》"
_OF = (
    r"[ \t]*(?:(?:一文|这篇文章|这篇|该文|文章|博客|博文|那篇)?(?:当中|里面|里边|中|里|内)?(?:给出|得到|定义|推导|证明|提到)?(?:出)?的?|"
    r"['’]s|,|:|：)?[ \t]*第?"
)
_BEFORE = re.compile(rf"(?:{_LINK}|{_TITLE}){_OF}$")
_POST_LINK = re.compile(rf"\{{%-?[ \t]*post_link\b[^%\n]*%\}}{_OF}$")  # of Hexo
_NEAR = re.compile(r"(?:\]\((?!#)(?P<address>[^()\s]*)\)|》)(?P<between>[^。；;！？!?，,\n]{0,16})$")
_DERIVES = re.compile(
    r"\b(?:implied|given|defined|induced|described|obtained|derived)\b|得(?!到的|出的)|由|代入|结合|可|即|[把将给]|[Ss]o |[Hh]ence|gives?|yields?|\b[Bb]y\b"
)
_BEHIND = re.compile(rf"[ \t]*(?:of|in|from|[(（]?[ \t]*(?:见|参见|参考|see|cf\.))[ \t]*(?:{_LINK}|{_TITLE})")
_OF_LINK = re.compile(rf"[ \t]*(?:of|in|from)[ \t]*(?:{_LINK}|{_TITLE})")
_TAKEN = re.compile(rf"[)）\d][ \t]*(?:of|in|from)[ \t]*(?:{_LINK}|{_TITLE})[ \t]*[,，][ \t]*(?:and[ \t]*)?$")
_LINK_OPENS = re.compile(r"!?\[[^\[\]\n]*$")
_LINK_OPENED = re.compile(_LINK)
_LINK_CLOSES = re.compile(r"[^\[\]\n]*\]\((?P<address>[^()\s]*)[^()\n]*\)")
_WIKI = r"\[\[(?P<page>[^\[\]|\n]*)(?:\|[^\[\]\n]*)?\]\]"  # [[Title#^block|text]] of a vault
_WIKI_AROUND = re.compile(r"!?\[\[(?P<page>[^\[\]|\n]*)\|[^\[\]\n]*$")
_WIKI_BEHIND = re.compile(rf"[ \t]*(?:of|in|from)[ \t]+{_WIKI}")
_WIKI_WHOLE = re.compile(_WIKI)
_WORDS = re.compile(
    r"(?:原论文|原文|原作|原书|论文|文献|主文档|文章|博客|博文|教材|课本|讲义|西瓜书|花书|书中|书里|附录|"
    r"[上前下后][一几]篇|第[一二三四五六七八九十\d]+[篇章讲]|[Pp]aper|[Cc]hapter|\b(?:[Tt]heir|[Hh]is|[Hh]er)(?=[ \t]+$)|理论(?:里|中)[边面]?|\[\d+\])[^。；;！？!?，,\n]{0,16}$|"
    r"第?[ \t]?\d+[ \t]?页[^。；;！？!?\n]{0,24}$|\bp(?:p\.|\.|age)[ \t]?\d+[^.;!?\n]{0,24}$"
)
_ABOUT = re.compile(
    r"(?:对|提到了|提到|采用了|使用了|认为|写)[ \t]*\$?[(（]?$|\b(?:[Tt]heir|[Hh]is|[Hh]er)[ \t]+$|\d\D{0,3}(?:写[成为]|改写|变[成为]|化[成为]|对应|得到|等价于|就是|即|代入)[^\d]{0,4}$"
)
_PAGE_BEGINS = re.compile(r"^[ \t>*+-]*(?:第[ \t]?)?(?:[Pp]\.?[ \t]?)?\d{1,4}[ \t]?页[^\n]*$")
_OURS = re.compile(
    r"本文|我们|这里的|上文|前文的|上面|前面|[Tt]his (?:post|paper|article|chapter|note|section|blog)|本[章节书]|\b[Oo]urs?\b|\babove\b"
)
_WORDS_BEHIND = re.compile(
    r"[ \t]*(?:of|in|from)[ \t]+(?:\[\d|\[@|@|<(?:d-)?cite\b|\\cite|[Rr]efs?\.|(?:the|their|his|her)[ \t]+(?:\w+[ \t]+)?(?:paper|book|article|original)|"
    r"[A-Z][a-z]+(?:[ \t]+(?:et[ \t]+al|and|&)|[ \t]+[(\[]?(?:19|20)\d\d|[ \t]?\[\w{1,4}\])|(?:[Cc]hapter|[Aa]ppendix)[ \t])"
)
_AUTHOR = re.compile(r"(?<![A-Za-z])(?P<name>[A-Z][a-zà-ÿ]{2,})(?:['’]s)?[ \t]+[\[(]?$")
_ABBREVIATED = re.compile(r"[Ee]qn?s?\.?[ \t~]*[(（]?[ \t]?\d")
_STARTERS = frozenset(
    "From See Using Use Applying The This That Then Thus Hence With Combining Substituting Inserting Plugging Recall And But Also "
    "Since Because Where When While Let Note Now Next Here Both Given Consider Solving Comparing Similarly Likewise Rearranging "
    "Equating Multiplying Adding Subtracting Integrating Differentiating Taking Put Putting Into For Compare Via Unlike Like "
    "Inequality Formula Identity Setting Replacing Rewriting Rewrite Apply Combine Substitute Insert Plug Define Defining Through "
    "After Before Recalling Considering Minimizing Maximizing Minimising Maximising Under Per Check Verify Prove Proving Hint Our "
    "Looking Observe Notice Remember Starting Start Returning Return Going Back".split()
)
_SENTENCE_BEGINS = re.compile(r"(?:^|[.!?:;][ \t]+)[\s>*_+#-]*(?:\d+[.)][ \t]+)?\Z")
_SENTENCE_ENDS = re.compile(r"(?<![A-Z])\.[ \t]+(?=[A-Z])|\.[ \t]+$|[。；;！？!?\n]")
_FILE_LINK = re.compile(r"\]\((?!/|\w+:)([^()\s#?]+\.md)(?=[#?)\s])")
_REACH = 300
_LONGEST_LINE = 3000


class Mention(NamedTuple):
    """Another document that a number belongs to: the address of a link, or a title; the other one is empty."""

    address: str
    title: str


def mention(text: str, reference: Reference, here: str) -> Mention | None:
    """The link or title beside `reference` that names the document of the number; a link within the post, which is the
    file `here`, does not count.
    """
    near = max(0, reference.span.start - _REACH)
    line = max(text.rfind("\n", near, reference.span.start) + 1, near)
    before, behind = text[line : reference.span.start], text[reference.span.end : reference.span.end + _REACH]
    inside = _LINK_CLOSES.match(behind) if _LINK_OPENS.search(before) else None
    whole = _LINK_OPENED.match(text, *reference.span)
    wiki = (
        _WIKI_WHOLE.match(text, *reference.span) or _WIKI_AROUND.search(before) or _WIKI_BEHIND.match(behind)
    )
    if wiki is not None:
        return None if _is_own_page(wiki["page"], here) else Mention(wiki["page"], "")
    found = whole or inside or _OF_LINK.match(behind) or _BEFORE.search(before) or _BEHIND.match(behind)
    if found is None or (found.re is _BEFORE and _TAKEN.search(before)):
        return None
    named = found.groupdict()
    address, title = named.get("address") or "", named.get("title") or ""
    return None if _is_here(address, here) else Mention(address, title)


def _is_here(address: str, here: str) -> bool:
    """Whether a link leads to a place in the post itself."""
    page = unquote(address.partition("#")[0])
    return address.startswith(("#", "./#", ".#")) or (
        page.endswith(".md") and "/" not in page.removeprefix("./") and _name(page) == _name(here)
    )


def _is_own_page(page: str, here: str) -> bool:
    """Whether a link of a vault leads to the post itself: ``[[#^block]]``, ``[[Title#^block]]`` in Title.md."""
    title = page.partition("#")[0].strip()
    return not title or title.startswith("^") or _name(title) == _name(here).rpartition(".")[0]


def _name(path: str) -> str:
    return path.replace("\\", "/").rsplit("/", 1)[-1]


class Link(NamedTuple):
    """A link to another Markdown file: `address` is its path as written, relative to the post."""

    address: str
    span: Span


def file_links(visible: str) -> Iterator[Link]:
    """The links of a post to Markdown files by their relative paths."""
    for found in _FILE_LINK.finditer(visible):
        yield Link(unquote(found[1]), Span(*found.span(1)))


def is_foreign(text: str, reference: Reference, here: str) -> bool:
    """Whether the words around a number refer to another document than the post, the file `here`."""
    close = max(0, reference.span.start - 60)
    line = max(text.rfind("\n", close, reference.span.start) + 1, close)
    before = simplified(text[line : reference.span.start])
    behind = text[reference.span.end : reference.span.end + _REACH]
    near = _NEAR.search(before)
    linked = near is not None and not _is_here(near["address"] or "", here)
    words = _WORDS.search(_clause(before))
    whole = text[
        text.rfind("\n", max(0, reference.span.start - _LONGEST_LINE), reference.span.start)
        + 1 : reference.span.start
    ]
    return bool(
        _PAGE_BEGINS.match(whole)  # an erratum: 36 页，式(2.4) 改为 …
        or ("post_link" in whole and _POST_LINK.search(whole))
        or mention(text, reference, here)
        or _is_of_an_author(text, reference, before)
        or (near and linked and not (_DERIVES.search(near["between"]) or _OURS.search(near["between"])))
        or (words and not _OURS.search(words[0]))
        or _WORDS_BEHIND.match(behind)
    )


def is_ours(words: str) -> bool:
    """Whether words refer to the text that contains them: 本文, this post."""
    return _OURS.search(words) is not None


def is_doubtful(text: str, reference: Reference) -> bool:
    """Whether the words before a number leave open whose equation it is.

    Others write about an equation, 文献对式(12), or their equation becomes another one, 论文的式(5)写成式(6).
    """
    close = max(0, reference.span.start - 60)
    line = max(text.rfind("\n", close, reference.span.start) + 1, close)
    words = _WORDS.search(_clause(simplified(text[line : reference.span.start])))
    return words is not None and _ABOUT.search(words[0]) is not None


def _clause(before: str) -> str:
    """The end of `before` that belongs to the sentence after it."""
    ends = [found.end() for found in _SENTENCE_ENDS.finditer(before)]
    return before[ends[-1] :] if ends else before


def _is_of_an_author(text: str, reference: Reference, before: str) -> bool:
    """Whether a name comes before the abbreviation, "Mohr Eq. (3)", and is not the name of an equation of the post
    ("the Bellman equation").
    """
    found = _AUTHOR.search(before)
    if found is None or not _ABBREVIATED.match(text, reference.span.start):
        return False
    name = found["name"]
    named = re.search(
        rf"\b{name}(?:['’]s)?[ \t]+(?:equation|inequality|identity|formula|bound|theorem|lemma)", text
    )
    begins = (
        _SENTENCE_BEGINS.search(before, 0, found.start("name")) is not None
        and before[found.end("name")] in " \t"
    )
    if begins and re.search(rf"[a-z,)\]][ \t]+{name}\b", text) is None:
        return False  # a verb: "Multiply Eqn (1) with …"
    return name not in _STARTERS and named is None
