"""`ochaya verify FILE`: was every card dealt as the published key says?"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from ochaya.cli.manners import AsJson, Lang, polite
from ochaya.core.errors import Wrong

DIFFERENT = 1
"""The exit code when an outcome is not what the key deals."""


class NoKey(Wrong):
    """The key has not been revealed."""


def verify(
    file: Annotated[Path, typer.Argument(help="The record of a match.")], lang: Lang = None, as_json: AsJson = False
) -> None:
    """Recompute every chance outcome of a record from its key."""
    with polite(lang) as site:
        from ochaya.cli.records import load_match

        match = load_match(file)
        if match.key is None:
            raise NoKey("verify-no-key", path=str(file))
        found = match.differing_outcome(match.key)
        answer: dict[str, Any] = {
            "file": str(file), "game": match.game.name, "finished": match.is_over,
            "commitment": match.commitment, "outcomes": match.chance_count, "ok": found is None, "differs": None,
        }
        if found is not None:
            at, expected = found
            answer["differs"] = {
                "step": at + 1,
                "expected": match.game.notation(expected),
                "found": match.game.notation(match.steps[at].action),
            }
        if as_json:
            print(json.dumps(answer, indent=2))
        elif found is None:
            print(site.say("verify.good", path=str(file), count=match.chance_count, digest=match.commitment))
        else:
            print(site.say("verify.differs", path=str(file), **answer["differs"]))
        if found is not None:
            raise typer.Exit(DIFFERENT)
