"""What a server is started with."""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import platformdirs

from ochaya.core.errors import Wrong

SHORTEST_SECRET = 32
"""Characters that a secret of cookies must have: it is made of 43."""


def default_data() -> Path:
    """Give the folder where matches are kept unless another is named."""
    return Path(platformdirs.user_data_dir("ochaya")) / "server"


@dataclass(frozen=True)
class Settings:
    """All that can be chosen; everything has a default that suits one machine and a few friends."""

    host: str = "127.0.0.1"
    port: int = 8000
    data: Path = field(default_factory=default_data)
    """Holds the database and the secret that signs cookies."""
    database: str = ""
    """Another database's address (SQLAlchemy, async); empty: SQLite in the data folder."""
    bus: str = ""
    """Address of a NATS server: this server is one of several that share a PostgreSQL database. Empty: it is alone."""
    secret_file: Path | None = None
    """File of the secret that signs cookies, the same for all servers of a house; None: one in the data folder."""
    bots: int = 1
    """Worker processes for bots; 0 lets bots play at random in the server's own process."""
    warm_bots: bool = True
    """Whether the bots' search is compiled from the start, or for each game when it is first played."""
    ready: tuple[str, ...] | None = None
    """Games whose rules are compiled already; the others are compiled beside the server. None: all of them are."""
    pace: float = 1.2
    """Seconds from a bot's turn to its answer, whatever it had to think about."""
    limits: bool = True
    """Whether guests and addresses are held to the rates of limits.py (off for load tests)."""
    busy: float = 2.0
    """Seconds to wait for a locked database before an action is refused."""
    away: float = 120.0
    """Seconds after which an absent player whose turn it is counts as late."""
    keep_days: float = 365.0
    """Days for which finished matches are kept."""
    names: tuple[str, ...] = ()
    """Names this house is called by in the network, besides its addresses and the machine's own name."""
    proxies: tuple[str, ...] = ()
    """Addresses of proxies in front of it: only they are believed about who calls and by which scheme."""
    hidden_games: bool = False
    """Offer the template game too."""

    def url(self) -> str:
        """Give the database's address."""
        return self.database or f"sqlite+aiosqlite:///{self.data / 'ochaya.db'}"

    def secret(self) -> str:
        """Give the secret that signs cookies, made on the first start and readable by its owner only."""
        path = self.secret_file or self.data / "secret"
        if self.secret_file is None and not path.exists():
            if not self.data.exists():
                make_private(self.data)
            fresh = path.with_name(f"secret.{os.getpid()}")
            with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
                file.write(secrets.token_urlsafe(32))
                file.flush()
                os.fsync(file.fileno())
            fresh.replace(path)
        with suppress(OSError):  # not ours, or on a disk that is only read
            path.chmod(0o600)
        secret = path.read_text(errors="replace").strip() if path.exists() else ""
        if len(secret) < SHORTEST_SECRET:
            raise Wrong("bad-secret", file=str(path))  # whoever guesses it sits in everybody's seat
        return secret


def make_private(folder: Path) -> None:
    """Make a folder, and one that is ours already, accessible to its owner only."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    with suppress(PermissionError):
        folder.chmod(0o700)
