"""§1 What lies on the table: seven geishas, their items and the four action markers."""

from __future__ import annotations

import numpy as np

GEISHAS = 7
ITEMS = ("flute", "fan", "scroll", "umbrella", "shamisen", "tea", "hairpin")
"""The items from left to right; an item names its geisha too."""
NAMES = ("Ayane", "Iroha", "Tomoyo", "Yoko", "Chiharu", "Anju", "Ruri")
CHARM = np.array([2, 2, 2, 3, 3, 4, 5], np.int8)
"""A geisha's points, which is also the number of cards of her item."""

CARDS = 21
DEALT = 6
"""Cards in each hand before the first turn."""
DRAWN_IN_ALL = 20
"""Cards drawn in a round; the one left over was removed unseen."""

SECRET, DISCARD, GIFT, COMPETITION = range(4)
MARKERS = ("secret", "discard", "gift", "competition")
"""The four action markers; each takes one card more than the one before."""

NO_FAVOUR = -1
"""Owner of a favour marker that still lies in the centre."""
GEISHAS_TO_WIN = 4
POINTS_TO_WIN = 11
MOST_ROUNDS = 99
"""A match without a round limit still ends: markers could stay in the centre for ever (R-H14)."""
PAST = 2
"""So many earlier rounds are remembered; a match with a round limit has no more."""
