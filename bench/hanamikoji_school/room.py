"""A room with many tables of Hanamikoji on a graphics card, and the networks that sit at them."""

import ctypes
import math
from pathlib import Path

import torch
from torch import nn

LIB = ctypes.CDLL(str(Path(__file__).parent / "many_tables.so"))
POINTER, INT, REAL = ctypes.c_void_p, ctypes.c_int, ctypes.c_float
LIB.run_open.argtypes = [POINTER, INT, ctypes.c_ulonglong, REAL, REAL, INT]
LIB.run_advance.argtypes = [POINTER, INT] + [POINTER] * 10
LIB.run_guess.argtypes = [POINTER, INT, POINTER]
ACTIONS, ROWS = LIB.action_count(), LIB.row_count()
USUAL = 5
"""The kind of match with three rounds, points before geishas."""


class Room:
    """Many tables; each waits for a decision of a learner. At a share of them a bot of the house sits opposite."""

    def __init__(self, count, seed, greedy=0.0, uniform=0.0, kind=-1):
        self.count = count
        self.memory = torch.zeros(count * LIB.table_bytes(), dtype=torch.uint8, device="cuda")
        LIB.run_open(self.memory.data_ptr(), count, seed, greedy, uniform, kind)
        self.advance(None)

    def advance(self, actions):
        """Act at every table and go on to the next decision; what is seen there is in fresh tensors."""
        def make(*shape, dtype):
            return torch.empty((self.count, *shape), dtype=dtype, device="cuda")

        self.seen, self.world, self.after = (make(32, dtype=torch.int16) for _ in range(3))
        self.legal = make(ACTIONS, dtype=torch.bool)
        self.seat, self.after_seat, self.ended, self.is_over = (make(dtype=torch.int8) for _ in range(4))
        self.worth = torch.zeros(self.count, device="cuda")
        told = (self.seen, self.world, self.after, self.legal, self.seat, self.after_seat, self.ended, self.is_over)
        LIB.run_advance(
            self.memory.data_ptr(), self.count, None if actions is None else actions.short().data_ptr(),
            *(tensor.data_ptr() for tensor in (*told, self.worth)),
        )

    def guessed(self):
        """Give rows of other worlds that those who act cannot tell from theirs."""
        rows = torch.empty((self.count, 32), dtype=torch.int16, device="cuda")
        LIB.run_guess(self.memory.data_ptr(), self.count, rows.data_ptr())
        return rows


def spread(rows):
    """Turn named rows into zeros and ones, with a one for the constants at the end."""
    found = torch.zeros((len(rows), ROWS + 1), dtype=torch.bfloat16, device="cuda")
    at = rows.long()
    at[at < 0] = ROWS
    found.scatter_(1, at, 1.0)
    found[:, ROWS] = 1.0
    return found


class Net(nn.Module):
    """Rows, a wide layer, a second one, and what comes out."""

    def __init__(self, wide, second, out):
        super().__init__()
        first = nn.Linear(ROWS + 1, wide, bias=False)
        self.layers = nn.ModuleList([first, nn.Linear(wide, second), nn.Linear(second, out)])
        with torch.no_grad():
            first.weight.normal_(0, 0.1)
            first.weight[:, ROWS] = 0
            self.layers[1].weight.normal_(0, math.sqrt(2 / wide))
            self.layers[2].weight.mul_(0.1 if out > 1 else 1)

    def forward(self, rows):
        """Answer for each position."""
        with torch.autocast("cuda", torch.bfloat16):
            x = torch.relu(self.layers[0](spread(rows)))
            x = torch.relu(self.layers[1](x))
        return self.layers[2](x.float())


def new_player():
    """Make a player that knows nothing."""
    return Net(256, 256, ACTIONS).cuda()


def new_critic():
    """Make a judge of whole worlds that knows nothing."""
    return Net(256, 128, 1).cuda()


def chances(player, seen, legal):
    """Give the logarithm of each action's chance."""
    return torch.log_softmax(player(seen).masked_fill(~legal, -1e9), 1)


def drawn(logs):
    """Draw an action by its chance."""
    return (logs - torch.log(-torch.log(torch.rand_like(logs).clamp(1e-9, 1 - 1e-7)))).argmax(1)


def worth_of(critic, room):
    """Give seat 0's share as the critic sees it."""
    share = torch.sigmoid(critic(room.world)[:, 0])
    return torch.where(room.seat == 0, share, 1 - share)
