"""Who sits where: one Seat per place at a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ochaya.server.protocol.shapes import PlayerKind


@dataclass(frozen=True, slots=True)
class Seat:
    """One place: open, a person's (owned by a guest's cookie), or a bot's."""

    kind: PlayerKind
    guest: str | None = None
    name: str | None = None
    level: str | None = None

    def is_of(self, guest: str) -> bool:
        """Say whether a guest owns it."""
        return self.kind == "person" and self.guest == guest

    def row(self, table_id: str, seat: int) -> dict[str, Any]:
        """Write it as a row of the database."""
        return {"table_id": table_id, "seat": seat, "kind": self.kind, "guest": self.guest, "name": self.name,
                "level": self.level}

    def change(self, table_id: str, seat: int) -> dict[str, Any]:
        """Write it as a change to its row."""
        return {"at_table": table_id, "at_seat": seat, "kind": self.kind, "guest": self.guest, "name": self.name,
                "level": self.level}


OPEN = Seat("open")


def seats_of(seats: list[Seat], guest: str) -> list[int]:
    """List the seats a guest owns."""
    return [number for number, seat in enumerate(seats) if seat.is_of(guest)]


def player_names(seats: list[Seat]) -> list[str]:
    """Name everybody for a record: people by name, bots by level."""
    return [seat.name or (f"{seat.level} (bot)" if seat.level else "-") for seat in seats]
