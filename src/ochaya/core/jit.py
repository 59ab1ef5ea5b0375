"""How plain Python functions become native code, once per machine.

`rule` compiles a function of the rules. `specialise` compiles an algorithm written over *any* game for one game.
Both are cached on disk, in a folder whose name is a digest of everything the code was made from: our own sources,
Numba's version, the processor and the checks in force. So an edit in another file is never missed, and a folder
can be deleted at any time. `NUMBA_DISABLE_JIT=1` runs everything uncompiled under an ordinary debugger.
"""

from __future__ import annotations

import functools
import hashlib
import os
import platform
import shutil
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FunctionType
from typing import Any, ParamSpec, TypeVar, cast

import llvmlite.binding as llvm
import numba
import platformdirs
from numba.core import config as numba_config
from numba.core import event, types

config: Any = numba_config
P = ParamSpec("P")
R = TypeVar("R")

PACKAGE = Path(__file__).resolve().parent.parent
SOURCE_SUFFIXES = {".py", ".toml", ".csv", ".npy"}
STALE_AFTER_DAYS = 30


def cache_root() -> Path:
    """Give the folder under which compiled code is kept; OCHAYA_CACHE moves it."""
    chosen = os.environ.get("OCHAYA_CACHE")
    return Path(chosen) if chosen else Path(platformdirs.user_cache_dir("ochaya")) / "compiled"


def _part(module: str) -> str:
    """Name the folder a module's compiled code depends on: `games/hanamikoji`, `search`, `core` …"""
    inner = module.split(".")[1:] if module.startswith("ochaya.") else []
    return "/".join(inner[:2] if inner[:1] == ["games"] else inner[:1])


@functools.cache
def digest_of(folder: str) -> str:
    """Digest the contents of every source file below one folder of the package."""
    digest = hashlib.sha256()
    for path in sorted((PACKAGE / folder).rglob("*")):
        if path.suffix in SOURCE_SUFFIXES:
            digest.update(path.relative_to(PACKAGE).as_posix().encode())
            digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


@functools.cache
def cache_folder(parts: tuple[str, ...]) -> Path:
    """Give the cache folder for code made from `core` and the named folders of the package."""
    made_from = hashlib.sha256()
    for part in ("core", *parts):
        made_from.update(digest_of(part).encode())
    environment = (
        numba.__version__, platform.python_version(), llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten(),
        f"boundscheck={config.BOUNDSCHECK}",
    )
    made_from.update("\n".join(environment).encode())
    name = "+".join(part.replace("/", ".") for part in parts) or "core"
    folder = cache_root() / f"{name}-{made_from.hexdigest()[:16]}"
    _forget_stale(name, folder)
    return folder


def _forget_stale(name: str, keep: Path) -> None:
    """Delete folders of the same code that no start has used for a month."""
    limit = time.time() - STALE_AFTER_DAYS * 86400
    for old in cache_root().glob(f"{name}-*"):
        try:
            if old != keep and old.stat().st_mtime < limit:
                shutil.rmtree(old, ignore_errors=True)
        except OSError:
            continue
    with suppress(OSError):
        os.utime(keep)


def _plain_numbers(dispatcher: Any) -> Any:
    """Compile a function once for all whole numbers passed to it: constants (Numba types 2 as "the literal 2") and
    narrow ones (from an array of int8, say) are passed like any other.
    """
    resolve = dispatcher.get_call_template
    unliteral: Any = types.unliteral  # Numba's own annotations are read differently from one checker run to the next
    integer: Any = types.Integer
    int64: Any = types.int64

    def plain(arg: Any) -> Any:
        kind = unliteral(arg)
        return int64 if isinstance(kind, integer) and kind.bitwidth < int64.bitwidth else kind

    def resolve_plainly(args: Sequence[Any], kws: dict[str, Any]) -> Any:
        return resolve([plain(arg) for arg in args], {name: plain(arg) for name, arg in kws.items()})

    dispatcher.get_call_template = resolve_plainly
    return dispatcher


def _compile(
    fn: Callable[P, R], parts: tuple[str, ...], parallel: bool = False, forceinline: bool = False
) -> Callable[P, R]:
    """Compile `fn`, cached for the code in `parts`; a game outside the package (in a test, say) is not cached."""
    if config.DISABLE_JIT:
        return fn
    is_kept = all((PACKAGE / part).exists() for part in parts)
    manner: dict[str, Any] = {
        "nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True, "parallel": parallel,
        "forceinline": forceinline,
    }
    njit = numba.njit(cache=is_kept, **manner)
    before = config.CACHE_DIR
    if is_kept:
        config.CACHE_DIR = str(cache_folder(parts))
    try:
        return cast(Callable[P, R], _plain_numbers(njit(fn)))
    finally:
        config.CACHE_DIR = before


def rule(fn: Callable[P, R]) -> Callable[P, R]:
    """Compile a function of the rules on its first call, or load it from the cache."""
    part = _part(fn.__module__)
    return _compile(fn, () if part in ("core", "") else (part,))


def inner_rule(fn: Callable[P, R]) -> Callable[P, R]:
    """Compile a function of the rules into whatever calls it: for parts of a hot loop, where a call costs as much as
    what is done in it. Elsewhere it would only make code larger.
    """
    return _compile(fn, (_part(fn.__module__),), forceinline=True)


def specialise(
    fn: Callable[..., R], game: str, /, *, parallel: bool = False, form: str = "", **bindings: Any
) -> Callable[..., R]:
    """Compile an algorithm for one game: the names in `bindings` (legal, apply, …) become its globals.

    Functions passed as arguments or closed over would work too, but Numba never caches those on disk. With `parallel`
    its loops over `prange` run on several threads. Where a game needs it with other bindings too, `form` names these.
    """
    bound = FunctionType(fn.__code__, {**fn.__globals__, **bindings}, fn.__name__, fn.__defaults__)
    bound.__qualname__ = f"{game}.{form}{fn.__qualname__}"
    bound.__module__ = fn.__module__
    bound.__doc__ = fn.__doc__
    parts = {_part(fn.__module__), f"games/{game}"} - {"core", ""}
    return _compile(bound, tuple(sorted(parts)), parallel)


def specialise_all(
    functions: Sequence[Callable[..., Any]], game: str, /, **bindings: Any
) -> dict[str, Callable[..., Any]]:
    """Compile a family of functions for one game; each may call those listed before it by name."""
    compiled: dict[str, Any] = {}
    for fn in functions:
        compiled[fn.__name__] = specialise(fn, game, **bindings, **compiled)
    return compiled


class _Reporter(event.Listener):
    """Tells a callback each function that Numba begins to compile."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        self.tell = tell

    def on_start(self, event: Any) -> None:
        self.tell(str(event.data["dispatcher"].py_func.__qualname__))

    def on_end(self, event: Any) -> None:
        pass


@contextmanager
def report_compiling(tell: Callable[[str], None]) -> Iterator[None]:
    """While inside, call `tell` with the name of each function as its compilation starts."""
    with event.install_listener("numba:compile", _Reporter(tell)):
        yield


def is_compiled() -> bool:
    """Say whether rules run as native code (they do unless NUMBA_DISABLE_JIT is set)."""
    return not config.DISABLE_JIT and "numba" in sys.modules
