"""The command `enhance`: options in, exit code out. Results go to stdout, messages to stderr.

Each command is a module of the folder `commands`, imported when it is called or listed.
"""

from __future__ import annotations

import errno
import sys
from typing import Any

import click

from mathpost import __version__
from mathpost.cli import commands
from mathpost.cli.exits import INTERRUPTED, TERMINATED
from mathpost.cli.signals import TerminatedError, terminable
from mathpost.verify.models import memory


class WithDefault(click.Group):
    """A group with a default command: `enhance a.md` means `enhance run a.md`."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - as click calls it
        return commands.names()

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        return commands.command(cmd_name) if cmd_name in commands.names() else None

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        own = {name for parameter in self.params for name in parameter.opts} | {"--help", "-h"}
        if args and args[0] not in commands.names() and args[0] not in own:
            args = ["run", *args]
        return super().parse_args(ctx, args)

    def main(self, *args: Any, **kwargs: Any) -> Any:
        with memory.seldom():  # what modules consist of stays until the end
            return super().main(*args, **kwargs)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            with terminable():
                return super().invoke(ctx)
        except KeyboardInterrupt:
            ctx.exit(INTERRUPTED)
        except TerminatedError:
            ctx.exit(TERMINATED)
        except OSError as error:
            if error.errno == errno.EPIPE:  # the reader closed the pipe
                raise
            raise click.UsageError(
                f"{error.filename or 'standard output'}: {error.strerror or error}"
            ) from None
        except MemoryError:
            raise click.ClickException("not enough memory") from None


@click.group(cls=WithDefault, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="enhance")
def main() -> None:
    """Check, verify and number the mathematics of Markdown posts.

    FILES are posts, folders of posts, or - for stdin. `enhance FILES` is short for `enhance run FILES`.
    """
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # posts are UTF-8 whatever the terminal's language
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
