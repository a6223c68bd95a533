"""Posts made of pieces of posts: whatever they say, they are answered, and nothing of them is lost."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mathpost.config import Config
from mathpost.document import flavours
from mathpost.pipeline import examine
from mathpost.text.source import Source
from mathpost.writers.enhanced import enhance

ATOMS = st.sampled_from(
    [
        *r"x y a_1 x_{i} \alpha \beta 0 1 12 .5 \pi e n k f(x) \sin \log \exp \infty ' ! | \| & ~ % # ; , \, \quad".split(),
        r"\mathbb{E}",
        r"\mathbf{x}",
        r"\text{若 }",
        r"\foo",
        r"\left(",
        r"\right)",
        r"\begin{matrix}",
        r"\end{matrix}",
        r"\\",
        "^",
        "_",
        "{",
        "}",
        "$",
        "\\",
        "\n",
        "\\tag{1}",
        "\\label{a}",
        "\\ref{a}",
        "\\nonumber",
        "\\middle|",
    ]
)
SIGNS = st.sampled_from([*r"= + - \cdot / < > \le \ge \ne \approx \in \to \propto := \sim \iff".split(), ""])


def _built(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    one = st.builds(
        "{}{{{}}}".format, st.sampled_from([r"\sqrt", r"\hat", r"\mathrm", r"\text", "^", "_", ""]), inner
    )
    two = st.builds(r"\frac{{{}}}{{{}}}".format, inner, inner)
    bound = st.builds(
        r"{}_{{{}}}^{{{}}} {}".format,
        st.sampled_from([r"\sum", r"\int", r"\prod", r"\lim"]),
        inner,
        inner,
        inner,
    )
    fenced = st.builds(r"\left({}\right)".format, inner)
    rows = st.builds(r"\begin{{aligned}} {} &= {} \\ &= {} \end{{aligned}}".format, inner, inner, inner)
    return st.one_of(one, two, bound, fenced, rows, st.builds("{} {} {}".format, inner, SIGNS, inner))


FORMULAS = st.recursive(ATOMS, _built, max_leaves=12)
DERIVATIONS = st.lists(FORMULAS, min_size=2, max_size=4).map(" = ".join)
MACROS = st.builds(
    r"\newcommand{{\{}}}[{}]{{{}}}".format, st.sampled_from("abz"), st.integers(0, 3), FORMULAS
)
MARKUP = [
    "```math\n",
    "```{math}\n:label: a\n",
    "::: {.theorem #thm-a}\n",
    ":::\n",
    "$$ {#eq-a}",
    "@eq-a ",
    "{eq}`a`",
    ":math:`x`",
    "$`x`$",
    "\\(x\\)",
    "\\\\[x\\\\]",
    "{{< katex >}}x{{< /katex >}}",
    "{% raw %}$x${% endraw %}",
    "[[a#^b]] ^b",
    "(#eq:a)",
    "\\@ref(eq:a)",
    ":eqlabel:`a`",
    "<Tex>{x}</Tex>",
    "%% x %%",
    "\\begin{equation}x\\label{a}\\end{equation}",
]
"""Of the flavours: formulas, labels, references and blocks as each of them writes them."""
WORDS = st.sampled_from(
    [
        "设 ",
        "由(1)得",
        "Let ",
        "where ",
        "令",
        "若",
        "见 \\eqref{a}",
        "**定义 1**",
        "`$x$`",
        "<b>",
        "]( ",
        "|",
        "> ",
        "- ",
        "# ",
        "\n\n",
        "\r\n",
        "\r",
        "\t",
        "\u3000",
        "\ufeff",
        "\x00",
        "\u202e",
        "---\n",
        "```\n",
        "<!--",
        "-->",
        "[^1]",
        "：",
        "。",
        *MARKUP,
    ]
)
PIECES = st.one_of(
    WORDS,
    st.builds("${}$".format, FORMULAS),
    st.builds("$${}$$\n\n".format, st.one_of(FORMULAS, DERIVATIONS)),
    st.builds("\\begin{{align}}{}\\end{{align}}\n\n".format, DERIVATIONS),
    st.builds("${}$".format, MACROS),
    st.text(max_size=5),
)
POSTS = st.lists(PIECES, max_size=12).map("".join)
FLAVOURS = st.sampled_from(flavours.names())
SETTINGS = settings(max_examples=25, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))


OF_POSTS = POSTS, FLAVOURS, st.sampled_from(["mathjax", "katex", "latex", "github"]), st.booleans()
OF_DERIVATIONS = st.lists(DERIVATIONS, min_size=1, max_size=2), st.lists(WORDS, max_size=3), FLAVOURS


@SETTINGS
@given(*OF_POSTS)
def test_any_post_is_answered_and_keeps_its_text(
    text: str, flavour: str, target: str, brackets: bool
) -> None:
    config = Config(flavour=flavour, target=target, brackets=brackets)  # type: ignore[arg-type]
    result = examine(Source("a.md", text), config, False)
    assert [d.message for d in result.diagnostics if d.code == "X001"] == []
    again = examine(Source("a.md", enhance(result)), config, False)
    assert len(again.document.formulas) == len(result.document.formulas)
    assert again.numbering.edits == ()


@SETTINGS
@given(*OF_DERIVATIONS)
def test_any_derivation_gets_its_verdicts(claims: list[str], words: list[str], flavour: str) -> None:
    text = "".join(words) + "".join(f"\n\n$${claim}$$\n" for claim in claims)
    result = examine(Source("a.md", text), Config(flavour=flavour), True)
    assert [d.message for d in result.diagnostics if d.code == "X001"] == []
    assert len(result.verdicts) in (0, len(result.steps))
    assert not any("broke down" in str(verdict) for verdict in result.verdicts)
