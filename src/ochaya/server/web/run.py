"""Running the server: uvicorn with the limits the protocol promises."""

from __future__ import annotations

import gc
import socket
import sys

import uvicorn

from ochaya.core.errors import Wrong
from ochaya.server.house.house import House
from ochaya.server.logs import set_up_logs
from ochaya.server.protocol.messages import MAX_MESSAGE
from ochaya.server.settings import Settings
from ochaya.server.sockets.wire import Wire
from ochaya.server.store.opening import alone
from ochaya.server.traces import set_up_traces
from ochaya.server.web.app import make_app
from ochaya.server.web.door import Hall, doors_of

BACKLOG = 128
"""Lines that may wait to be let in; asyncio complains that often about a line it has no file descriptor for."""
SWITCH = 0.0005
"""Seconds for which a thread may hold Python while another wants it."""
COLLECTOR = (20_000, 20, 100)
"""New objects before a young collection, young ones before a middle one, middle ones before a full one."""


class Server(uvicorn.Server):
    """Uvicorn, which lets go of all tables before it closes the sockets: whoever comes back finds them elsewhere."""

    def __init__(self, config: uvicorn.Config, house: House) -> None:
        super().__init__(config)
        self.house = house

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop."""
        if self.house.cluster:
            await self.house.drain()
        await super().shutdown(sockets)


def make_server(settings: Settings) -> Server:
    """Make the server, ready to run."""
    app = make_app(settings)
    config = uvicorn.Config(
        app, host=settings.host, port=settings.port, http=doors_of(Hall(settings.proxies)), ws=Wire,
        proxy_headers=bool(settings.proxies), forwarded_allow_ips=list(settings.proxies), ws_max_size=4 * MAX_MESSAGE,
        ws_per_message_deflate=False,
        timeout_keep_alive=20, ws_ping_interval=30, ws_ping_timeout=30, log_config=None, access_log=False,
        server_header=False, timeout_graceful_shutdown=8, backlog=BACKLOG, h11_max_incomplete_event_size=32 * 1024,
    )
    return Server(config, app.house)


def run(settings: Settings, log_level: str = "INFO") -> None:
    """Serve until told to stop (Ctrl-C or SIGTERM); what is being stored is finished first.

    Raises Wrong where another server has the same database, or the secret of cookies is none.
    """
    set_up_logs(log_level)
    set_up_traces("server")
    if settings.bus and not settings.url().startswith("postgresql"):
        raise Wrong("bus-alone")
    with alone(settings):
        server = make_server(settings)
        calm_collector()
        share_the_interpreter()
        server.run()


def share_the_interpreter() -> None:
    """Let threads (pages of finished matches being made) hold Python for a moment only when the event loop wants it."""
    sys.setswitchinterval(SWITCH)


def calm_collector() -> None:
    """Let Python look for lost cycles seldom, and never among what is there from the start: a thousand tables are many
    objects, and walking over them all is a pause that every player feels."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTOR)
