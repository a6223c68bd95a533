"""The command `enhance`, also as `python -m mathpost`: while it is still loading, a signal ends it at once."""

import os
import signal

_CODES = {signal.SIGINT: 130, signal.SIGTERM: 143}
_USUAL = (
    signal.SIG_DFL,
    signal.default_int_handler,
)  # not if they are ignored, as for a job in the background


def main() -> None:
    for number, code in _CODES.items():
        if signal.getsignal(number) in _USUAL:
            signal.signal(number, lambda *_, code=code: os._exit(code))
    from mathpost.cli import main as enhance

    enhance()


if __name__ == "__main__":
    main()
