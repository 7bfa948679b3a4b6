"""Real processes in one process group, started once and used for many checks."""

from __future__ import annotations

import atexit
import os
import pickle
import sys
import tempfile
import traceback
import warnings
from collections.abc import Callable, Sequence
from datetime import timedelta
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from pathlib import Path
from time import monotonic
from typing import Any

_START_LIMIT = 120.0
_LOOPBACK = {"linux": "lo", "darwin": "lo0"}


class RankError(AssertionError):
    """A rank raised, died or did not answer in time."""


class Ranks:
    """A number of processes that form a gloo group and call functions.

    Args:
        size: number of processes.

    Functions and arguments are pickled, so functions must be importable.
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self._processes: list[Any] = []
        self._pipes: list[Connection] = []
        self._folder: tempfile.TemporaryDirectory[str] | None = None

    def call(self, function: Callable[..., Any], *arguments: Sequence[Any], limit: float = 60.0) -> list[Any]:
        """Call a function on every rank, all at the same time, and return what it returns by rank.

        Args:
            function: called as `function(rank, *own)`, where `own` is what `arguments` has for that rank.
            arguments: each a list with one entry for every rank.
            limit: seconds until the processes are ended.

        Raises:
            RankError: a rank raised an error, died, or did not return in time; the other ranks' errors are named too.
        """
        if not self._processes:
            self._start()
        tasks = [pickle.dumps((function, *(column[rank] for column in arguments))) for rank in range(self.size)]
        try:
            for pipe, task in zip(self._pipes, tasks, strict=True):
                pipe.send_bytes(task)
            answers = self._answers(limit)
        except BaseException:
            self.stop()
            raise
        errors = [f"rank {rank}: {text}" for rank, (ok, text) in enumerate(answers) if not ok]
        if errors:
            self.stop()  # the ranks may have parted within a collective
            raise RankError("; ".join(errors))
        return [value for _, value in answers]

    def stop(self) -> None:
        """End the processes; the next call starts new ones."""
        for process in self._processes:
            process.kill()
            process.join()
        for pipe in self._pipes:
            pipe.close()
        self._processes, self._pipes = [], []
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None

    def _start(self) -> None:
        context = get_context("spawn")
        self._folder = tempfile.TemporaryDirectory(prefix="metricore-")
        store = str(Path(self._folder.name) / "store")  # where ranks find each other, also for further groups
        for rank in range(self.size):
            ours, theirs = context.Pipe()
            process = context.Process(target=_serve, args=(rank, self.size, store, theirs), daemon=True)
            process.start()
            theirs.close()
            self._processes.append(process)
            self._pipes.append(ours)
        atexit.register(self.stop)
        try:
            self._answers(_START_LIMIT)
        except BaseException:
            self.stop()
            raise

    def _answers(self, limit: float) -> list[tuple[bool, Any]]:
        """One answer of every rank, or an error that says which did not give one."""
        answers: dict[int, tuple[bool, Any]] = {}
        end = monotonic() + limit
        while len(answers) < self.size:
            waiting = {self._pipes[rank]: rank for rank in range(self.size) if rank not in answers}
            ready = wait(list(waiting), max(0.0, end - monotonic()))
            if not ready:
                raise RankError(f"no answer within {limit:g} seconds from ranks {sorted(waiting.values())}")
            for pipe in ready:
                rank = waiting[pipe]  # type: ignore[index]
                try:
                    answers[rank] = pickle.loads(self._pipes[rank].recv_bytes())
                except EOFError:
                    raise RankError(f"the process of rank {rank} ended") from None
            if any(not ok for ok, _ in answers.values()):  # the others may wait for this one for ever
                end = min(end, monotonic() + 5.0)
                missing = [rank for rank in range(self.size) if rank not in answers]
                if missing and not wait([self._pipes[rank] for rank in missing], max(0.0, end - monotonic())):
                    answers |= dict.fromkeys(missing, (False, "still waits for the others"))
        return [answers[rank] for rank in range(self.size)]


def _serve(rank: int, size: int, store: str, pipe: Connection) -> None:
    """What a process does until its parent is gone."""
    import torch
    from torch import distributed

    torch.set_num_threads(1)
    if sys.platform in _LOOPBACK:
        os.environ.setdefault("GLOO_SOCKET_IFNAME", _LOOPBACK[sys.platform])
    with open(os.devnull, "w") as nowhere:
        os.dup2(nowhere.fileno(), 1)  # Gloo of PyTorch 2.9 tells there that it is connected
        distributed.init_process_group(
            "gloo", init_method=f"file://{store}", rank=rank, world_size=size, timeout=timedelta(seconds=_START_LIMIT)
        )
    os.dup2(2, 1)  # standard output is for what the parent has to say
    pipe.send_bytes(pickle.dumps((True, None)))
    while True:
        try:
            task = pipe.recv_bytes()
        except (EOFError, OSError):
            return
        pipe.send_bytes(_answer(rank, task))


def _answer(rank: int, task: bytes) -> bytes:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)
            function, *arguments = pickle.loads(task)
            return pickle.dumps((True, function(rank, *arguments)))
    except Exception as error:
        where = traceback.extract_tb(error.__traceback__)[-1]
        place = f"{Path(where.filename).name}:{where.lineno}"
        return pickle.dumps((False, f"{type(error).__name__}: {error} ({place})"))
