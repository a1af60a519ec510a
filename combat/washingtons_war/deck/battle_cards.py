"""Battle cards played in many games at once, and the cards drawn for them (WW-05, WW-38)."""

from __future__ import annotations

import numpy as np

from combat.arrays import Bools
from combat.washingtons_war.deck.cards import BATTLE
from combat.washingtons_war.deck.table import HANDS, Table
from combat.washingtons_war.generals import AMERICAN, BRITISH


def fight(table: Table, chance: float, rng: np.random.Generator) -> Bools:
    """Play battle cards, each with a chance, and draw for them; return those played.

    Cards drawn may be battle cards again; those that must be played are, as all others, in this
    very phase (WW-38).

    Parameters
    ----------
    table : Table
    chance : float
        Of a battle card in the hand of its side.
    rng : Generator

    Returns
    -------
    (marked cards, games) bool
    """
    used = np.zeros(table.where.shape, bool)
    rows = np.array([at for at, c in enumerate(table.marked) if c.kind == BATTLE], np.int64)
    own = {
        side: np.array([table.marked[row].playable(side) for row in rows], bool)[:, None]
        for side in HANDS
    }
    games = np.arange(table.games)
    seen = np.zeros((len(rows), len(games)), bool)
    while chance and len(rows) and len(games):
        where = table.where[rows][:, games]
        held = {side: (where == hand) & own[side] for side, hand in HANDS.items()}
        fresh = (held[AMERICAN] | held[BRITISH]) & ~seen
        playing = fresh & (rng.random(fresh.shape, dtype=np.float32) < chance)
        used[np.ix_(rows, games)] |= playing
        some = np.flatnonzero(playing.any(axis=0))
        drawn = [(playing & held[side])[:, some].sum(axis=0) for side in (AMERICAN, BRITISH)]
        seen = (seen | fresh)[:, some]
        games = games[some]
        table.deal(drawn[0], drawn[1], games)
    return used
