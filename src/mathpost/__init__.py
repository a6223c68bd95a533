"""Check, verify and number the mathematics of Markdown posts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mathpost.api import Enhanced, Post, check, enhance
    from mathpost.config import Config

__version__ = "0.1.0"
__all__ = ["Config", "Enhanced", "Post", "__version__", "check", "enhance"]


def __getattr__(name: str) -> Any:
    """The public names, imported on first use so that `enhance --help` stays fast."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from mathpost import api

    return getattr(api, name)
