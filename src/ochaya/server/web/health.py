"""Is the server well, and what has it done: for those who run it."""

from __future__ import annotations

from litestar import Response, get
from litestar.enums import MediaType

from ochaya import __version__
from ochaya.server.forms import Health
from ochaya.server.house import House
from ochaya.server.metrics import metrics


def health_routes(house: House) -> list[object]:
    """Give /health and /metrics."""

    @get("/health", summary="Whether the server is well")
    async def health() -> Response[Health]:
        is_well = await house.store.is_well() and not house.is_stopping
        told = Health(is_well=is_well, version=__version__, database="well" if is_well else "failing",
                      tables=len(house.rooms))
        return Response(told, status_code=200 if is_well else 503)

    @get("/metrics", media_type=MediaType.TEXT, summary="Counters in Prometheus' text form")
    async def counted() -> str:
        now = {
            "tables": len(house.rooms), "sockets": sum(len(room.connections) for room in house.rooms.values()),
            "waiting_writes": house.store.writer.jobs.qsize(), "games_not_ready": house.readiness.missing,
        }
        gauges = "".join(f"# TYPE ochaya_{name} gauge\nochaya_{name} {value}\n" for name, value in now.items())
        return metrics.text() + gauges

    return [health, counted]
