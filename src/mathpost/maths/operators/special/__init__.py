"""Special functions, with the chapters of the handbooks that define them."""
