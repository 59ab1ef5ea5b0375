"""What a device does with a finished match's deal: work everything out again and say what does not fit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ochaya.core.dealing import Luck, commitment, draw


def faults_of(
    deal: dict[str, Any], promised: str | None = None, sent: Mapping[int, str | None] | None = None
) -> list[str]:
    """Name what is wrong with a deal; `promised` and `sent` (by chair; None: a bot's) are what the device remembers."""
    key = bytes.fromhex(deal["key"])
    luck = Luck(key, tuple(bytes.fromhex(one) if one else None for one in deal["contributions"]))
    deal_key = luck.deal_key if deal["version"] == 2 else key
    drawn = [draw(deal_key, number, one["outcomes"], one["weights"]) for number, one in enumerate(deal["draws"])]
    faults = {
        "key": commitment(key) != deal["commitment"],
        "commitment": promised is not None and promised != deal["commitment"],
        "contribution": any(deal["contributions"][chair] != one for chair, one in (sent or {}).items()),
        "seating": deal["seating"] not in ([luck.seating(), "laid"] if deal["version"] == 2 else [None]),
        "draw": drawn != [one["taken"] for one in deal["draws"]],
    }
    return [name for name, is_wrong in faults.items() if is_wrong]
