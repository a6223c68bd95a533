"""The server for programs that write mathematics (Model Context Protocol): `enhance mcp`.

A language model calls its tools, gets the verdicts and counterexamples of `enhance check`, and repairs its derivation.
"""

from __future__ import annotations

from typing import Any

from mcp.server import MCPServer

from mathpost import __version__, manual
from mathpost.api import Post, Step, check, enhance
from mathpost.config import Config, nearest_word

INSTRUCTIONS = (
    "Verify the mathematics you write. Call check_post on a Markdown draft, repair every refuted step with the help of its "
    "counterexample, and call it again until nothing is refuted. proved and agrees are good; unchecked means not decided: "
    "define the named symbol or state the missing condition."
)


def check_post(text: str) -> dict[str, Any]:
    """Check a Markdown post with LaTeX formulas: LaTeX errors, equation numbers, references, and every derivation step.

    Returns the findings, the claims with their verdicts (proved, agrees, refuted with a counterexample, unchecked with a reason), and
    `clean`: whether there is no error.
    """
    post = check(text)
    return {
        "clean": not any(d["severity"] == "error" for d in post["diagnostics"]),
        "claims": [_claim(step) for step in post["steps"] if step["role"] == "claim"],
        "findings": [
            {k: v for k, v in d.items() if k not in ("fingerprint", "end")} for d in post["diagnostics"]
        ],
    }


def check_step(step: str, context: str = "") -> dict[str, Any]:
    """Check one step of a derivation, such as `(a+b)^2 = a^2 + 2ab + b^2`, in LaTeX without dollars.

    `context` is Markdown that defines its symbols and states its conditions, such as `For real $a$ and $b$.`
    """
    text = f"{context.rstrip()}\n\nHence\n\n$$\n{step.strip()}\n$$\n"
    post = check(text)
    last = len(post["formulas"]) - 1
    steps = [_claim(found) for found in post["steps"] if found["formula"] == last and found["verdict"]]
    return {"claims": steps, "findings": _errors(post)}


def explain(word: str) -> str:
    """Explain a rule (D001), a verdict (agrees) or a reason (context) that another tool returned."""
    page = manual.page(word)
    if page is None:
        words = [w for p in manual.pages() for w in (p.code, p.name)]
        return f"No rule, verdict or reason named `{word}`{nearest_word(word, words)}."
    return manual.written(page)


def renumber(text: str) -> dict[str, Any]:
    """Number the equations of a Markdown post in one series and update every reference to them.

    Returns the new text and the changes: old number, new number, line.
    """
    done = enhance(text, config=Config(number="usual"), verify=False)
    return {
        "text": done.text,
        "changes": [list(change) for change in done.renumbered],
        "problems": list(done.reasons),
    }


def _claim(step: Step) -> dict[str, Any]:
    """A claim as the model needs it: what it says, where, and what was found."""
    kept = (
        "left",
        "relation",
        "right",
        "verdict",
        "method",
        "reason",
        "detail",
        "counterexample",
        "suggestion",
    )
    return {"line": step["start"][0], **{k: v for k, v in step.items() if k in kept and v is not None}}


def _errors(post: Post) -> list[dict[str, Any]]:
    return [
        {"code": d["code"], "message": d["message"], "notes": d["notes"]}
        for d in post["diagnostics"]
        if d["severity"] == "error" and d["code"] != "D001"
    ]


TOOLS = (check_post, check_step, explain, renumber)


def serving() -> MCPServer:
    """The server with its tools."""
    server = MCPServer("mathpost", version=__version__, instructions=INSTRUCTIONS)
    for tool in TOOLS:
        server.add_tool(tool)
    return server
