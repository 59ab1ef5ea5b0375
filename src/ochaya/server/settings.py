"""What a server is started with."""

from __future__ import annotations

import os
import secrets
from dataclasses import dataclass, field
from pathlib import Path

import platformdirs


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
    hidden_games: bool = False
    """Offer the template game too."""

    def url(self) -> str:
        """Give the database's address."""
        return self.database or f"sqlite+aiosqlite:///{self.data / 'ochaya.db'}"

    def secret(self) -> str:
        """Give the secret that signs cookies, made on the first start and readable by its owner only."""
        path = self.data / "secret"
        if not path.exists():
            self.data.mkdir(parents=True, exist_ok=True)
            fresh = path.with_name(f"secret.{os.getpid()}")
            with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
                file.write(secrets.token_urlsafe(32))
            fresh.replace(path)
        return path.read_text().strip()
