"""`ochaya verify FILE`: was every card dealt as the published key and the players' contributions say?"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ochaya.cli.manners import AsJson, Lang, polite
from ochaya.core.errors import Wrong

if TYPE_CHECKING:
    from ochaya.core.history import History

DIFFERENT = 1
"""The exit code when something is not as it was promised."""


class NoKey(Wrong):
    """The key has not been revealed."""


def verify(
    file: Annotated[Path, typer.Argument(help="The record of a match.")],
    commitment: Annotated[str | None, typer.Option(help="The commitment you were shown before the match.")] = None,
    contribution: Annotated[str | None, typer.Option(help="What your device added to the luck.")] = None,
    drawn: Annotated[bool, typer.Option("--drawn", help="Lots were to be drawn for the seats (“Play now”).")] = False,
    lang: Lang = None, as_json: AsJson = False,
) -> None:
    """Recompute every chance outcome of a record from its key and what the players' devices added."""
    with polite(lang) as site:
        from ochaya.cli.records import load_match

        match = load_match(file)
        if match.key is None:
            raise NoKey("verify-no-key", path=str(file))
        faults, differs = _faults(match, commitment, contribution, is_drawn=drawn)
        sent = match.luck.contributions if match.luck else ()
        devices, chairs = sum(one is not None for one in sent), len(sent)
        if as_json:
            print(json.dumps({
                "file": str(file), "game": match.game.name, "finished": match.is_over, "commitment": match.commitment,
                "outcomes": match.chance_count, "deal": 2 if match.luck else 1, "devices": devices, "chairs": chairs,
                "seating": match.seating,
                "ok": not faults, "faults": faults, "differs": differs,
            }, indent=2))
        else:
            if not faults:
                print(site.say("verify.good", path=str(file), count=match.chance_count, digest=match.commitment))
            for fault in faults:
                print(site.say(f"verify.{fault}", path=str(file), digest=match.commitment, **(differs or {})))
            if match.luck:
                print(site.say("verify.luck", devices=devices, chairs=chairs))
                if match.seating is None:
                    print(site.say("verify.laid"))
        if faults:
            raise typer.Exit(DIFFERENT)


def _faults(
    match: History, commitment: str | None, contribution: str | None, *, is_drawn: bool
) -> tuple[list[str], dict[str, Any] | None]:
    """Name what is not as it should be; for a differing outcome also where, what the key deals and what is there."""
    assert match.key is not None
    sent = [one.hex() for one in match.luck.contributions if one] if match.luck else []
    found = match.differing_outcome(match.key)
    wrong = {
        "other-commitment": commitment is not None and commitment.strip().lower() != match.commitment,
        "no-contribution": contribution is not None and contribution.strip().lower() not in sent,
        "seating": not match.is_seated_by_lot(),
        "not-drawn": is_drawn and match.seating is None,
        "differs": found is not None,
    }
    differs = None
    if found is not None:
        at, expected = found
        notation = match.game.notation
        differs = {"step": at + 1, "expected": notation(expected), "found": notation(match.steps[at].action)}
    return [name for name, is_wrong in wrong.items() if is_wrong], differs
