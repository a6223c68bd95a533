"""The files that `enhance init` creates: settings, a pre-commit hook and a GitHub workflow."""

from __future__ import annotations

import json
from pathlib import Path
from string import ascii_letters, digits
from typing import NamedTuple

SETTINGS = """\
# Settings of `enhance`. Every line shows a default; remove the `#` to change it.
# A post can override some of them in its front matter, under `enhance:`.

# Rules by code, code prefix or name; the longest match decides.
# select = []
# ignore = []

# Rules that are off by default.
# extend-select = []

# Flavour of the posts (quarto, myst, hugo …: see docs/flavours.md). auto looks at each post and at the settings of its
# site; `site` is the folder of the site if the posts are elsewhere.
# flavour = "auto"
# site = "."

# Renderer of the posts: mathjax, katex, latex or github. auto takes the one of the site.
# target = "auto"

# Read \\\\(…\\\\) and \\\\[…\\\\] as formulas too.
# brackets = false

# Macros for all posts. A macros.txt in the folder of a post or above is found automatically.
# macros = "macros.txt"

# Which equations are numbered: auto (change wrong numbers only), usual (one series of tags for everything that the
# renderer numbers or that has a tag or label), all, tagged, labelled, referenced, fill (keep tags, number the rest), keep.
# page-numbers: whether the renderer numbers environments: ams (yes), none, or auto. number-by-section: 2.1, 2.2 …
# number-start: the first number of a post.
# number = "auto"
# page-numbers = "auto"
# number-by-section = false
# number-start = 1

# Theorems, figures …: keep their numbers, count each kind, or count all statements as one.
# number-statements = "keep"

# Posts that share one series of numbers, in order.
# series = []

# Exit with 1 at this severity or above: error or warning.
# fail-on = "error"

# output-dir = "blogs_enhanced"
# report-dir = "reports"
# cache-dir = ".enhance_cache"

# Language of the report: auto, zh or en. Target length of an unfinished post in lines.
# language = "auto"
# target-lines = [300, 500]

# What `run` adds to a post: "readers" (intermediate steps of long equations, folded; a table of notation),
# "verdicts" (also the verdicts), "none".
# appendix = "readers"

# Number of processes; 0 means one per core.
# jobs = 0

# Limits of time, memory and size: see docs/hardness.md.
# limits = {}

# Settings for some posts, by pattern (`*` also matches `/`); the same keys as in front matter:
# `"drafts/*"={ignore=["S"]}` ignores style in drafts.
# files = {}
""".replace("\\\\", "\\")

HOOK = """\
repos:
  - repo: {place}
    rev: {revision}
    hooks:
      - id: enhance-check
"""

LOCAL_HOOK = """\
# Needs `enhance` on the PATH; `enhance init --from URL@REVISION` writes a hook that installs it.
repos:
  - repo: local
    hooks:
      - id: enhance-check
        name: enhance check
        entry: enhance check --no-verify --output-format concise
        language: system
        files: \\.md$
"""

WORKFLOW = """\
name: enhance
on: [push, pull_request]
jobs:
  check:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-python@v5
        with:
          python-version: "3.12"
      - run: pip install "mathpost @ git+{place}@{revision}"
      - uses: actions/cache@v4
        with:
          path: .enhance_cache
          key: enhance-{revision}-${{{{ github.sha }}}}
          restore-keys: enhance-{revision}-
      - run: enhance check --output-format github {posts}
"""
_PLAIN = frozenset(ascii_letters + digits + "-._~:/@+%")


class Origin(NamedTuple):
    """Where others install this program from: a git repository and a commit or tag of it."""

    place: str
    revision: str


def origin(reference: str) -> Origin:
    """The origin that a reference names.

    ``https://example.org/mathpost.git@v0.1.0`` → the repository, and the tag ``v0.1.0``. ``git+`` in front is accepted.

    Raises:
        ValueError: no repository, no revision, or characters that a workflow would have to quote.
    """
    place, _, revision = reference.removeprefix("git+").rpartition("@")
    if "://" not in place or "/" not in place.partition("://")[2] or not revision or "/" in revision:
        raise ValueError("must be a git URL and a tag or commit: https://host/path/mathpost.git@v0.1.0")
    if not set(reference) <= _PLAIN:
        raise ValueError("must not contain spaces, quotes or other special characters")
    return Origin(place, revision)


def installed_from() -> Origin | None:
    """The repository and commit that this copy was installed from with `pip install git+URL`, if it was."""
    from importlib.metadata import PackageNotFoundError, distribution

    try:
        record = json.loads(distribution("mathpost").read_text("direct_url.json") or "{}")
        return origin(f"{record['url']}@{record['vcs_info']['commit_id']}")
    except (PackageNotFoundError, KeyError, ValueError):
        return None


def planned(folder: Path, source: Origin | None) -> dict[Path, str]:
    """The files of a new project with their text.

    Without a `source` nobody could install the program elsewhere: then the hook uses the program on the PATH, and no
    workflow is written.
    """
    files = {
        folder / "enhance.toml": SETTINGS,
        folder / ".pre-commit-config.yaml": HOOK.format(**source._asdict()) if source else LOCAL_HOOK,
    }
    if source:
        posts = "blogs_raw" if (folder / "blogs_raw").is_dir() else "."
        workflow = WORKFLOW.format(**source._asdict(), posts=posts)
        files[folder / ".github" / "workflows" / "enhance.yml"] = workflow
    return files
