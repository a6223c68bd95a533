r"""A letter is glued to a command: `\alphax` is one unknown command, not `\alpha x`.

LaTeX reads a command name up to the first character that is not a letter. Reported if the name splits in exactly one way
and is not a misspelling of another command. The fix is unsafe, because the site may define the long name.

    bad:  $\alphax$
    good: $\alpha x$
"""

from __future__ import annotations

from collections.abc import Iterator

from mathpost.rules import Subject
from mathpost.rules.unknown_command import unknown
from mathpost.text.diagnostics import Diagnostic, Severity
from mathpost.text.edits import Edit, Fix, Safety

CODE = "L017"
NAME = "glued-command"
SEVERITY = Severity.ERROR


def find(subject: Subject) -> Iterator[Diagnostic]:
    for fault, cause, meant in unknown(subject):
        if cause == "glued":
            name, letters = meant.split(" ")
            message = f"{name}{letters} is read as one command: {letters} is glued to {name}"
            fix = Fix(f"write {meant}", (Edit(fault.span, meant),), Safety.UNSAFE)
            yield Diagnostic(CODE, NAME, SEVERITY, fault.span, message, (), fix)
