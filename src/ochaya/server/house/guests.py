"""Guests: a signed cookie with an unguessable number, and a name. No account, no password, no tracking."""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Awaitable, Callable
from http.cookies import CookieError, SimpleCookie
from typing import TYPE_CHECKING

from itsdangerous import BadSignature, Signer

from ochaya.server.table.chat import clean_name

if TYPE_CHECKING:
    from ochaya.server.store.database import Store

COOKIE = "ochaya"
YEAR = 365 * 86400
FLOWERS = (
    "Ajisai", "Asagao", "Ayame", "Botan", "Fuji", "Hagi", "Hasu", "Himawari", "Kaede", "Kiku", "Kikyo", "Momiji",
    "Momo", "Nadeshiko", "Nanohana", "Ran", "Sakura", "Sumire", "Susuki", "Tsubaki", "Tsutsuji", "Ume", "Yuri",
)
MOST_NAMES = 20_000


def made_up_name(guest: str) -> str:
    """Give a guest a name until they choose one, always the same."""
    number = int.from_bytes(hashlib.sha256(b"name" + guest.encode()).digest()[:4], "big")
    return f"{FLOWERS[number % len(FLOWERS)]} {number // len(FLOWERS) % 90 + 10}"


async def _to_nobody(_: str) -> None:
    """There is no other server."""


class Guests:
    """Signs cookies and knows names."""

    def __init__(self, secret: str, store: Store) -> None:
        self.signer = Signer(secret, salt="ochaya guest", digest_method=hashlib.sha256)
        self.store = store
        self.names: dict[str, str | None] = {}
        self.tell: Callable[[str], Awaitable[None]] = _to_nobody
        """Tells the other servers, if there are any, that a guest's name has changed."""

    def new(self) -> str:
        """Give a newcomer's number; nobody has chosen a name under it yet."""
        guest = secrets.token_urlsafe(16)
        self._know(guest, None)
        return guest

    def sign(self, guest: str) -> str:
        """Give the cookie's value."""
        return self.signer.sign(guest).decode()

    def read(self, value: str | None) -> str | None:
        """Give the guest a cookie belongs to; None if it is not one of ours."""
        if not value or len(value) > 200:
            return None
        try:
            guest = self.signer.unsign(value).decode()
        except (BadSignature, UnicodeError):
            return None
        return guest if re.fullmatch(r"[A-Za-z0-9_-]{22}", guest) else None

    def read_header(self, header: str) -> str | None:
        """Give the guest named by a Cookie header."""
        try:
            jar = SimpleCookie(header)
        except CookieError:
            return None
        return self.read(jar[COOKIE].value) if COOKIE in jar else None

    def set_cookie(self, guest: str, *, is_secure: bool) -> str:
        """Give the Set-Cookie header."""
        secure = "; Secure" if is_secure else ""
        return f"{COOKIE}={self.sign(guest)}; Path=/; Max-Age={YEAR}; HttpOnly; SameSite=Lax{secure}"

    async def chosen_name(self, guest: str) -> str | None:
        """Give the name a guest has chosen."""
        if guest not in self.names:
            self._know(guest, await self.store.guest_name(guest))
        return self.names[guest]

    def _know(self, guest: str, name: str | None) -> None:
        """Keep a name in memory, where there is room for so many."""
        if len(self.names) > MOST_NAMES:
            self.names.clear()
        self.names[guest] = name

    async def name(self, guest: str) -> str:
        """Give the name others see."""
        return await self.chosen_name(guest) or made_up_name(guest)

    async def rename(self, guest: str, name: str) -> str:
        """Choose a name; seats taken earlier keep the old one."""
        cleaned = clean_name(name)
        await self.store.rename(guest, cleaned)
        self.names[guest] = cleaned
        await self.tell(guest)
        return cleaned
