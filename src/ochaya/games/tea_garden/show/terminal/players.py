"""A player's board and Lu Yu's, in a few lines each."""

from __future__ import annotations

from rich.text import Text

from ochaya.games.tea_garden.show.terminal.words import Say, View, bonus, card_names, halves, initial, label

PLACES = {"left": 1, "middle": 2, "right": 3}
MARKS = {"open": "·", "done": "✓", "replaced": "↷", "impossible": "–"}
"""What became of a line of Lu Yu's card."""


def seat_lines(view: View, seat: int, say: Say) -> Text:
    """One player's board in a few lines."""
    side = view["seats"][seat]
    line = Text(f"{label(view, seat)}  {say('table.points', n=side['points'])}", style="bold cyan")
    scrolls = "/".join(str(n) for n in side["scrolls"].values())
    line.append(f" · {say('table.tokens')} {side['emperor_tokens']} · {say('table.scrolls')} {scrolls}", "default")
    if view["court"]:
        line.append(f" · {say('table.messengers', **side['messengers'])}", style="default")
    if side["passed"]:
        line.append(f"  {say('table.passed')}", style="dim")
    fresh, brown = side["leaves"]["fresh"], side["leaves"]["fermented"]
    leaves = "  ".join(f"{green}/{ripe}" for green, ripe in zip(fresh, brown, strict=True))
    line.append(f"\n  {say('table.leaves')}: {leaves}", style="green")
    pagodas = ",".join(str(strength) for strength in side["pagodas"])
    step = _step(view, side["step"], say) if seat == view["viewer"] else side["step"]
    tracks = {"research": side["research"], "river": side["river"], "step": step}
    line.append(
        f"\n  {say('table.tracks', **tracks, caravans=len(side['caravans']), pagodas=pagodas)}", style="default"
    )
    _append_collections(line, view, side, say)
    slots = [f"{say('card.' + slot['top']['id'])} [{slot['strength']}]" for slot in side["slots"] if slot]
    if slots:
        line.append(f"\n  {say('table.slots')}: {'; '.join(slots)}", style="default")
    is_known = side["hand"] is not None
    cards = [card["id"] for card in side["hand"]] if is_known else side["hand_known"]
    hand = ", ".join(filter(None, (card_names(cards, say), "?" * (side["hand_size"] - len(cards)))))
    line.append(f"\n  {say('table.hand')} ({side['hand_size']}): ", style="default")
    line.append(hand, style="bold" if is_known else "dim")
    piles = f"{say('table.pile')} {side['pile_size']} · {say('table.discard')} {len(side['discard'])}"
    line.append(f"   {piles}", style="dim")
    return line


def _step(view: View, step: int, say: Say) -> str:
    """Where one stands on the emperor track, and what the next step asks for and gives."""
    steps = view["boards"]["steps"]
    if step == len(steps):
        return str(step)
    ahead = steps[step]
    price = say("table.price", leaves=ahead["leaves"], quality=ahead["quality"])
    return f"{step} ({ahead['tokens']}+{price} → {bonus(ahead['bonus'], say)})"


def _append_collections(line: Text, view: View, side: View, say: Say) -> None:
    """Cup rows (° marks a cup token) and Pu-erh cakes, if there are any."""
    rows = [" ".join(f"{halves(tile, say)}{'°' if tile['token'] else ''}" for tile in row) for row in side["rows"]]
    if rows:
        line.append(f"\n  {say('table.rows')}: {' · '.join(rows)}", style="default")
    cakes = ["+".join(f"★{token['stars']}×{token['points']}" for token in cake) for cake in side["cakes"]]
    if view["court"] and cakes:
        line.append(f"\n  {say('table.cakes')}: {'  '.join(cakes)}", style="default")


def lu_yu_lines(view: View, say: Say) -> Text:
    """Lu Yu's board: what became of each line of his cards, and the back that decides."""
    lu = view["lu_yu"]
    line = Text(f"Lu Yu  {say('table.points', n=lu['points'])}", style="bold magenta")
    line.append(f" · {lu['fresh']}/{lu['fermented']} · {say('table.tokens')} {lu['emperor_tokens']}", style="default")
    if view["court"]:
        line.append(f" · {say('table.messengers', **lu['messengers'])}", style="default")
    if lu["passed"]:
        line.append(f"  {say('table.passed')}", style="dim")
    tracks = {"research": lu["research"], "river": lu["river"], "step": lu["step"]}
    line.append(f"\n  {say('table.tracks', **tracks, caravans=len(lu['caravans']), pagodas='–')}", style="default")
    _append_collections(line, view, lu, say)
    slots = [f"{say('lu.' + slot['id'])} {''.join(MARKS[outcome] for outcome in slot['outcomes'])}"
             for slot in lu["slots"] if slot]
    if slots:
        line.append(f"\n  {say('table.slots')}: {'; '.join(slots)}", style="default")
    shown = next((key for key in ("decides", "decided", "top") if lu[key]), None)
    if shown:
        line.append(f"\n  {say(f'table.{shown}')}: {_back(view, lu[shown], say)}", style="default")
    return line


def _back(view: View, back: View, say: Say) -> str:
    """How a back of Lu Yu's decides: strength, side action, places, orders."""
    parts = [
        f"{say('table.strength', n=back['strength'])}, {say('effect.' + back['side'])}",
        f"{say('table.caravans')} {PLACES[back['caravan']]}", f"{say('table.emperors')} {PLACES[back['emperor']]}",
        ">".join(initial(province, say) for province in back["provinces"]),
        ">".join(say(f"cup.{colour}") for colour in back["cups"]),
    ]
    if view["court"]:
        parts.append(f"{say('table.court')} {1 if back['hall'] == 'left' else 2}")
        parts.append(f"{say('table.stock')} {'-'.join(str(place) for place in back['market'])}")
    return " · ".join(parts)
