"""The server for language models, asked by the client of the official SDK over stdin and stdout."""

from __future__ import annotations

import os
import sys
from typing import Any

import pytest

pytest.importorskip("mcp")

import anyio
from mcp import Client, StdioServerParameters

POST = "For real $a$ and $b$,\n\n$$(a+b)^2 = a^2 + b^2 \\tag{1}$$\n\n$$a + a = 2a \\tag{1}$$\n"


def answers(*calls: tuple[str, dict[str, Any]]) -> tuple[set[str], list[Any]]:
    """The names of the tools, and what the calls returned."""

    async def session() -> tuple[set[str], list[Any]]:
        server = StdioServerParameters(
            command=sys.executable, args=["-m", "mathpost", "mcp"], env=dict(os.environ)
        )
        async with Client(server) as client:
            tools = {tool.name for tool in (await client.list_tools()).tools}
            found = []
            for name, arguments in calls:
                result = await client.call_tool(name, arguments)
                assert not result.is_error, result
                found.append(result.structured_content)
            return tools, found

    return anyio.run(session)


def test_a_model_checks_repairs_and_numbers() -> None:
    tools, found = answers(
        ("check_post", {"text": POST}),
        ("check_step", {"step": r"\sqrt{x^2} = x", "context": "For positive $x$."}),
        ("check_step", {"step": r"\frac{d}{dx} \log x = \frac{1}{x^2}", "context": "For positive $x$."}),
        ("explain", {"word": "refuted"}),
        ("explain", {"word": "refuuted"}),
        ("renumber", {"text": POST}),
    )
    assert tools == {"check_post", "check_step", "explain", "renumber"}
    post, true, false, page, unknown, numbered = found
    assert post["clean"] is False
    assert [claim["verdict"] for claim in post["claims"]] == ["refuted", "proved"]
    assert post["claims"][0]["counterexample"]
    assert post["claims"][0]["line"] == 3
    assert true["claims"][0]["verdict"] == "proved"
    assert false["claims"][0]["verdict"] == "refuted"
    assert "counterexample" in page["result"]
    assert "refuted" in unknown["result"]
    assert "\\tag{2}" in numbered["text"]
    assert numbered["changes"] == [["1", "2", 5]]


def test_a_broken_formula_is_an_answer_and_no_crash() -> None:
    _, (step, post) = answers(
        ("check_step", {"step": r"\frac{a}{b = c"}), ("check_post", {"text": "$x_{1$ \ufffd"})
    )
    assert step["findings"][0]["code"] == "L001"
    assert post["findings"]
