"""Numbers as people write them, and the units after them."""
