"""The example of docs/protocol.md runs, the generated TypeScript is up to date, and the client knows no secrets."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import ochaya.client
from ochaya.server.protocol import schema
from tests.server.running import ROOT, Running

pytestmark = pytest.mark.xdist_group("server")


def test_the_example_of_thirty_lines_plays_a_match(server: Running) -> None:
    example = ROOT / "examples" / "network_bot.py"
    assert len(example.read_text().splitlines()) <= 40
    done = subprocess.run(
        [sys.executable, str(example), server.address], capture_output=True, text=True, timeout=60, check=True,
        env={"PYTHONPATH": str(ROOT / "src"), "PATH": ""},
    )
    assert done.stdout.splitlines()[-1] in ("won", "lost", "shared")


def test_the_typescript_types_are_up_to_date() -> None:
    assert (ROOT / "web" / "src" / "lib" / "protocol.ts").read_text() == schema.typescript()


def test_every_message_has_a_schema() -> None:
    named = schema.components()
    assert {"FromClient", "FromServer", "Act", "Table", "Update", "NewTable", "House"} <= set(named)


def test_the_client_holds_no_rules() -> None:
    source = Path(ochaya.client.__file__).read_text()
    assert "ochaya.games" not in source
    assert "ochaya.core" not in source
    assert "ochaya.server" not in source
