"""The questions as workers answer them: what was asked as plain data, the CLI's JSON out."""

import json
from collections.abc import Mapping
from typing import Any

from analysis.advice import should_attack as ask_should_attack
from analysis.answers import odds as ask_odds
from analysis.catalogue import game_document, games_document
from analysis.cli.options import Asked, battle_of, option_texts
from analysis.cli.size import number_of
from analysis.document import advice_document, odds_document
from combat.battle import Battle
from combat.games import entries, find_deck, find_entry, find_game

Options = Mapping[str, Any]  # by the names of `reports.page.api.inputs`
NAMED = ("losses", "defender_losses", "retreat", "worth")  # settings with names of their own
COMPUTING = ("engine", "trials", "precision", "seed")


def games(asked: Options) -> str:
    """Answer `games`."""
    game = asked["game"]
    return text(games_document(entries()) if game is None else game_document(find_entry(game)))


def odds(asked: Options) -> str:
    """Answer `odds`."""
    return text(odds_document(ask_odds(battle(asked), **computing(asked))))


def should_attack(asked: Options) -> str:
    """Answer `should-attack`."""
    wanted = {"aim": asked["aim"], "counter": asked["counter"]}
    return text(advice_document(ask_should_attack(battle(asked), **wanted, **computing(asked))))


def size(asked: Options) -> str:
    """Answer `size`."""
    from analysis.cli.size import base_of
    from analysis.size.answer import size as ask_size
    from analysis.size.document import size_document

    game = find_game(asked["game"])
    chance, budget = (number(asked, name) for name in ("chance", "budget"))
    found = ask_size(
        base_of(game, *sides(asked), asked["side"], settings(asked)),
        event=asked["event"],
        chance=chance,
        budget=budget,
        units=asked["units"],
        **computing(asked),
    )
    return text(size_document(found))


def sensitivity(asked: Options) -> str:
    """Answer `sensitivity`."""
    from analysis.sensitivity.answer import sensitivity as ask_sensitivity
    from analysis.sensitivity.document import sensitivity_document

    event, aim = asked["event"], asked["aim"]
    found = ask_sensitivity(battle(asked), event, aim=aim, **computing(asked))
    return text(sensitivity_document(found))


def compare(asked: Options) -> str:
    """Answer `compare`."""
    from analysis.compare.answer import compare as ask_compare
    from analysis.compare.document import comparison_document

    game, texts = find_game(asked["game"]), settings(asked)
    plans = [Battle.parse(game, one, **texts) for one in asked["battle"]]
    found = ask_compare(plans, side=asked["side"], event=asked["event"], **computing(asked))
    return text(comparison_document(found))


def deck(asked: Options) -> str:
    """Answer `deck`, for a deck whose file's text is given or the game's usual one."""
    from analysis.cli.deck import trials_of
    from analysis.deck import deck_document
    from analysis.files import contents_of
    from combat.decks.how import How

    game = find_deck(asked["game"])
    computed = Asked(*(asked[name] for name in COMPUTING))
    how = How(computed.engine, trials_of(computed), computed.seed)
    data = None if asked["deck"] is None else contents_of(asked["deck"], "deck")
    texts = option_texts(asked["set"], {}, game.settings)
    return text(deck_document(game.answer(data, how=how, **texts)))


def campaign(asked: Options) -> str:
    """Answer `campaign`, for the text of a plan's file."""
    from analysis.campaign.asked import ask_plan, plan_document

    how = computing(asked)
    return text(plan_document(ask_plan(asked["plan"], order=asked["order"], by=asked["by"], **how)))


def battle(asked: Options) -> Battle:
    """Read the battle that is asked about.

    Raises
    ------
    WargameError
    """
    return battle_of(find_game(asked["game"]), *sides(asked), settings(asked))


def sides(asked: Options) -> tuple[str | None, str | None]:
    """Return attacker and defender; the battle and nothing if it is one text."""
    return asked["battle"] or asked["attacker"], asked["defender"]


def settings(asked: Options) -> dict[str, str]:
    """Return the settings of a battle, by key.

    Raises
    ------
    OptionError
    """
    named = {name: asked[name] for name in NAMED}
    return option_texts(asked["set"], named, find_game(asked["game"]).settings)


def computing(asked: Options) -> dict[str, Any]:
    """Return how the answer is to be computed, by the keywords that questions take.

    Raises
    ------
    OptionError
    """
    return Asked(*(asked[name] for name in COMPUTING)).keywords


def number(asked: Options, name: str) -> float | None:
    """Read a number, or a share in per cent, if there is one.

    Raises
    ------
    WargameError
    """
    return None if asked[name] is None else number_of(f"--{name}", asked[name])


def text(document: dict[str, Any]) -> str:
    """Return a document as the command line prints it."""
    return json.dumps(document, allow_nan=False) + "\n"
