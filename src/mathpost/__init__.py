"""Number, check and verify the mathematics of Markdown posts."""

__version__ = "0.1.0"
