r"""What the builders of sites make of a post before and after `enhance run`: pages that differ in the planned numbers only.

The builders are the real ones: markdown-it with KaTeX, MDX, the renderer of Hexo, kramdown, Python-Markdown as MkDocs
uses it, pandoc as the first step of Quarto, and Sphinx and mystmd with MyST.
"""

from __future__ import annotations

import html
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from difflib import SequenceMatcher
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from mathpost.cli import main
from mathpost.config import Config
from mathpost.document import flavours
from mathpost.pipeline import examine
from mathpost.publish.pandoc import converted
from mathpost.text.source import Source

pytestmark = pytest.mark.oracle
ORACLE = Path(__file__).parent / "oracle"
POST = r"""# Sums

For $a_1 * b_2 * c_3$ and `code (2)` we have, *say*, a table:

| $x_1$ | $y_1$ |
|---|---|
| $a_i^*$ | $b_j^*$ |

$$
S_n = \sum_{k=1}^n k_1 * k_2 \tag{2}
$$

- In a list, by (2) and *so on*:

  $$
  T_n < S_n \tag{1}
  $$

> Substituting (1) into (2) gives $U_n$, see Eq. (2).

**Bold** ends it, by (1). 由式(1)和(2)得。
"""
# The stamp, with what a builder makes of the end of line before it.
_MARK = re.compile(r"(?:<br/?>\s*)?<!--.*?-->|/\*.*?\*/", re.S)
_EMPTY = re.compile(r"\{\"\\n\"\}|\{\}")
_WORDS = re.compile(r"\w+|[^\w\s]")


def node(builder: str) -> Callable[[str], str]:
    if shutil.which("node") is None or not (ORACLE / "node_modules" / "markdown-it").is_dir():
        pytest.skip("no Node, or the builders are not installed: make oracle")

    def page(text: str) -> str:
        run = subprocess.run(
            ["node", str(ORACLE / "builders.mjs")],
            input=json.dumps({"builder": builder, "text": text}),
            capture_output=True,
            text=True,
            timeout=120,
            check=True,
        )
        return str(json.loads(run.stdout))

    return page


def kramdown(text: str) -> str:
    program = "require 'kramdown'; print Kramdown::Document.new(STDIN.read.force_encoding('utf-8')).to_html"
    if shutil.which("ruby") is None:
        pytest.skip("no Ruby")
    run = subprocess.run(
        ["ruby", "-Ku", "-e", program], input=text.encode(), capture_output=True, timeout=120, check=False
    )
    if run.returncode:
        pytest.skip("no kramdown")
    return run.stdout.decode()


def mkdocs(text: str) -> str:
    markdown = import_module("markdown")
    extensions = ["pymdownx.arithmatex", "pymdownx.superfences", "tables", "admonition", "md_in_html"]
    return str(markdown.markdown(text, extensions=extensions))


def pandoc(text: str) -> str:
    return converted(text.encode(), "html", "markdown", "--mathjax").decode()


def sphinx(text: str, folder: Path) -> str:
    if find_spec("sphinx") is None or find_spec("myst_parser") is None:
        pytest.skip("Sphinx with MyST is not installed")
    folder.mkdir()
    (folder / "conf.py").write_text(
        "extensions = ['myst_parser', 'sphinx.ext.mathjax']\nmyst_enable_extensions = ['dollarmath', 'amsmath']\n"
        "html_theme = 'basic'\nmyst_dmath_allow_labels = True\n"
    )
    (folder / "index.md").write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "sphinx", "-q", "-b", "html", str(folder), str(folder / "out")]
    run = subprocess.run(command, capture_output=True, text=True, timeout=300, check=True)
    body = (folder / "out" / "index.html").read_text(encoding="utf-8")
    assert "myst" not in run.stderr or "WARNING" not in run.stderr, run.stderr
    return body[body.index('<div class="body"') : body.index('<div class="clearer"')]


def enhanced(tmp_path: Path, name: str, text: str, *options: str, flavour: str) -> str:
    post = tmp_path / name
    post.write_text(text, encoding="utf-8")
    (tmp_path / "enhance.toml").write_text(f'flavour = "{flavour}"\n')
    folders = ["--output-dir", str(tmp_path / "out"), "--report-dir", str(tmp_path / "report")]
    run = CliRunner().invoke(
        main,
        ["run", str(post), "--no-verify", *options, *folders, "--config", str(tmp_path / "enhance.toml")],
    )
    assert run.exit_code in (0, 1), run.output
    return (tmp_path / "out" / name).read_text(encoding="utf-8")


def words(page: str) -> list[str]:
    return _WORDS.findall(html.unescape(_EMPTY.sub("", _MARK.sub("", page))))


def changes(before: str, after: str) -> set[tuple[str, str]]:
    """The words of two pages that differ, pair by pair."""
    old, new = words(before), words(after)
    found: set[tuple[str, str]] = set()
    for kind, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "replace" and b - a == d - c:
            found |= set(zip(old[a:b], new[c:d], strict=True))
        elif kind != "equal":
            found.add((" ".join(old[a:b]), " ".join(new[c:d])))
    return found


BUILDERS: Mapping[str, Callable[[], Callable[[str], str]]] = {
    "plain": lambda: node("plain"),
    "mdx": lambda: node("mdx"),
    "hexo": lambda: node("hexo"),
    "jekyll": lambda: kramdown,
    "mkdocs": lambda: mkdocs,
    "pandoc": lambda: pandoc,
}


