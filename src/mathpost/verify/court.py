"""`judge` under its former name, for programs that import it from here."""

from mathpost.verify.verdicts import judge

__all__ = ["judge"]
