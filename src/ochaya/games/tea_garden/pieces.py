"""Every component of the game as constant tables, read once from the data files (§1)."""

from __future__ import annotations

import numpy as np

from ochaya.games.tea_garden import load

# -- effects (§4): kinds in the order of load.KINDS ------------------------------------------------------------------

EFFECTS = len(load.KINDS)
(
    VP, LEAF1, LEAF2, LEAF3, LEAF4, LEAF5, LEAF6, EMP, SCROLL_PLUS, SCROLL_TWICE, SCROLL_POT, GARDEN_LEAF,
    FER, SCROLL, DRAW, CYC1, CYC2, REM, UNI, CUP, BOAT, ANY, HAR, PUB, CARD,
) = range(EFFECTS)  # fmt: skip
FIRST_PENDING = FER
"""Effects from here on wait until the player resolves them; the others happen at once."""
PLUS, TWICE, POT = range(3)
"""The three kinds of scroll (§9.1)."""
FRESH, FERMENTED = 0, 1
BASKETS = 6

NUMBERS = load.numbers()
_start, _action, _emperor = load.rows("start_cards"), load.rows("action_cards"), load.rows("emperor_cards")

# -- cards a player can play (§1): starting kinds, then action cards, then emperor cards --------------------------

STARTERS = len(_start)
ACTION_CARDS = len(_action)
EMPEROR_CARDS = len(_emperor)
FIRST_ACTION = STARTERS
FIRST_EMPEROR = STARTERS + ACTION_CARDS
CARDS = FIRST_EMPEROR + EMPEROR_CARDS
CARD_NAMES = tuple(row["card"].lower() for row in (*_start, *_action, *_emperor))
COPIES = load.column(_start, "copies")
STRENGTH = load.column([*_start, *_action, *_emperor], "strength")
_icons = load.text_column([*_start, *_action, *_emperor], "icons")
ICONS = load.icon_counts(_icons)
TEAPOTS = load.teapots(_icons)
LEVELS = 5
LEVEL = np.concatenate([np.zeros(STARTERS, np.int64), load.column(_action, "level"), np.zeros(EMPEROR_CARDS, np.int64)])
CARD_POINTS = np.concatenate(
    [np.zeros(STARTERS, np.int64), load.column(_action, "points"), np.zeros(EMPEROR_CARDS, np.int64)]
)
PRICE_LEAVES = load.column(_action, "leaves")
PRICE_QUALITY = load.column(_action, "quality")
PRICE_POTS = np.array(
    [[row["teapots"].split().count(pot) for pot in ("R", "G", "B", "any")] for row in _action], np.int64
)
EMPEROR_COUNTS = (
    "gardens", "fine_gardens", "caravans", "blue_caravans", "cups", "connections", "centre", "research", "river",
    "bought", "high_cards", "emperor_cards", "fermented", "provinces", "unused", "sets", "cakes",
)  # fmt: skip
EMPEROR_RULE = np.array([EMPEROR_COUNTS.index(row["counts"]) for row in _emperor], np.int64)
EMPEROR_POINTS = load.column(_emperor, "points")
EMPEROR_CAP = load.column(_emperor, "cap")
EMPEROR_IS_PUERH = load.column(_emperor, "puerh")

# -- caravans (§7) ---------------------------------------------------------------------------------------------------

_caravans = load.rows("caravans")
CARAVANS = len(_caravans)
CARAVAN_NAMES = tuple(row["card"].lower() for row in _caravans)
CARAVAN_IS_BLUE = np.array([row["frame"] == "blue" for row in _caravans], np.int64)
CARAVAN_IS_PUERH = load.column(_caravans, "puerh")
CARAVAN_STRENGTH = np.stack([load.column(_caravans, "low"), load.column(_caravans, "high")], 1)
CARAVAN_FERMENTED = np.stack([load.column(_caravans, f"{half}_fermented") for half in ("small", "large")], 1)
_fresh = [load.column(_caravans, f"{half}_fresh") for half in ("small", "large")]
CARAVAN_TOTAL = CARAVAN_FERMENTED + np.stack(_fresh, 1)
CARAVAN_STRENGTH_BONUS = np.stack(
    [load.bonuses(load.text_column(_caravans, f"{half}_reward")) for half in ("low", "high")], 1
)
CARAVAN_LEAF_BONUS = np.stack(
    [load.bonuses(load.text_column(_caravans, f"{half}_reward")) for half in ("small", "large")], 1
)

