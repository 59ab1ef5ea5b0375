"""Teaches the networks that look at whole worlds of Hanamikoji, from a learned player's rounds.

    python3 judge.py --player player.pt --seconds 160

Writes outcome.npy (how a world comes out, just after an action) and belief.npy (worlds that came about by play against
worlds dealt at random), which games/hanamikoji/mind/foresight.py reads. Now and then an action goes astray, so that
positions are met that the player avoids; such an action says nothing about the positions before it.
"""

import argparse
import os
import time
from pathlib import Path

import numpy as np
import torch
from room import ROWS, Net, Room, chances, drawn, new_critic, new_player, worth_of
from torch import nn

OUT = Path(os.environ.get("OUT", Path(__file__).parent))
TABLES, STEPS, BATCH = 32768, 16, 32768
PATIENCE, ASTRAY = 0.9, 0.06
WIDE, SECOND = 64, 32


def numbers_of(net):
    """Lay a network out as games/hanamikoji/mind/foresight.py reads it."""
    first, middle, last = ((layer.weight.detach().cpu().numpy(), layer.bias) for layer in net.layers)
    table = np.zeros((ROWS + 3 + SECOND, WIDE), np.float16)
    table[: ROWS + 1] = first[0].T
    table[ROWS + 1, :SECOND] = middle[1].detach().cpu().numpy()
    table[ROWS + 1, SECOND] = last[1].item()
    table[ROWS + 2 : ROWS + 2 + SECOND] = middle[0].T.reshape(SECOND, WIDE)
    table[ROWS + 2 + SECOND, :SECOND] = last[0][0]
    return table


@torch.no_grad()
def gather(player, critic, room):
    """Play some steps; give lessons (rows, goals) about decisions, about moments after an action, and about worlds."""
    moments, values, astray, worlds = [], [], [], []
    yes, no = torch.ones(TABLES, device="cuda"), torch.zeros(TABLES, device="cuda")
    for _ in range(STEPS):
        values.append(worth_of(critic, room))
        astray.append(torch.rand(TABLES, device="cuda") < ASTRAY)
        worlds += [(room.world, yes), (room.guessed(), no)]
        logs = chances(player, room.seen, room.legal)
        action = drawn(torch.where(astray[-1][:, None] & room.legal, 0.0, logs))
        world, seat = room.world, room.seat
        room.advance(action)
        moments.append((world, seat, room.after, room.after_seat, room.ended, room.worth))
    goal = following = worth_of(critic, room)
    before, after = [], []
    for at in reversed(range(STEPS)):
        world, seat, next_world, next_seat, ended, worth = moments[at]
        goal = torch.where(ended > 0, worth, (1 - PATIENCE) * following + PATIENCE * goal)
        known, goes_on = ~astray[at], next_seat >= 0
        before.append((world[known], torch.where(seat == 0, goal, 1 - goal)[known]))
        after.append((next_world[goes_on], torch.where(next_seat == 0, goal, 1 - goal)[goes_on]))
        following = values[at]
        goal = torch.where(astray[at], values[at], goal)
    return before, after, worlds


def learn(net, optimiser, lessons):
    """Learn once from every position; gives the loss."""
    rows, goals = (torch.cat(part) for part in zip(*lessons, strict=True))
    losses = []
    for at in torch.randperm(len(goals), device="cuda").split(BATCH):
        loss = nn.functional.binary_cross_entropy_with_logits(net(rows[at])[:, 0], goals[at])
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        optimiser.step()
        losses.append(loss.detach())
    return torch.stack(losses).mean().item()


def main():
    """Learn for so many seconds."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--player", required=True)
    parser.add_argument("--seconds", type=float, default=160)
    parser.add_argument("--tell", type=float, default=30, help="seconds between two reports")
    given = parser.parse_args()
    torch.manual_seed(1)
    kept = torch.load(given.player)
    player, critic = new_player(), new_critic()
    player.load_state_dict(kept["player"])
    critic.load_state_dict(kept["critic"])
    outcome, belief = Net(WIDE, SECOND, 1).cuda(), Net(WIDE, SECOND, 1).cuda()
    room = Room(TABLES, 2, greedy=0.35, uniform=0.15)
    pupils = [(net, torch.optim.Adam(net.parameters()), rate)
              for net, rate in ((critic, 0.0005), (outcome, 0.003), (belief, 0.003))]
    start = told = time.time()
    while (age := (time.time() - start) / given.seconds) < 1:
        losses = []
        for (net, optimiser, rate), lessons in zip(pupils, gather(player, critic, room), strict=True):
            for group in optimiser.param_groups:
                group["lr"] = rate * (1 - age) + 1e-5
            losses.append(learn(net, optimiser, lessons))
        if time.time() - told > given.tell:
            told = time.time()
            print("{:5.0f} s: critic {:.4f}, outcome {:.4f}, belief {:.4f}".format(told - start, *losses), flush=True)
    np.save(OUT / "outcome.npy", numbers_of(outcome))
    np.save(OUT / "belief.npy", numbers_of(belief))


if __name__ == "__main__":
    main()
