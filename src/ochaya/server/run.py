"""Running the server: uvicorn with the limits the protocol promises."""

from __future__ import annotations

import gc

import uvicorn

from ochaya.server.app import make_app
from ochaya.server.logs import set_up_logs
from ochaya.server.protocol import MAX_MESSAGE
from ochaya.server.settings import Settings
from ochaya.server.wire import Wire

COLLECTOR = (20_000, 20, 100)
"""New objects before a young collection, young ones before a middle one, middle ones before a full one."""


def make_server(settings: Settings) -> uvicorn.Server:
    """Make the server, ready to run."""
    config = uvicorn.Config(
        make_app(settings), host=settings.host, port=settings.port, ws=Wire, ws_max_size=4 * MAX_MESSAGE,
        ws_per_message_deflate=False, ws_ping_interval=30, ws_ping_timeout=30, log_config=None, access_log=False,
        server_header=False, timeout_graceful_shutdown=8, backlog=2048, h11_max_incomplete_event_size=32 * 1024,
    )
    return uvicorn.Server(config)


def run(settings: Settings, log_level: str = "INFO") -> None:
    """Serve until told to stop (Ctrl-C or SIGTERM); what is being stored is finished first."""
    set_up_logs(log_level)
    server = make_server(settings)
    calm_collector()
    server.run()


def calm_collector() -> None:
    """Let Python look for lost cycles seldom, and never among what is there from the start: a thousand tables are many
    objects, and walking over them all is a pause that every player feels."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTOR)
