"""A post as a Jupyter notebook."""

from __future__ import annotations

from mathpost.publish.edition import Edition


def write(edition: Edition) -> bytes:
    """The notebook."""
    return str(edition).encode()
