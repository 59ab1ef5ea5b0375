"""`ochaya play GAME`: a match in the terminal, against bots."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ochaya.cli.files import new_save
from ochaya.cli.manners import STOPPED, Lang, command, polite
from ochaya.cli.table import opponents
from ochaya.cli.texts import Texts
from ochaya.core.errors import BadOptions, Wrong

if TYPE_CHECKING:
    from rich.console import Console

    from ochaya.bots import Bot
    from ochaya.core.history import History

OPTION_HELP = "An option of the game, name=value; `ochaya games` lists them. May be given several times."
BOT_HELP = "Who sits opposite: novice, apprentice, adept or master; greedy or uniform; or file.py:Class of your own."
SEED_HELP = "Deal reproducibly from this text (for tests; anybody who knows it knows the deal)."


class CannotPlay(Wrong):
    """The match asked for cannot be begun or gone on with."""


def play(
    game: Annotated[str | None, typer.Argument(help="Which game; `ochaya games` lists them.")] = None,
    option: Annotated[list[str] | None, typer.Option("--option", "-o", help=OPTION_HELP)] = None,
    seat: Annotated[int | None, typer.Option(help="Where you sit, counted from 0.")] = None,
    bot: Annotated[str, typer.Option(help=BOT_HELP)] = opponents.DEFAULT,
    resume: Annotated[Path | None, typer.Option(help="Go on with a saved match.")] = None,
    save: Annotated[Path | None, typer.Option(help="Keep the match in this file.")] = None,
    seed: Annotated[str | None, typer.Option(help=SEED_HELP)] = None,
    lang: Lang = None,
) -> None:
    """Play a match against the computer."""
    with polite(lang) as site:
        from rich.console import Console

        from ochaya.cli.compiling import showing_compiling

        console = Console(highlight=False)
        opponent = opponents.opponent(bot)
        with showing_compiling(console, site):
            match = _go_on(resume, game, option) if resume else _begin(game, option, seat, bot, seed)
            place = _seat_of(match, seat)
            _warm_up(match)
            opponents.warm(match.game.name, bot)
        path = save or resume or new_save(match.game.name)
        _sit(console, site, match, place, opponent, path)


def _begin(game: str | None, option: list[str] | None, seat: int | None, bot: str, seed: str | None) -> History:
    """Begin a new match, with a fresh key of the dealer."""
    from ochaya.cli.table.sitting import PERSON
    from ochaya.core import dealing
    from ochaya.core.history import History
    from ochaya.games import game as find_game
    from ochaya.games import shown_names

    if game is None:
        raise CannotPlay("game-needed", known=", ".join(shown_names()))
    rules = find_game(game)
    options = rules.complete(read_options(option))
    seats = rules.seats(options)
    key = dealing.new_key() if seed is None else dealing.key_from_seed(seed)
    place = _checked_seat(0 if seat is None else seat, seats)
    players = [PERSON if at == place else bot for at in range(seats)]
    return History(rules, options, players, key)


def read_options(option: list[str] | None) -> dict[str, str]:
    """Read `name=value` texts."""
    pairs = {}
    for text in option or []:
        name, equals, value = text.partition("=")
        if not equals:
            raise BadOptions("option-form", text=text)
        pairs[name.strip()] = value.strip()
    return pairs


def _go_on(path: Path, game: str | None, option: list[str] | None) -> History:
    """Read the match to go on with."""
    from ochaya.cli.records import load_match

    match = load_match(path)
    if option or game not in (None, match.game.name):
        raise CannotPlay("resume-fixed", path=str(path), name=match.game.name)
    if match.is_over:
        raise CannotPlay("resume-over", path=str(path))
    if match.key is None:
        raise CannotPlay("resume-no-key", path=str(path))
    return match


def _seat_of(match: History, seat: int | None) -> int:
    """Find where the person sits: as asked, else as the record says, else the first seat."""
    from ochaya.cli.table.sitting import PERSON

    if seat is not None:
        return _checked_seat(seat, match.seats)
    return match.players.index(PERSON) if PERSON in match.players else 0


def _checked_seat(seat: int, seats: int) -> int:
    if not 0 <= seat < seats:
        raise CannotPlay("no-such-seat", seat=seat, last=seats - 1)
    return seat


def _warm_up(match: History) -> None:
    """Call once whatever the match will call, so that all compiling happens here, under the live line."""
    trial = match.at(len(match.steps))
    trial.deal()
    for seat in range(trial.seats):
        trial.game.view(trial.seen(seat))
    if trial.actor >= 0:
        trial.play(trial.legal()[0])
    trial.told(0)
    trial.shares()


def _sit(console: Console, site: Texts, match: History, seat: int, opponent: Bot, path: Path) -> None:
    """Greet, play, and say good-bye in every way a match can end."""
    from rich.text import Text

    from ochaya.cli.table.sitting import Sitting
    from ochaya.core.rng import new_rng

    bots = {at: opponent for at in range(match.seats) if at != seat}
    seeded = int.from_bytes((match.key or b"")[:6], "big") ^ len(match.steps)
    sitting = Sitting(console, site, match, seat, bots, new_rng(seeded), path)
    _greet(console, site, sitting.texts, match, [sitting.names[at] for at in bots])
    try:
        sitting.run()
        left = not match.is_over
    except EOFError:
        console.print()
        left = True
    except KeyboardInterrupt:
        console.print()
        if sitting.is_saved:
            console.print(Text(site.say("stopped", command=command(), path=str(path))), soft_wrap=True)
        raise typer.Exit(STOPPED) from None
    if left:
        key = "left.kept" if sitting.is_saved else "left"
        console.print(Text(site.say(key, command=command(), path=str(path))), soft_wrap=True)


def _options_that_matter(match: History) -> dict[str, str]:
    """Give the options but those that another one makes meaningless, as the number of players in a duel."""
    return {
        option.name: match.options[option.name] for option in match.game.options
        if all(match.options[name] in values for name, values in option.when.items())
    }


def _greet(console: Console, site: Texts, texts: Texts, match: History, opposite: list[str]) -> None:
    """Say what is played, against whom, and how the deal can be checked."""
    from rich.text import Text

    console.print()
    console.print(Text.assemble((texts.say("title"), "bold"), "  ", (texts.say("tagline"), "dim")))
    chosen = [
        site.say("named", name=texts.say(f"option.{name}"), value=texts.say(key) if texts.has(key) else value)
        for name, value in _options_that_matter(match).items() for key in [f"option.{name}.{value}"]
    ]
    if chosen:
        console.print(Text(" · ".join(chosen), "dim"))
    if opposite:
        console.print(Text(site.say("greet.opposite", names=opposite), "dim"))
    console.print(Text(site.say("greet.commitment", digest=(match.commitment or "")[:16]), "dim"))
    console.print()
