"""Which models a reading needs, and whether they can tell it from a false one."""
