"""LaTeX that is one slip of the pen away."""
