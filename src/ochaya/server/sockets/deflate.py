"""Long messages are sent compressed (permessage-deflate, RFC 7692), short ones as they are.

Nothing is remembered from one message to the next, in either direction: an idle socket keeps no window, and only what
is long enough to be worth it, such as the legal actions of an open board, costs any time.
"""

from __future__ import annotations

from collections.abc import Sequence

from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import Frame
from websockets.typing import ExtensionParameter

WORTH_IT = 8 * 1024
"""Bytes from which a message is compressed."""


class LongMessages(PerMessageDeflate):
    """Compresses what is long."""

    def encode(self, frame: Frame) -> Frame:
        """Compress a frame if it is long; every message of ours is one frame."""
        return super().encode(frame) if len(frame.data) >= WORTH_IT else frame


class LongMessagesFactory(ServerPerMessageDeflateFactory):
    """Agrees with a client that offers it."""

    def __init__(self) -> None:
        super().__init__(server_no_context_takeover=True, client_no_context_takeover=True,
                         compress_settings={"level": 5})

    def process_request_params(
        self, params: Sequence[ExtensionParameter], accepted_extensions: Sequence[object]
    ) -> tuple[list[ExtensionParameter], PerMessageDeflate]:
        """Answer the client's offer."""
        answer, agreed = super().process_request_params(params, accepted_extensions)  # type: ignore[arg-type]
        return answer, LongMessages(
            agreed.remote_no_context_takeover, agreed.local_no_context_takeover, agreed.remote_max_window_bits,
            agreed.local_max_window_bits, agreed.compress_settings,
        )


FACTORIES = (LongMessagesFactory(),)
"""The same for every socket."""
