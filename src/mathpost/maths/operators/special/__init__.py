"""Special functions, with the chapters of the handbooks they come from."""
