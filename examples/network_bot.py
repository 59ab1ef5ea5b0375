"""A bot that plays over the network: run `ochaya serve`, then `python examples/network_bot.py`.

It lays a table against a novice and takes the first action: replace `choose` by something better.
"""

import asyncio
import sys

from ochaya.client import Client, Json


def choose(view: Json, legal: list[Json]) -> Json:
    """Choose one of the legal actions; `view` is all that this seat may know."""
    return legal[0]


async def main(address: str, game: str) -> None:
    """Play one match."""
    async with Client(address, name="Network bot") as client:
        laid = await client.play_now(game, level="novice")
        async with client.sit(laid["id"]) as table:
            while not await table.wait_for_turn():
                action = choose(table.view, table.legal)
                print(table.version, action)
                await table.act(action)
            share = table.table["result"]["shares"][table.you["seat"]]
            print("won" if share == 1 else "lost" if share == 0 else "shared")


if __name__ == "__main__":
    given = sys.argv[1:]
    asyncio.run(main(given[0] if given else "http://127.0.0.1:8000", given[1] if len(given) > 1 else "hanamikoji"))
