"""Exit codes.

0 clean; 1 findings at or above `--fail-on`; 2 usage, configuration, colliding outputs or no
readable input; 3 an output would have lost or changed something it must not; 130 interrupted by the user; 143 asked to end.
"""

from __future__ import annotations

CLEAN, FINDINGS, USAGE, LOSS = 0, 1, 2, 3
INTERRUPTED, TERMINATED = 130, 143


def exit_code(worst: bool, unreadable: bool) -> int:
    if unreadable:
        return USAGE
    return FINDINGS if worst else CLEAN
