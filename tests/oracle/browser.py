"""A browser without a window for the tests that look at pages, with axe-core to measure what people can read."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

AXE = Path(__file__).parent / "node_modules" / "axe-core" / "axe.min.js"
_VIOLATIONS = """
const done = arguments[0];
// Browsers let the tab key reach what scrolls and holds no control, without any attribute.
axe.run(document, {resultTypes: ['violations'], rules: {'scrollable-region-focusable': {enabled: false}}}).then(
  found => done(found.violations.flatMap(v => v.nodes.map(n => `${v.id}: ${n.html.slice(0, 160)}: ${n.failureSummary}`))),
  error => done([String(error)]));
"""
_WIDE = """
const width = document.documentElement.clientWidth, clips = ['auto', 'scroll', 'hidden', 'clip'];
if (document.documentElement.scrollWidth <= width) return [];
return [...document.body.querySelectorAll('*')].filter(e => e.getBoundingClientRect().right > width + 1).filter(e => {
  for (let p = e.parentElement; p && p !== document.body; p = p.parentElement)
    if (clips.includes(getComputedStyle(p).overflowX)) return false;
  return true;
}).map(e => e.outerHTML.slice(0, 120)).concat(['the page is too wide']);
"""


def is_here() -> bool:
    return shutil.which("chromedriver") is not None and shutil.which("chromium") is not None


@contextmanager
def opened() -> Iterator[Any]:
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking"):
        options.add_argument(argument)
    options.binary_location = shutil.which("chromium") or ""
    driver = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))
    driver.set_script_timeout(120)
    yield driver
    driver.quit()


def show(browser: Any, page: Path, width: int, *, dark: bool = False) -> None:
    """Open a page on a screen of this width."""
    metrics = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": width < 600}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})
    browser.get(page.as_uri())
    browser.execute_script("document.querySelectorAll('details').forEach(each => each.open = true)")


def too_wide(browser: Any) -> list[str]:
    """What makes the page wider than its screen."""
    found: list[str] = browser.execute_script(_WIDE)
    return found


def violations(browser: Any) -> list[str]:
    """What axe-core finds, contrast among it."""
    browser.execute_script(AXE.read_text("utf-8"))
    found: list[str] = browser.execute_async_script(_VIOLATIONS)
    return found


def tabbed(browser: Any, most: int = 400) -> list[str]:
    """What the tab key visits, in order, as the names of the elements and their classes."""
    from selenium.webdriver.common.keys import Keys

    seen: list[str] = []
    for _ in range(most):
        browser.switch_to.active_element.send_keys(Keys.TAB)
        name = browser.execute_script(
            "const e = document.activeElement; return e === document.body ? '' : e.tagName.toLowerCase() + '.' + (e.getAttribute('class') || '')"
        )
        if not name:
            break
        seen.append(name)
    return seen
