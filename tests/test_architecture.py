"""The invariants of the architecture: who may import what, and what the pure layers never do."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from mathpost import writers

PACKAGE = Path(__file__).parent.parent / "src" / "mathpost"
LAYERS = ["text", "latex", "document", "maths", "verify", "rules", "writers", "publish"]
TOP = len(LAYERS)  # config, pipeline, cli/ and what else stands beside them

# One door per dependency: the modules that may import it.
DOORS = {
    "markdown_it": ["document/reader.py"],
    "mdit_py_plugins": ["document/reader.py"],
    "yaml": ["document/frontmatter.py"],
    "flint": ["maths/values/numbers.py", "verify/proving/normal/rings.py"],
    "sympy": ["verify/proving/symbolic/"],
    "pypandoc": ["publish/pandoc.py"],
    "typst": ["publish/paper.py"],
    "jinja2": ["publish/", "writers/html/pages.py"],
    "click": ["cli/"],
    "lsprotocol": ["editor/"],
    "pygls": ["editor/server.py"],
    "mcp": ["context_server.py"],
    "distributed": ["cluster.py"],
    "rich": ["writers/terminal.py", "cli/voice.py"],
}
# The packages of the two layers about meaning, each of which may import itself and what stands before it.
PACKAGES = {
    "maths": (
        "terms values analysis operators distributions notation lexicon elaboration typing facts chance "
        "transformations hypotheses claims"
    ).split(),
    "verify": (
        "models proving methods interpretation readings planning slips reasons weighing repair verdicts programs"
    ).split(),
}
MODULES_IN_A_FOLDER = 20
FILES_IN_A_CIRCLE = 5
FAN_OUT = 15  # modules of its own layer that a module imports
FIELDS_OF_A_RECORD = 12
PURE = ["text", "latex", "document", "maths", "rules"]
IMPURE_MODULES = {
    "os",
    "subprocess",
    "time",
    "datetime",
    "random",
    "socket",
    "shutil",
    "tempfile",
    "threading",
}
IMPURE_CALLS = {"open", "print", "input", "exec", "eval"}
WITHOUT_RE = ["rules", "verify", "writers"]
HEAVY = {"sympy", "flint", "numpy", "pypandoc", "typst", "jinja2", "rich", "distributed"}


def modules() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def layer(path: Path) -> int:
    top = path.relative_to(PACKAGE).parts[0]
    return LAYERS.index(top) if top in LAYERS else TOP


def name(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


def imports(path: Path, *, typing_too: bool = True) -> Iterator[tuple[str, bool]]:
    """Every imported dotted name, and whether it is imported at once when the module is."""
    module = parsed(path)
    typed = {id(n) for block in _typing_blocks(module) for n in ast.walk(block)}
    inner = {id(n) for f in ast.walk(module) if isinstance(f, ast.FunctionDef) for n in ast.walk(f)}
    for node in ast.walk(module):
        if id(node) in typed and not typing_too:
            continue
        at_once = id(node) not in inner and id(node) not in typed
        if isinstance(node, ast.Import):
            yield from ((alias.name, at_once) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield from ((f"{node.module}.{alias.name}", at_once) for alias in node.names)


def _typing_blocks(module: ast.Module) -> Iterator[ast.If]:
    for node in ast.walk(module):
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            yield node


@pytest.mark.parametrize("path", modules(), ids=name)
def test_a_layer_imports_only_itself_and_what_stands_before_it(path: Path) -> None:
    for imported, _ in imports(path, typing_too=False):
        parts = imported.split(".")
        if parts[0] != "mathpost" or len(parts) < 2:
            continue
        target = LAYERS.index(parts[1]) if parts[1] in LAYERS else TOP
        if parts[1] == "__version__":
            continue
        assert target <= layer(path), f"{name(path)} imports {imported}"


@pytest.mark.parametrize("path", modules(), ids=name)
def test_a_dependency_has_one_door(path: Path) -> None:
    for imported, _ in imports(path, typing_too=False):
        doors = DOORS.get(imported.split(".")[0])
        if doors is not None:
            assert any(name(path).startswith(door) for door in doors), f"{name(path)} imports {imported}"


@pytest.mark.parametrize("path", modules(), ids=name)
def test_heavy_imports_wait_for_their_first_use(path: Path) -> None:
    at_once = {imported.split(".")[0] for imported, now in imports(path) if now}
    doors = {door for heavy in HEAVY for door in DOORS.get(heavy, []) if door.endswith(".py")}
    if name(path) not in doors:
        assert not at_once & HEAVY


@pytest.mark.parametrize("path", [p for p in modules() if layer(p) < TOP], ids=name)
def test_no_regular_expressions_where_there_are_trees(path: Path) -> None:
    if name(path).split("/")[0] in WITHOUT_RE:
        assert "re" not in {imported.split(".")[0] for imported, _ in imports(path)}


@pytest.mark.parametrize("path", [p for p in modules() if name(p).split("/")[0] in PURE], ids=name)
def test_the_pure_layers_touch_nothing_outside(path: Path) -> None:
    touched = {imported.split(".")[0] for imported, _ in imports(path)} & IMPURE_MODULES
    assert not touched, f"{name(path)} imports {touched}"
    calls = {
        n.func.id for n in ast.walk(parsed(path)) if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)
    }
    assert not calls & IMPURE_CALLS


@pytest.mark.parametrize("path", modules(), ids=name)
def test_every_module_says_what_it_promises(path: Path) -> None:
    if path.read_text(encoding="utf-8").strip():
        assert ast.get_docstring(parsed(path)), f"{name(path)} has no docstring"


def meaning() -> list[Path]:
    """The modules of maths/ and verify/."""
    return [p for p in modules() if name(p).split("/")[0] in PACKAGES]


def dotted(path: Path) -> str:
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def imported_modules() -> dict[str, frozenset[str]]:
    """Of every module of maths/ and verify/ those of them that it imports, for its types alone, too."""
    known = {dotted(path) for path in meaning()}
    graph = {}
    for path in meaning():
        found = set()
        for imported, _ in imports(path):
            module = imported if imported in known else imported.rpartition(".")[0]
            found |= {module} & known
        graph[dotted(path)] = frozenset(found - {dotted(path)})
    return graph


@pytest.mark.parametrize("path", meaning(), ids=name)
def test_a_package_imports_only_itself_and_what_stands_before_it(path: Path) -> None:
    layer_of, _, rest = name(path).partition("/")
    order = PACKAGES[layer_of]
    own = rest.partition("/")[0]
    if own not in order:
        assert "/" not in rest, f"{name(path)} is in a package without a place in the order"
        return
    for module in imported_modules()[dotted(path)]:
        parts = module.split(".")
        if parts[1] == layer_of and len(parts) > 2 and parts[2] in order:
            assert order.index(parts[2]) <= order.index(own), f"{name(path)} imports {module}"


def test_no_circle_of_imports_is_large() -> None:
    graph = imported_modules()
    reached: dict[str, set[str]] = {}
    for start in graph:
        found: set[str] = set()
        waiting = [start]
        while waiting:
            for module in graph[waiting.pop()] - found:
                found.add(module)
                waiting.append(module)
        reached[start] = found
    circles = {frozenset(m for m in reached[start] if start in reached[m]) for start in graph}
    assert not [sorted(circle) for circle in circles if len(circle) > FILES_IN_A_CIRCLE]


def test_no_folder_is_crowded() -> None:
    for folder in {path.parent for path in meaning()}:
        files = [p for p in folder.glob("*.py") if p.stem != "__init__"]
        assert len(files) <= MODULES_IN_A_FOLDER, folder


@pytest.mark.parametrize("path", meaning(), ids=name)
def test_a_module_imports_few_others_of_its_layer(path: Path) -> None:
    layer_of = dotted(path).split(".")[1]
    own = [m for m in imported_modules()[dotted(path)] if m.split(".")[1] == layer_of]
    assert len(own) <= FAN_OUT, sorted(own)


@pytest.mark.parametrize("path", meaning(), ids=name)
def test_a_record_has_few_fields(path: Path) -> None:
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.ClassDef):
            fields = [n for n in node.body if isinstance(n, ast.AnnAssign)]
            assert len(fields) <= FIELDS_OF_A_RECORD, f"{node.name} has {len(fields)} fields"


def test_no_module_is_named_after_nothing() -> None:
    nothing = {"utils", "util", "common", "helpers", "misc", "core", "manager", "handler", "processor"}
    assert not [name(p) for p in modules() if p.stem in nothing]


def test_writers_are_found_by_their_folder() -> None:
    assert list(writers.formats()) == sorted(writers.formats())
    assert {"concise", "full", "github", "json", "jsonl"} <= set(writers.formats())


def loaded_by(arguments: str) -> set[str]:
    code = (
        "import sys\nfrom mathpost.cli import main\n"
        f"try:\n    main({arguments})\nexcept SystemExit:\n    pass\n"
        "print('LOADED', *{m.split('.')[0] for m in sys.modules})"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.splitlines()[-1].split())


def test_help_loads_nothing_heavy() -> None:
    assert not loaded_by("['--help']") & (HEAVY | {"markdown_it", "yaml"})


def test_a_check_without_verification_loads_no_algebra(tmp_path: Path) -> None:
    post = tmp_path / "a.md"
    post.write_text("$$a = b$$\n", encoding="utf-8")
    loaded = loaded_by(f"['check', '--no-verify', '--jobs', '1', {str(post)!r}]")
    assert "markdown_it" in loaded
    assert not loaded & {"sympy", "numpy", "pypandoc", "jinja2"}
