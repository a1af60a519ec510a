"""Rules of thumb for melees and fire."""

from functools import partial

from combat.battle import Battle
from combat.game import Game
from combat.napoleonics.setups import LEADER_IGNORES, SUPPORT_IGNORES, Fight
from combat.napoleonics.strength import Strike
from combat.napoleonics.thumb_battles import (
    BOTH,
    MELEES,
    attacks,
    better_off,
    driven_out,
    eliminated,
    melees,
)
from combat.thumb_forms import Grid, Measure
from combat.thumbs import SURE_ENOUGH, Contest, Numbers

FACES = 6
LIKELY = "It is likelier than not"


def _blocks(battle: Battle) -> Numbers:
    return float(battle.attacker.blocks), float(battle.defender.blocks)


def _dice(battle: Battle) -> Numbers:
    mine, theirs = _strikes(battle)
    return float(mine.dice()), float(theirs.dice())


def _hits(battle: Battle) -> Numbers:
    """Return the hits to be expected of the attack, and of a battle back at full strength."""
    mine, theirs = _strikes(battle)
    return mine.dice() * mine.hit_faces / FACES, theirs.dice() * theirs.hit_faces / FACES


def _strikes(battle: Battle) -> tuple[Strike, Strike]:
    """Return the attack, and the battle back of a target that has lost nothing."""
    fight = Fight.main(battle)
    attack, back = (fight.strike(by_attacker=mine, square=False) for mine in (True, False))
    return attack, back


def _dice_for_blocks(battle: Battle) -> Numbers:
    return _dice(battle)[0], _blocks(battle)[1]


def _hits_for_blocks(battle: Battle) -> Numbers:
    return _hits(battle)[0], _blocks(battle)[1]


def _dice_for_nerve(battle: Battle) -> Numbers:
    """Return the dice, and blocks with the flags that the target may ignore."""
    unit = battle.defender
    ignored = unit.kind.flags_ignored + unit.ignore
    ignored += LEADER_IGNORES * unit.leader + SUPPORT_IGNORES * unit.support
    return _dice(battle)[0], float(unit.blocks + ignored)


# who attacks strikes first: as much as the other has should be enough
BLOCKS = Measure("count blocks", "Count the blocks of both units.", _blocks, enough=True)
DICE = Measure(
    "count dice", "Count the dice of the attack and of the battle back.", _dice, enough=True
)
HITS = Measure(
    "expected hits",
    "Take half the dice against infantry and a third against others in melee (a third and a sixth"
    " without the sabres), for the attack and for the battle back.",
    _hits,
    enough=True,
)
DICE_A_BLOCK = Measure(
    "dice for blocks",
    "Count the dice of the attack, and the target's blocks.",
    _dice_for_blocks,
    enough=True,
    likely=LIKELY,
    theirs="the blocks",
)
HITS_A_BLOCK = Measure(
    "expected hits for blocks",
    "Take half the dice against infantry and a third against others in melee, a third and a sixth"
    " in fire, and the target's blocks.",
    _hits_for_blocks,
    enough=True,
    likely=LIKELY,
    theirs="the blocks",
)
NERVE = Measure(
    "dice for blocks and flags ignored",
    "Count the dice of the attack, and the target's blocks with one more for each flag that it may"
    " ignore.",
    _dice_for_nerve,
    enough=True,
    likely=LIKELY,
    theirs="that number",
)
EXCHANGE = Grid(
    times=(0.5, 0.6, 0.7, 0.75, 0.8),
    more=(-2.0, -1.0, -0.5, 0.5, 1.0),
    sure_times=(0.75, 0.8, 0.9, 1.1, 1.2, 1.3, 1.5, 2.0),
    sure_more=(-1.0, -0.5, 0.0, 0.5, 1.0, 2.0),
    shortfalls=(0.3, 0.4, 0.5, 0.75),
    leads=(0.1, 0.2, 0.3, 0.4, 0.5, 0.6),
    evens=(0.5, 0.6, 0.7, 0.75, 0.8),
)
LOSSES = Grid(
    times=(0.5, 0.75, 0.8, 0.9, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0),
    more=(-0.5, -0.25),
    sure_times=(0.75, 1.0, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0, 3.5),
    sure_more=(1.0, 2.0, 3.0),
    leads=(0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5),
    evens=(0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8),
)


def contests(game: Game) -> tuple[Contest, ...]:
    """Return the rules of thumb for who loses more, who is eliminated, and who leaves his hex."""
    return (_exchange(game), _elimination(game), _ground(game))


def _exchange(game: Game) -> Contest:
    measures = (BLOCKS, DICE, HITS)
    return Contest(
        name="exchange",
        title="melees: who loses more blocks",
        event="the target loses more blocks than the attacker, where they do not lose the same",
        events=(),
        drawn=MELEES,
        draw=partial(melees, game),
        known=(*(one.rule() for one in measures), DICE.demanding(SURE_ENOUGH, times=2.0)),
        forms=(
            "blocks, dice and expected hits of both; for the favourite with a demand of half theirs"
            " to 1 more than theirs, for 75 % of 0.75 times theirs to twice theirs; as a chance by"
            " shortfall (0.3 to 0.75 points a per cent) or by lead (50 to 80 % at even, 10 to"
            " 60 points each)"
        ),
        candidates=lambda: tuple(EXCHANGE.rules(*measures)),
        exact=better_off,
    )


def _elimination(game: Game) -> Contest:
    measures = (DICE_A_BLOCK, HITS_A_BLOCK)
    return Contest(
        name="elimination",
        title="melees and fire: whether the target is eliminated",
        event="the target is eliminated",
        events=("target_eliminated",),
        drawn=BOTH,
        draw=partial(attacks, game),
        known=(
            DICE_A_BLOCK.rule(),
            DICE_A_BLOCK.demanding(0.5, times=2.0),
            HITS_A_BLOCK.rule(),
        ),
        forms=_FORMS.format(what="dice of the attack, and its expected hits, against blocks"),
        candidates=lambda: tuple(LOSSES.rules(*measures)),
        exact=eliminated,
    )


def _ground(game: Game) -> Contest:
    measures = (DICE_A_BLOCK, HITS_A_BLOCK, NERVE, DICE)
    return Contest(
        name="ground",
        title="melees: whether the target leaves its hex",
        event="the target is eliminated or retreats",
        events=("target_eliminated", "target_retreats"),
        drawn=MELEES,
        draw=partial(melees, game),
        known=(
            BLOCKS.rule(),
            DICE.rule(),
            DICE.demanding(0.5, times=2.0),
            DICE_A_BLOCK.rule(),
        ),
        forms=_FORMS.format(
            what="dice of the attack against blocks, against blocks and flags ignored, and against"
            " the dice of the battle back, and expected hits against blocks"
        ),
        candidates=lambda: tuple(LOSSES.rules(*measures)),
        exact=driven_out,
    )


_FORMS = (
    "{what}; for the favourite with a demand of 0.5 to 3 times as many or up to half of one less,"
    " for 75 % of 0.75 to 3.5 times as many or 1 to 3 more; as a chance by lead (20 to 80 % at"
    " even, 10 to 50 points each)"
)