@pytest.mark.parametrize("flavour", BUILDERS)
def test_a_page_changes_in_the_planned_numbers_only(flavour: str, tmp_path: Path) -> None:
    build = BUILDERS[flavour]()
    name = "post" + flavours.named(flavour).endings[0]
    after = enhanced(tmp_path, name, POST, flavour=flavour)
    plan = examine(Source(name, POST), Config(flavour=flavour), verify=False).numbering
    planned = {(old, new) for old, new, _ in plan.renumbered}
    planned |= {(r.reference.target, r.new) for r in plan.resolutions if r.new != r.reference.target}
    assert planned == {("1", "2"), ("2", "1")}
    assert changes(build(POST), build(after)) == planned


@pytest.mark.parametrize("flavour", ["hexo", "jekyll", "mkdocs", "mdx", "pandoc", "quarto", "rmarkdown"])
def test_an_example_builds_to_the_same_page(flavour: str, tmp_path: Path) -> None:
    build = BUILDERS[{"quarto": "pandoc", "rmarkdown": "pandoc"}.get(flavour, flavour)]()
    text = re.findall(r"^(`{3,})markdown\n(.*?)^\1$", flavours.page(flavour), re.M | re.S)[0][1]
    after = enhanced(tmp_path, "post" + flavours.named(flavour).endings[0], text, flavour=flavour)
    assert changes(build(text), build(after)) == set()


@pytest.mark.parametrize("flavour", ["quarto", "pandoc"])
def test_labels_on_demand_are_read_by_pandoc(flavour: str, tmp_path: Path) -> None:
    text = "# Sums\n\n> $$\n> a = b\n> $$\n\n- $x$\n\n  $$\n  c = d\n  $$\n\n$$e = f$$\n"
    name = "post" + flavours.named(flavour).endings[0]
    after = pandoc(enhanced(tmp_path, name, text, "--labels", flavour=flavour))
    assert [found[0] for found in re.findall(r"(?<=\{#)(eq[-:][\w-]+)(\})", after)] == [
        f"eq{'-' if flavour == 'quarto' else ':'}{rest}" for rest in ("sums", "sums-2", "sums-3")
    ]
    assert changes(pandoc(text), re.sub(r"\s*\{#eq[^{}]*\}", "", after)) == set()


MYST = """# Sums

$$
a = b
$$ (eq-a)

By {eq}`eq-a` and {eq}`eq-c`, *say*:

- In a list

  $$
  c = d
  $$ (eq-c)

> $$e_1 * f_2 * g_3$$

```{math}
h = i
```
"""


def test_sphinx_makes_the_same_page_of_a_post_in_myst(tmp_path: Path) -> None:
    after = enhanced(tmp_path, "post.md", MYST, flavour="myst")
    assert changes(sphinx(MYST, tmp_path / "a"), sphinx(after, tmp_path / "b")) == set()


def test_sphinx_numbers_what_gets_a_label_on_demand(tmp_path: Path) -> None:
    after = sphinx(enhanced(tmp_path, "post.md", MYST, "--labels", flavour="myst"), tmp_path / "b")
    assert re.findall(r'class="eqno">\((\d+)\)', after) == ["1", "2", "3", "4"]
    assert {new for old, new in changes(sphinx(MYST, tmp_path / "a"), after) if old}.isdisjoint(
        {"a", "c", "e_1", "h"}
    )


def mystmd(text: str, folder: Path) -> list[tuple[str, ...]]:
    """The formulas and references of a page as mystmd reads, numbers and links them."""
    program = ORACLE / "node_modules" / "mystmd" / "dist" / "myst.cjs"
    if shutil.which("node") is None or not program.is_file():
        pytest.skip("no Node, or mystmd is not installed: make oracle")
    folder.mkdir()
    (folder / "myst.yml").write_text("version: 1\nproject: {}\nsite: {}\n")
    (folder / "index.md").write_text(text, encoding="utf-8")
    command = ["node", str(program), "build", "--site"]
    subprocess.run(command, cwd=folder, capture_output=True, timeout=300, check=False)  # it asks for a theme
    page = json.loads((folder / "_build" / "site" / "content" / "index.json").read_text(encoding="utf-8"))
    return list(numbered(page["mdast"]))


def numbered(node: dict[str, Any]) -> Iterator[tuple[str, ...]]:
    kind = node.get("type", "")
    if kind in ("math", "inlineMath"):
        yield kind, node.get("enumerator", ""), node["value"].strip()
    elif kind == "crossReference":
        yield kind, node.get("identifier", ""), "".join(c.get("value", "") for c in node.get("children", ()))
    for child in node.get("children", ()):
        yield from numbered(child)


def test_mystmd_makes_the_same_page_of_a_post_in_myst(tmp_path: Path) -> None:
    before = mystmd(MYST, tmp_path / "a")
    assert [row for row in before if row[0] == "crossReference"] == [
        ("crossReference", "eq-a", "(1)"),
        ("crossReference", "eq-c", "(2)"),
    ]
    assert mystmd(enhanced(tmp_path, "post.md", MYST, flavour="myst"), tmp_path / "b") == before


def test_mystmd_reads_the_labels_on_demand(tmp_path: Path) -> None:
    before = mystmd(MYST, tmp_path / "a")
    after = mystmd(enhanced(tmp_path, "post.md", MYST, "--labels", flavour="myst"), tmp_path / "b")
    assert [row[2] for row in after] == [row[2] for row in before]
    assert [row[1] for row in after if row[0] == "math"] == ["1", "2", "3", "4"]
