"""Written numbers and the units after them."""
