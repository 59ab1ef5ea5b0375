"""Who calls, by what a request says of itself: its headers, the address it comes from, the page that sent it."""

from __future__ import annotations

import socket
from ipaddress import ip_address
from urllib.parse import urlsplit

from litestar.types import Scope

from ochaya.server.settings import Settings


def own_names(settings: Settings) -> frozenset[str]:
    """Give the names this house answers to, besides its addresses."""
    machine = socket.gethostname().lower()
    return frozenset({"localhost", machine, f"{machine}.local", *(name.lower() for name in settings.names)})


def is_own_name(headers: dict[bytes, bytes], names: frozenset[str]) -> bool:
    """Say whether a request asks for this house: by address, or by a name it has.

    Else any page of the web could point a name of its own at this machine and read what it answers (DNS rebinding).
    """
    host = headers.get(b"host", b"").decode("latin-1").lower()
    try:
        name = urlsplit(f"//{host}").hostname or ""
        if name in names or name.endswith(".localhost"):
            return True
        ip_address(name)
    except ValueError:
        return False
    return True


def headers_of(scope: Scope) -> dict[bytes, bytes]:
    """Give a request's headers."""
    return dict(scope["headers"])


def address_of(scope: Scope) -> str:
    """Give the network address a request comes from."""
    client = scope.get("client")
    return str(client[0]) if client else "-"


def is_own_origin(headers: dict[bytes, bytes]) -> bool:
    """Say whether a request comes from our own pages; programs that are no browsers send no origin."""
    origin = headers.get(b"origin")
    if origin is None:
        return True
    try:
        return urlsplit(origin.decode("ascii")).netloc.lower() == headers.get(b"host", b"").decode("ascii").lower()
    except (UnicodeDecodeError, ValueError):
        return False
