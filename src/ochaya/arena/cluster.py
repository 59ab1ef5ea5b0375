"""Work spread over the machines of a Ray cluster: workers that are set up, given tasks, and forgotten when lost.

A task's answer is a function of the task alone, so whatever a lost machine was doing is done again elsewhere. Machines
that join later are used; one that has other code is refused.
"""

from __future__ import annotations

import hashlib
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress
from typing import Any, Generic, TypeVar

from ochaya.core.errors import Wrong
from ochaya.core.jit import digest_of

AUTO = "auto"
"""The address that stands for the cluster this machine belongs to."""
ANSWERS_WITHIN = 20.0
"""So many seconds a cluster may take to answer."""
LEAVES_WITHIN = 2.0
"""So many seconds workers have to stop by themselves before they are ended."""
MOST_AT_ONCE = 16
"""A worker is given no more tasks at once than this …"""
SHARES = 4
"""… and so few that each worker comes back for more about so many times."""
TRIES = 5
"""All is given up when so many workers were lost over the same task, or one after the other before they worked."""
LOOK_AGAIN = 5.0
"""Seconds between two looks at how many cores the cluster has."""

Task = TypeVar("Task", bound=Hashable)
Answer = TypeVar("Answer")


class NoCluster(Wrong):
    """No Ray cluster can be reached at this address."""


class ClusterBroken(Wrong):
    """The machines of a cluster do not serve: they are lost again and again, or have other code."""


def digest_of_all(folders: Sequence[str]) -> str:
    """Digest the code below some folders of the package: what the answers to tasks depend on."""
    return hashlib.sha256("".join(digest_of(folder) for folder in folders).encode()).hexdigest()


def connect(address: str) -> Any:
    """Join a Ray cluster, `auto` or host:port, and give Ray; raises a Wrong that says why not."""
    try:
        import ray
    except ModuleNotFoundError as error:
        if error.name != "ray":
            raise
        raise Wrong("needs-extra", extra="cluster") from error
    try:
        if address != AUTO:
            _knock(address)
        ray.init(address=address, log_to_driver=False, logging_level="error")
    except subprocess.TimeoutExpired as error:
        raise NoCluster("no-cluster", address=address, reason=f"{error.timeout:.0f} s") from error
    except (OSError, ValueError, OverflowError, RuntimeError) as error:
        raise NoCluster("no-cluster", address=address, reason=str(error).strip().split("\n")[0]) from error
    return ray


def _knock(address: str) -> None:
    """Try an address in a process of its own: where no cluster answers, Ray waits for minutes and ends its process."""
    host, _, port = address.rpartition(":")
    socket.create_connection((host, int(port)), ANSWERS_WITHIN).close()
    join = "import ray, sys; ray.init(address=sys.argv[1], log_to_driver=False, logging_level='error')"
    tried = subprocess.run(  # noqa: S603  # the address is an argument of our own program, not of a shell
        [sys.executable, "-c", join, address], timeout=ANSWERS_WITHIN, check=False, capture_output=True, text=True)
    if tried.returncode != 0:
        raise RuntimeError(tried.stderr.strip().split("\n")[-1])


class Workers(Generic[Task, Answer]):
    """All workers of one kind: those that are being set up, those that wait and those that work.

    A kind is a class with `greet()`, which gives where the worker is and the digest of its code, `play(…)`, which gives
    a list of answers, and `stop()`.
    """

    def __init__(self, ray: Any, kind: type, given: tuple[Any, ...], code: str, most: int | None = None) -> None:
        """Each worker is made from what is `given` and has one core; there are at most so many, if told."""
        self.ray, self.given, self.code, self.most = ray, given, code, most
        self.kind = ray.remote(num_cpus=1, max_restarts=0, max_task_retries=0, max_concurrency=2)(kind)
        self.joining: dict[Any, Any] = {}
        self.idle: list[Any] = []
        self.working: dict[Any, tuple[Any, list[Task]]] = {}
        self.lost = 0
        self._losses: Counter[Task] = Counter()
        self._refused = 0
        self._looked, self._cores = 0.0, 0

    @property
    def seated(self) -> int:
        """How many are there, at work or waiting."""
        return len(self.idle) + len(self.working)

    @property
    def under_way(self) -> set[Task]:
        """What is being done."""
        return {task for _, tasks in self.working.values() for task in tasks}

    def seat(self, waiting: Sequence[Task], wrap: Callable[[list[Task]], tuple[Any, ...]]) -> None:
        """Set up workers as far as the cluster has cores, and give tasks to those that wait, as `wrap` says them."""
        if time.monotonic() - self._looked > LOOK_AGAIN:
            self._looked, self._cores = time.monotonic(), int(self.ray.cluster_resources().get("CPU", 0))
        wanted = min(self.most or self._cores, self._cores, len(waiting) + len(self.working))
        for _ in range(wanted - len(self.joining) - self.seated):
            worker = self.kind.remote(*self.given)
            self.joining[worker.greet.remote()] = worker
        size = max(1, min(MOST_AT_ONCE, len(waiting) // (SHARES * max(1, wanted))))
        while self.idle and waiting:
            worker, tasks, waiting = self.idle.pop(), list(waiting[:size]), waiting[size:]
            self.working[worker.play.remote(*wrap(tasks))] = (worker, tasks)

    def hear(self) -> list[Answer]:
        """Wait a moment; gives the answers that have come, and forgets workers that were lost."""
        due = [*self.joining, *self.working]
        if not due:
            time.sleep(0.5)
            return []
        answers: list[Answer] = []
        for ref in self.ray.wait(due, num_returns=1, timeout=0.5)[0]:
            worker, tasks = self.working.pop(ref) if ref in self.working else (self.joining.pop(ref), [])
            try:
                told = self.ray.get(ref)
            except self.ray.exceptions.RayTaskError as error:  # the worker itself says what is wrong
                if isinstance(error.cause, Wrong):
                    raise error.cause from error
                raise
            except self.ray.exceptions.RayError as error:
                self._forget(worker, tasks, error)
                continue
            self.idle.append(worker)
            self._refused = 0
            if tasks:
                answers += told
                for task in tasks:
                    del self._losses[task]
            elif told[1] != self.code:
                raise ClusterBroken("cluster-other-code", machine=told[0])
        return answers

    def _forget(self, worker: Any, tasks: list[Task], error: Exception) -> None:
        """Give up a worker whose machine has failed; what it did is to be done again."""
        self.lost += 1
        self._losses.update(tasks)
        self._refused += not tasks
        with suppress(self.ray.exceptions.RayError):
            self.ray.kill(worker)
        if self._refused >= TRIES or any(self._losses[task] >= TRIES for task in tasks):
            reason = str(error).strip().split("\n")[-1]
            raise ClusterBroken("cluster-broken", reason=f"{type(error).__name__}: {reason}") from error

    def close(self) -> None:
        """Stop every worker."""
        seated = [*self.idle, *(worker for worker, _ in self.working.values())]
        if seated:
            self.ray.wait([worker.stop.remote() for worker in seated], num_returns=len(seated), timeout=LEAVES_WITHIN)
        for worker in [*seated, *self.joining.values()]:
            with suppress(self.ray.exceptions.RayError):
                self.ray.kill(worker)
