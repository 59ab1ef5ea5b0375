"""Frames we make ourselves are those that the library would make."""

from __future__ import annotations

import pytest
from websockets.frames import Frame, Opcode

from ochaya.server.sockets.deflate import WORTH_IT
from ochaya.server.sockets.wire import whole_frame


@pytest.mark.parametrize("length", [0, 1, 125, 126, 127, 255, 256, WORTH_IT - 1, 65535])
def test_a_short_message_is_framed_as_the_library_does(length: int) -> None:
    message = b"x" * length
    assert whole_frame(message) == Frame(Opcode.TEXT, message).serialize(mask=False)
