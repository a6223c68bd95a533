"""A post with every trick, opened in a real browser: no script of it runs, and nothing is asked of the network."""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from mathpost.cli import main

pytestmark = [
    pytest.mark.oracle,
    pytest.mark.skipif(shutil.which("chromedriver") is None, reason="needs a browser"),
]
RUN = "top.pwned=1;document.title='pwned'"
AWAY = "http://192.0.2.1/x"
CODED = base64.b64encode(f"<script>{RUN}</script>".encode()).decode()
TRICKS = [
    f"<script>{RUN}</script>",
    f"<ScRiPt src={AWAY}></sCrIpT>",
    f"<img src=x onerror=\"{RUN}\">",
    f"<svg onload=\"{RUN}\"><script>{RUN}</script><animate onbegin=\"{RUN}\"/></svg>",
    f"<body onload=\"{RUN}\">",
    f"<details open ontoggle=\"{RUN}\">x</details>",
    f"<iframe src=\"javascript:{RUN}\"></iframe><iframe srcdoc=\"<script>{RUN}</script>\"></iframe>",
    f"<object data=\"data:text/html;base64,{CODED}\"></object><embed src=\"data:text/html;base64,{CODED}\">",
    f"<meta http-equiv=refresh content=\"0;url=data:text/html;base64,{CODED}\">",
    f"<base href=\"{AWAY}/\"><link rel=stylesheet href=\"{AWAY}.css\"><style>@import '{AWAY}'</style>",
    f"<form action=\"{AWAY}\"><input autofocus onfocus=\"{RUN}\"></form>",
    f"<video src=\"{AWAY}\" poster=\"{AWAY}\"><source onerror=\"{RUN}\"></video><audio src=\"{AWAY}\" autoplay></audio>",
    f"<math><mtext><style><img src=x onerror=\"{RUN}\"></style></mtext><maction xlink:href=\"javascript:{RUN}\">x</maction></math>",
    f"<a id=pressed href=\"javascript:{RUN}\">press</a> [press](javascript:{RUN}) [press](data:text/html;base64,{CODED})",
    f"[press](JaVaScRiPt&colon;{RUN}) <javascript:{RUN}> [press]( java\tscript:{RUN})",
    f"![x]({AWAY}.png) ![x](javascript:{RUN}) ![x](data:image/svg+xml;base64,{CODED})",
    f"![x](\"onerror=\"{RUN}) ![a\"onerror=\"{RUN}](x.png)",
    f"$\\text{{</math><script>{RUN}</script>}}$ $\\href{{javascript:{RUN}}}{{press}}$ $\\url{{javascript:{RUN}}}$",
    f"$\\style{{background:url({AWAY})}}{{x}}$ $\\class{{x\" onmouseover=\"{RUN}}}{{y}}$ $\\cssId{{\"><script>{RUN}</script>}}{{z}}$",
    f"$\\htmlData{{a=\" onclick=\"{RUN}}}{{x}}$ $\\includegraphics{{{AWAY}}}$ $\\unicode[url({AWAY})]{{120}}$",
    f"$$x = x \\tag{{\"><script>{RUN}</script>}}\\label{{\"><img src=x onerror='{RUN}'>}}$$",
    f"$$1 = 2 \\quad \\text{{<img src=x onerror=\"{RUN}\">}}$$",
    f"# <img src=x onerror=\"{RUN}\"> $x</script><script>{RUN}</script>$",
    f"**定义 1 (<script>{RUN}</script>)** 令 $x = 1$。",
    f"```html\n</code></pre><script>{RUN}</script>\n```",
    f"```\"><script>{RUN}</script>\nx\n```",
    f"| <script>{RUN}</script> | $a|b$ |\n|-|-|\n| <img src=x onerror=\"{RUN}\"> | x |",
    f"[^1]\n\n[^1]: <script>{RUN}</script>",
    f"[x]: javascript:{RUN} \"'><script>{RUN}</script>\"\n\n[x] [press][x]",
    f"<!-- enhance:begin steps --><script>{RUN}</script><!-- enhance:end steps -->",
    f"<!-- enhance: ignore \"><script>{RUN}</script> -->",
    f"{{{{ 7*7 }}}} {{% import os %}} ${{7*7}} <%= {RUN} %> #{{{RUN}}}",
    f"&lt;script&gt;{RUN}&lt;/script&gt; <<script>script>{RUN}<</script>/script> <![CDATA[<script>{RUN}</script>]]>",
    f"<noscript><p title=\"</noscript><img src=x onerror='{RUN}'>\"></noscript><template><script>{RUN}</script></template>",
    f"<?xml-stylesheet href=\"javascript:{RUN}\"?><!DOCTYPE x [<!ENTITY e SYSTEM \"file:///etc/passwd\">]>&e;",
    "![x](../../../../../../etc/passwd) ![x](file:///etc/passwd) ![x](/etc/passwd)",
]  # fmt: skip
HEAD = f'---\ntitle: "</title><script>{RUN}</script>"\nauthor: \'"><img src=x onerror="{RUN}">\'\nlang: \'x"><script>{RUN}</script>\'\n---\n\n'


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking"):
        options.add_argument(argument)
    options.binary_location = "/usr/bin/chromium"
    options.set_capability("goog:loggingPrefs", {"performance": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))
    yield driver
    driver.quit()


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("attack")
    (folder / "attack.md").write_text(HEAD + "\n\n".join(TRICKS) + "\n", "utf-8")
    with pytest.MonkeyPatch.context() as here:
        here.chdir(folder)
        CliRunner().invoke(main, ["run", "attack.md", "--jobs", "1", "--no-cache"])
        for ending in ("html", "epub"):
            made = CliRunner().invoke(main, ["export", "attack.md", "--to", ending, "--jobs", "1"])
            assert made.exit_code == 0, made.output
    return folder


