"""The command ``metricore``.

Each command is a module with ``add_arguments(parser)`` and ``run(args) -> int``, imported when the command is given, so
that listing metrics does not wait for what evaluating them needs.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
import warnings
from collections.abc import Sequence
from typing import NoReturn

from metricore._errors import MetricoreError

__all__ = ["COMMANDS", "main"]

COMMANDS = {
    "evaluate": ("evaluate", "compute metrics on files: tables, text, images, audio"),
    "merge": ("merge", "merge saved states and print the values"),
    "list": ("listing", "list the metrics that are installed"),
    "info": ("info", "show what is known of a metric"),
    "plugins": ("plugins", "list the plugins and their states"),
    "doctor": ("doctor", "look for problems of this installation"),
    "check": ("check", "run the testing kit on a metric"),
    "new-plugin": ("new_plugin", "write a plugin project that works"),
}
"""Each command's module here, and its line in the help."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit status: 0, 1 for a check that failed, 2 for bad input."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    with warnings.catch_warnings():
        warnings.showwarning = _show_warning
        try:
            status = _run(arguments)
            sys.stdout.flush()
        except BrokenPipeError:
            # What reads our output has seen enough; the interpreter must not fail on flushing the rest at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 141
        except KeyboardInterrupt:
            return _complain("interrupted", 130)
        except (MetricoreError, OSError, Warning) as error:
            return _complain(error, 2)
        except Exception as error:  # of a metric, a plugin or a reader, for data none of them foresaw
            if os.environ.get("METRICORE_TRACEBACK"):
                raise
            text = f"{type(error).__name__}: {error} (METRICORE_TRACEBACK=1 shows where)"
            return _complain(text, 2)
    return status


def _run(arguments: list[str]) -> int:
    parser = _Parser(prog="metricore", description="Metrics for PyTorch: compute, look up, check.")
    parser.add_argument("--version", action="store_true", help="show the version and exit")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    given = next((argument for argument in arguments if not argument.startswith("-")), None)
    for name, (module_name, summary) in COMMANDS.items():
        command = commands.add_parser(name, help=summary, description=f"{summary[0].upper()}{summary[1:]}.")
        if name == given:
            module = importlib.import_module(f"metricore._cli.{module_name}")
            module.add_arguments(command)
    try:
        args, unknown = parser.parse_known_args(arguments)
        if unknown:
            commands.choices.get(args.command, parser).error(f"unrecognized arguments: {' '.join(unknown)}")
    except SystemExit as stop:
        return int(stop.code or 0)
    if args.version:
        import metricore

        print(metricore.__version__)
        return 0
    if args.command is None:
        parser.print_help(sys.stderr)
        return 2
    status: int = module.run(args)
    return status


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message} (see {self.prog} --help)\n")


def _complain(problem: object, status: int) -> int:
    print(f"metricore: {' '.join(str(problem).split())}", file=sys.stderr)
    return status


def _show_warning(message: Warning | str, *_: object, **__: object) -> None:
    print(f"metricore: warning: {' '.join(str(message).split())}", file=sys.stderr)
