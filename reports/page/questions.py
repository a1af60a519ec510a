"""The questions as workers answer them: plain data in, the command line's JSON out."""

import json
from collections.abc import Mapping
from typing import Any

from analysis.advice import should_attack as ask_should_attack
from analysis.answers import odds as ask_odds
from analysis.cli.options import Asked, battle_of, option_texts
from analysis.document import advice_document, odds_document
from combat.battle import Battle
from combat.games import find_game

NAMED = ("losses", "defender_losses", "retreat", "worth")  # settings with names of their own
COMPUTING = ("engine", "trials", "precision", "seed")


def odds(asked: Mapping[str, Any]) -> str:
    """Answer `odds`."""
    return text(odds_document(ask_odds(battle(asked), **computing(asked))))


def should_attack(asked: Mapping[str, Any]) -> str:
    """Answer `should-attack`."""
    wanted = {"aim": asked["aim"], "counter": asked["counter"]}
    return text(advice_document(ask_should_attack(battle(asked), **wanted, **computing(asked))))


def battle(asked: Mapping[str, Any]) -> Battle:
    """Read the battle that is asked about.

    Raises
    ------
    WargameError
    """
    game = find_game(asked["game"])
    named = {name: asked[name] for name in NAMED}
    texts = option_texts(asked["set"], named, game.settings)
    attacker = asked["battle"] or asked["attacker"]
    return battle_of(game, attacker, asked["defender"], texts)


def computing(asked: Mapping[str, Any]) -> dict[str, Any]:
    """Return how the answer is to be computed, by the keywords that questions take.

    Raises
    ------
    OptionError
    """
    return Asked(*(asked[name] for name in COMPUTING)).keywords


def text(document: dict[str, Any]) -> str:
    """Return a document as the command line prints it."""
    return json.dumps(document, allow_nan=False) + "\n"