# -- the map (§5) ----------------------------------------------------------------------------------------------------

_regions = load.rows("regions")
REGIONS = len(_regions)
PROVINCE_NAMES = ("start", "green", "blue", "orange", "red")
PROVINCES = len(PROVINCE_NAMES)
PROVINCE = np.array([PROVINCE_NAMES.index(row["province"]) for row in _regions], np.int64)
QUALITY = load.column(_regions, "quality")
SPACES = load.column(_regions, "spaces")
SPACE_POINTS = np.zeros((REGIONS, 4), np.int64)
NEXT_TO = np.zeros((REGIONS, REGIONS), np.int64)
for _r, _row in enumerate(_regions):
    for _i, _points in enumerate(_row["points"].split()):
        SPACE_POINTS[_r, _i] = int(_points)
    for _other in _row["neighbours"].split():
        NEXT_TO[_r, int(_other) - 1] = 1
NEAR = np.array([sum(1 << int(r) for r in np.flatnonzero(row)) for row in NEXT_TO], np.int64)
"""The neighbours of each region, as bits."""
_two = (NEXT_TO.astype(np.int64) @ NEXT_TO.astype(np.int64) > 0) & (NEXT_TO == 0) & ~np.eye(REGIONS, dtype=bool)
FARTHER = np.array([sum(1 << int(r) for r in np.flatnonzero(row)) for row in _two], np.int64)
"""The regions at distance exactly two, as bits."""
_tokens = load.rows("region_tokens")
REGION_TOKENS = len(_tokens)
REGION_TOKEN_NAMES = tuple(row["token"].lower() for row in _tokens)
REGION_TOKEN_BONUS = load.bonuses(load.text_column(_tokens, "bonus"))
REGION_TOKEN_IS_PUERH = load.column(_tokens, "puerh")

# -- cups, University, river, emperor track (§8, §9) -----------------------------------------------------------------

_tiles = load.rows("cup_tiles")
TILES = len(_tiles)
TILE_NAMES = tuple(row["tile"].lower() for row in _tiles)
CUP_COLOURS = ("blue", "green", "white")
TILE_LEFT = np.array([CUP_COLOURS.index(row["left"]) for row in _tiles], np.int64)
TILE_RIGHT = np.array([CUP_COLOURS.index(row["right"]) for row in _tiles], np.int64)
TILE_BONUS = load.bonuses(load.text_column(_tiles, "bonus"))
CONNECTION_POINTS = np.array(NUMBERS["cups"]["connections"], np.int64)

_university, _river, _track = load.rows("university"), load.rows("river"), load.rows("emperor_track")
STUDY_BONUS = load.bonuses([row[choice] for row in _university for choice in ("first", "second")])
"""[2 * quarter + choice]"""
STUDY_POINTS = np.array(NUMBERS["university"]["points"], np.int64)
LONGEST_STUDY = NUMBERS["university"]["longest"]
RIVER_BONUS = load.bonuses(load.text_column(_river, "bonus"))
RIVER_POINTS = load.column(_river, "points")
LAST_SECTION = len(_river) - 1
LAST_STEP = len(_track)
STEP_TOKENS = load.column(_track, "tokens")
STEP_LEAVES = load.column(_track, "leaves")
STEP_FERMENTED = load.column(_track, "fermented")
STEP_QUALITY = load.column(_track, "quality")
STEP_BONUS = load.bonuses(load.text_column(_track, "reward"))
STEP_POINTS = np.concatenate([np.zeros(1, np.int64), load.column(_track, "points")])
LU_STEP_POINTS = np.concatenate([np.zeros(1, np.int64), load.column(_track, "lu_yu_points")])

# -- Pu-erh (§13): basic tokens first, then premium ones -------------------------------------------------------------

