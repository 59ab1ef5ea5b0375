"""Is the server well, and what has it done: for those who run it."""

from __future__ import annotations

from litestar import Response, get
from litestar.enums import MediaType

from ochaya import __version__
from ochaya.server.house.house import House
from ochaya.server.metrics import metrics
from ochaya.server.minds.turns import Rank
from ochaya.server.protocol.forms import Health
from ochaya.server.sockets.relay import Exchange


def health_routes(house: House, exchange: Exchange | None) -> list[object]:
    """Give /health and /metrics."""

    @get("/health", summary="Whether the server is well")
    async def health() -> Response[Health]:
        is_well = await house.store.is_well() and not house.is_stopping
        told = Health(is_well=is_well, version=__version__, database="well" if is_well else "failing",
                      tables=len(house.rooms))
        return Response(told, status_code=200 if is_well else 503)

    @get("/metrics", media_type=MediaType.TEXT, summary="Counters in Prometheus' text form")
    async def counted() -> str:
        cluster = house.cluster
        now: dict[str, float] = {
            "tables": len(house.rooms), "sockets": sum(len(room.connections) for room in house.rooms.values()),
            "waiting_writes": house.store.writer.jobs.qsize(), "games_not_ready": house.readiness.missing,
        }
        if cluster:
            now |= {
                "relays": len(exchange.relays) if exchange else 0, "bus": cluster.bus.is_there,
                "thinkers": sum(places for _, places, _ in cluster.thinkers.here.values()),
                "waiting_thoughts": sum(cluster.thinkers.turns.waiting(rank) for rank in Rank),
            }
        return metrics.text(cluster.id if cluster else "", now)

    return [health, counted]