def pages(project: Path) -> list[Path]:
    """Everything that a run and an export made for a browser or a reader of books."""
    with zipfile.ZipFile(project / "attack.epub") as book:
        book.extractall(project / "book")
    found = [*project.rglob("*.html"), *project.rglob("*.xhtml")]
    assert {p.parent.name for p in found} >= {"reports", "posts", project.name}
    return found


def test_no_script_of_a_post_runs_and_nothing_is_asked_of_the_network(browser: Any, project: Path) -> None:
    for page in pages(project):
        browser.get_log("performance")
        browser.get(page.as_uri())
        for address in browser.execute_script("return Array.from(document.links, link => link.href)"):
            assert address.startswith(("file:", "http")), (page, address)
        assert browser.execute_script("return [window.pwned, top.pwned]") == [None, None], page
        assert browser.title != "pwned", page
        events = [json.loads(entry["message"])["message"] for entry in browser.get_log("performance")]
        asked = [e["params"]["request"]["url"] for e in events if e["method"] == "Network.requestWillBeSent"]
        images = [f"{AWAY}.png"] if page.name == "attack.html" and page.parent == project else []
        assert [url for url in asked if not url.startswith(("file:", "data:"))] == images, page


def test_no_file_of_the_machine_gets_into_a_page(project: Path) -> None:
    secret = Path("/etc/passwd").read_bytes()[:40]
    for file in project.rglob("*"):
        if file.is_file():
            data = file.read_bytes()
            assert secret not in data and base64.b64encode(secret)[:40] not in data, file
    with zipfile.ZipFile(project / "attack.epub") as book:
        assert all(secret not in book.read(name) for name in book.namelist())


def test_the_live_report_runs_no_script_of_a_post_either(browser: Any, project: Path) -> None:
    command = [sys.executable, "-m", "mathpost", "serve", "--no-cache", "attack.md"]
    with subprocess.Popen(command, cwd=project, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            address = process.stdout.readline().strip()
            browser.get_log("performance")
            browser.get(address)
            assert "attack" in browser.current_url and browser.find_elements("css selector", ".passage")
            for link in browser.execute_script("return Array.from(document.links, link => link.href)"):
                assert link.startswith("http"), link
            for pressed in browser.find_elements("css selector", "summary"):
                browser.execute_script("arguments[0].click()", pressed)
            assert browser.execute_script("return [window.pwned, top.pwned]") == [None, None]
            assert browser.title != "pwned"
            events = [json.loads(entry["message"])["message"] for entry in browser.get_log("performance")]
            asked = [
                e["params"]["request"]["url"] for e in events if e["method"] == "Network.requestWillBeSent"
            ]
            own = address.partition("/?")[0]
            assert asked and [url for url in asked if not url.startswith((own, "data:"))] == []
        finally:
            browser.get("about:blank")
            process.kill()
