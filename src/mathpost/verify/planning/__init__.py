"""Which models a reading needs, and whether they can distinguish it from a false one."""