_basic, _premium = load.rows("basic_tokens"), load.rows("premium_tokens")
BASIC = len(_basic)
PREMIUM = len(_premium)
TOKENS = BASIC + PREMIUM
TOKEN_NAMES = tuple(row["token"].lower() for row in (*_basic, *_premium))
TOKEN_BONUS = load.bonuses(load.text_column([*_basic, *_premium], "bonus"))
TOKEN_STARS = load.column([*_basic, *_premium], "stars")
TOKEN_POINTS = load.column([*_basic, *_premium], "points")
TOKEN_FERMENTED = np.concatenate([np.zeros(BASIC, np.int64), load.column(_premium, "fermented")])
TOKEN_LEAVES = np.concatenate(
    [np.zeros(BASIC, np.int64), load.column(_premium, "fresh") + load.column(_premium, "fermented")]
)
_halls, _decrees = load.rows("halls"), load.rows("decrees")
HALLS = len(_halls)
HALL_NAMES = tuple(row["hall"].lower() for row in _halls)
HALL_BONUS = load.bonuses(load.text_column(_halls, "bonus"))
SQUARES = np.array(NUMBERS["squares"]["strength"], np.int64)
DECREES = len(_decrees)
DECREE_NAMES = tuple(row["decree"].lower() for row in _decrees)
DECREE_COUNTS = tuple(row["counts"] for row in _decrees)
DECREE_NEEDS = np.stack([load.column(_decrees, "brown"), load.column(_decrees, "red")], 1)
DECREE_POINTS = np.array(
    [[[int(row[f"{side}_{rank}"]) for rank in ("first", "second")] for side in ("brown", "red")] for row in _decrees],
    np.int64,
)
"""[decree, (brown, red), (first, second)]"""

# -- numbers on boards -----------------------------------------------------------------------------------------------

ROUNDS = NUMBERS["rounds"]["count"]
STACK_SIZE = np.array(NUMBERS["setup"]["cup_tiles_in_a_stack"], np.int64)
CARDS_OF_A_LEVEL = np.array(NUMBERS["setup"]["action_cards_of_a_level"], np.int64)
ORANGE_CARAVANS = np.array(NUMBERS["setup"]["orange_caravans"], np.int64)
HAND = NUMBERS["setup"]["hand"]
FIRST_LEAVES = NUMBERS["setup"]["fresh_leaves_of_quality_2"]
OPEN_HALLS = np.array(NUMBERS["halls"]["open"], np.int64)
HALL_FIRST, HALL_SECOND = NUMBERS["halls"]["first_points"], NUMBERS["halls"]["second_points"]
PAGODAS = np.array(NUMBERS["pagodas"]["strength"], np.int64)
SKIP = NUMBERS["pagodas"]["skip"]
FREE_SLOTS = NUMBERS["slots"]["free"]
SLOT_PRICE = NUMBERS["slots"]["price_in_fermented_leaves"]
SIDE_PRICE = NUMBERS["exchanges"]["fermented_for_a_side_action"]
SCROLL_PRICE = NUMBERS["exchanges"]["leaves_for_a_scroll"]
EMPEROR_TOKEN_PRICE = NUMBERS["exchanges"]["fermented_for_an_emperor_token"]
COLUMNS = np.array(NUMBERS["market"]["columns"], np.int64)
FERMENT_RATE = NUMBERS["actions"]["leaves_fermented_for_one_strength"]
HARVEST_RATE = NUMBERS["actions"]["gardens_harvested_for_one_strength"]
GARDEN_LEAVES = NUMBERS["actions"]["leaves_of_a_garden"]
SCROLLS_OF_A_KIND = NUMBERS["scrolls"]["of_each_kind"]
NO_CARD_POINTS = NUMBERS["emperor"]["points_without_a_card"]
STUDY_BEYOND = NUMBERS["university"]["points_beyond"]
RIVER_BEYOND = NUMBERS["river"]["points_beyond"]
FURTHER_CONNECTION = NUMBERS["cups"]["each_further"]
SHOP_STRENGTH = np.array(NUMBERS["puerh"]["strength_for_tokens"], np.int64)
READY, WAITING = NUMBERS["puerh"]["messengers_ready"], NUMBERS["puerh"]["messengers_waiting"]
CAKE = NUMBERS["puerh"]["tokens_in_a_cake"]
