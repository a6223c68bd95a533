"""What `enhance init` puts into a project: settings, a pre-commit hook and a workflow."""

from __future__ import annotations

from pathlib import Path

SETTINGS = """\
# Settings of `enhance`; every line shows the default.
# A post may set its own in its front matter, under `enhance:`.

# Rules by code, beginning of a code, or name; the longest that names a rule decides.
# select = []
# ignore = []

# Rules that speak only where they are asked for, besides the usual ones.
# extend-select = []

# What the posts are written in (quarto, myst, hugo …: see docs/flavours.md); auto looks at each post and its site,
# whose folder may be named where the posts do not stand in it.
# flavour = "auto"
# site = "."

# The renderer that shows the posts: mathjax, katex, latex or github; auto takes the site's.
# target = "auto"

# Read \\\\(…\\\\) and \\\\[…\\\\] as formulas, too.
# brackets = false

# A file of macros in force on every page; a macros.txt beside the posts or above them is found by itself.
# macros = "macros.txt"

# What is renumbered: auto (only where a number is wrong), usual (one series of tags for what the renderer would
# number and what has a tag or a label), all, tagged, labelled, referenced, fill (tags stay) or keep (all stays); by
# section: 2.1, 2.2 …; and whether the page numbers environments by itself: ams, none, or auto (found out).
# number = "auto"
# page-numbers = "auto"
# number-by-section = false

# Theorems, figures …: keep their numbers, count each kind, or all statements as one.
# number-statements = "keep"

# Posts in whose order the numbers go on.
# series = []

# Exit with 1 at and above this: error or warning.
# fail-on = "error"

# output-dir = "blogs_enhanced"
# report-dir = "reports"
# cache-dir = ".enhance_cache"

# The language of the report: auto, zh or en; and the lines an unfinished post should reach.
# language = "auto"
# target-lines = [300, 500]

# What a run adds to a post: "readers" (the steps between the sides of equations that jump, folded; the notation),
# "verdicts" (also the equations with what was found of them), "none".
# appendix = "readers"

# Processes, 0 for one per core.
# jobs = 0

# Settings of some posts by pattern (`*` stands for slashes, too), the same as in their front matter:
# `"drafts/*"={ignore=["S"]}` is silent about the style of drafts.
# files = {}
""".replace("\\\\", "\\")

PRE_COMMIT = """\
repos:
  - repo: local
    hooks:
      - id: enhance-check
        name: enhance check
        entry: enhance check --no-verify --output-format concise
        language: python
        additional_dependencies: [mathpost]
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
      - run: pip install mathpost
      - run: enhance check --output-format github {posts}
"""


def planned(folder: Path) -> dict[Path, str]:
    """The files of a new project and what stands in them."""
    posts = "blogs_raw" if (folder / "blogs_raw").is_dir() else "."
    return {
        folder / "enhance.toml": SETTINGS,
        folder / ".pre-commit-config.yaml": PRE_COMMIT,
        folder / ".github" / "workflows" / "enhance.yml": WORKFLOW.format(posts=posts),
    }
