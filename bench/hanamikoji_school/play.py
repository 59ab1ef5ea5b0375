"""Teaches a player of Hanamikoji by play, on a machine with CUDA, PyTorch and nvcc (PPO; the critic sees whole worlds).

    python3 header.py && nvcc -O3 -std=c++17 -arch=sm_90 -shared -Xcompiler -fPIC -o many_tables.so many_tables.cu
    python3 play.py --seconds 520 --entropy 0.04 --uniform 0
    python3 play.py --start player.pt --seconds 320 --rate 6e-4 --entropy 0.015

Writes player.pt and instinct.npz, which games/hanamikoji/mind/instinct.py reads; the one there was made by these
commands on one H200. Needed by nothing else in the house.
"""

import argparse
import math
import os
import time
from pathlib import Path

import numpy as np
import torch
from room import USUAL, Room, chances, drawn, new_critic, new_player, worth_of
from torch import nn

OUT = Path(os.environ.get("OUT", Path(__file__).parent))
TABLES, STEPS, BATCH, EPOCHS = 32768, 16, 32768, 2
PATIENCE, CLIP = 0.9, 0.2


@torch.no_grad()
def share_of(player, room, each=2):
    """Give the player's mean share of whole matches at these tables, in percent, and twice its deviation.

    Opposite sits a bot of the house, or, where there is none, the player given second.
    """
    players = player if isinstance(player, tuple) else (player, player)
    mine = torch.arange(room.count, device="cuda") % 2
    done, won = torch.zeros(room.count, device="cuda"), torch.zeros(room.count, device="cuda")
    while bool((done < each).any()):
        logs = chances(players[0], room.seen, room.legal)
        if players[1] is not players[0]:
            logs = torch.where((room.seat == mine)[:, None], logs, chances(players[1], room.seen, room.legal))
        room.advance(logs.argmax(1))
        counts = (room.is_over > 0) & (done < each)
        seat = mine if players[1] is not players[0] else room.is_over - 1
        won += torch.where(counts, torch.where(seat == 0, room.worth, 1 - room.worth), 0.0)
        done += counts
    return 100 * (won / done).mean().item(), 200 * (won / done).std().item() / math.sqrt(room.count)


@torch.no_grad()
def gather(player, critic, room):
    """Play some steps at every table; give every decision with what it was worth."""
    kept = {name: [] for name in ("seen", "world", "legal", "seat", "action", "log", "value", "ended", "worth")}
    for _ in range(STEPS):
        logs = chances(player, room.seen, room.legal)
        action = drawn(logs)
        for name in ("seen", "world", "legal", "seat"):
            kept[name].append(getattr(room, name))
        kept["value"].append(worth_of(critic, room))
        kept["action"].append(action)
        kept["log"].append(logs.gather(1, action[:, None])[:, 0])
        room.advance(action)
        kept["ended"].append(room.ended)
        kept["worth"].append(room.worth)
    goal = following = worth_of(critic, room)
    goals = []
    for at in reversed(range(STEPS)):
        goal = torch.where(kept["ended"][at] > 0, kept["worth"][at], (1 - PATIENCE) * following + PATIENCE * goal)
        following = kept["value"][at]
        goals.append(goal)
    flat = {name: torch.cat(parts) for name, parts in kept.items()}
    goals = torch.cat(goals[::-1])
    gain = torch.where(flat["seat"] == 0, goals - flat["value"], flat["value"] - goals)
    flat["gain"] = gain / (gain.std() + 1e-6)
    flat["goal"] = torch.where(flat["seat"] == 0, goals, 1 - goals)
    return flat


def improve(player, critic, optimisers, lessons, entropy):
    """Learn from what was gathered; gives how even the chances are and the critic's loss."""
    for _ in range(EPOCHS):
        for at in torch.randperm(len(lessons["goal"]), device="cuda").split(BATCH):
            logs = chances(player, lessons["seen"][at], lessons["legal"][at])
            ratio = (logs.gather(1, lessons["action"][at][:, None])[:, 0] - lessons["log"][at]).exp()
            gain = lessons["gain"][at]
            evenness = -(logs.exp() * logs.clamp(min=-30)).sum(1).mean()
            loss = -torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean() - entropy * evenness
            optimisers[0].zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(player.parameters(), 0.5)
            optimisers[0].step()
            critic_loss = nn.functional.binary_cross_entropy_with_logits(
                critic(lessons["world"][at])[:, 0], lessons["goal"][at])
            optimisers[1].zero_grad(set_to_none=True)
            critic_loss.backward()
            optimisers[1].step()
    return evenness.item(), critic_loss.item()


def save(player, critic):
    """Write what has been learned."""
    torch.save({"player": player.state_dict(), "critic": critic.state_dict()}, OUT / "player.pt")
    first, middle, last = player.layers
    numbers = {"rows": first.weight.T, "second": middle.weight.T, "second_bias": middle.bias,
               "last": last.weight, "last_bias": last.bias}
    np.savez(OUT / "instinct.npz", **{name: t.detach().cpu().numpy().astype(np.float16) for name, t in numbers.items()})


def main():
    """Learn for so many seconds."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=500)
    parser.add_argument("--tell", type=float, default=60, help="seconds between two reports")
    parser.add_argument("--start", default="", help="the player.pt to go on with")
    parser.add_argument("--greedy", type=float, default=0.35, help="the share of tables with the greedy bot opposite")
    parser.add_argument("--uniform", type=float, default=0.15, help="and with the uniform one")
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--entropy", type=float, default=0.03)
    given = parser.parse_args()
    torch.manual_seed(1)
    player, critic = new_player(), new_critic()
    if given.start:
        kept = torch.load(given.start)
        player.load_state_dict(kept["player"])
        critic.load_state_dict(kept["critic"])
    optimisers = [torch.optim.Adam(net.parameters(), eps=1e-5) for net in (player, critic)]
    room = Room(TABLES, 2, given.greedy, given.uniform)
    start, told, before = time.time(), 0.0, new_player()
    while (age := (time.time() - start) / given.seconds) < 1:
        for optimiser in optimisers:
            for group in optimiser.param_groups:
                group["lr"] = given.rate * (1 - age) + 1e-5
        lessons = gather(player, critic, room)
        evenness, loss = improve(player, critic, optimisers, lessons, given.entropy * (1 - age) ** 2 + 0.002)
        if time.time() - told > given.tell:
            told = time.time()
            greedy, spread = share_of(player, Room(16384, 77, greedy=1.0, kind=USUAL))
            uniform, _ = share_of(player, Room(16384, 77, uniform=1.0, kind=USUAL))
            itself, _ = share_of((player, before), Room(16384, 78, kind=USUAL))
            print(f"{told - start:5.0f} s: against greedy {greedy:.2f} % (± {spread:.2f}), uniform {uniform:.2f} %, "
                  f"before {itself:.2f} %; evenness {evenness:.3f}, critic {loss:.4f}", flush=True)
            before.load_state_dict(player.state_dict())
            save(player, critic)
    print("in the end against greedy {:.2f} % (± {:.2f})".format(
        *share_of(player, Room(65536, 79, greedy=1.0, kind=USUAL))))
    save(player, critic)


if __name__ == "__main__":
    main()
