"""What a touch does: add or take a unit, choose, swap the sides, clear, put a word right."""

import re
from collections.abc import Sequence
from dataclasses import replace

from combat.battle import parse_settings
from combat.errors import OptionError, WargameError
from combat.game import ATTACKER, DEFENDER, ROLES
from combat.notation import shown
from combat.taps import Tap
from reports.page.view.state import BATTLE, PICK, TAP, TEXT, WAS, State, changed_settings

SWAP, CLEAR, FIX = "swap", "clear", "fix"
BETWEEN = "~"  # parts of a command: side, what, how many more or which
MOST_TOUCHES = 200


def commands(pairs: Sequence[tuple[str, str]]) -> list[str]:
    """Return what was touched, in order; what was chosen too, unless the text was changed by hand.

    A form without a script sends all its choices along; they stand for the text that it showed.
    """
    given = dict(pairs)
    same = given.get(WAS) == given.get(TEXT)
    found = [text for key, text in pairs if key == TAP or (key == PICK and same)]
    return found[:MOST_TOUCHES]


def touched(state: State, command: str) -> State:
    """Return what is asked after a touch.

    Raises
    ------
    WargameError
        For what the side cannot have, or a command that there is not.
    """
    if command == SWAP:
        return state.swapped()
    if command == CLEAR:
        return State(state.entry, state.kind)
    if command.startswith(FIX + BETWEEN):
        return _fixed(state, command)
    role, _, change = command.partition(BETWEEN)
    what, _, value = change.rpartition(BETWEEN)
    if role not in ROLES or not what or state.game.taps is None:
        raise OptionError(f"cannot read the touch {shown(command)}", given=command)
    settings = parse_settings(state.game, readable(state))
    text = state.side(role)
    tap = next((t for t in state.game.taps.offered(text, role, settings) if t.what == what), None)
    if tap is not None and str(tap.now) == value:
        return state  # it is so already
    wanted = value if tap is None else _wanted(tap, value)
    changed = state.game.taps.tapped(text, role, what=what, value=wanted, settings=settings)
    return state.with_side(role, changed)


def _wanted(tap: Tap, value: str) -> int | str:
    """Return how many, or which: '+1' is one more than there are."""
    if tap.kind == "choice" or not re.fullmatch(r"[-+]?[0-9]{1,4}", value):
        return value
    number = int(value)
    if value[0] not in "+-":
        return number
    return max(tap.least, min(tap.most, int(tap.now) + number))


def _fixed(state: State, command: str) -> State:
    """Put another word in the place of one that is not understood."""
    _, wrong, right, *_ = (*command.split(BETWEEN), "", "")
    word = re.compile(rf"(?<!\w){re.escape(wrong)}(?!\w)", re.IGNORECASE)

    def put_right(text: str) -> str:
        return word.sub(lambda _: right, text, count=1)

    sides = {role: put_right(state.side(role)) for role in ROLES}
    if sides[ATTACKER] != state.attacker:
        return state.with_side(ATTACKER, sides[ATTACKER])
    if sides[DEFENDER] != state.defender:
        return state.with_side(DEFENDER, sides[DEFENDER])
    settings = {key: put_right(text) for key, text in state.settings.items()}
    return replace(state, settings=settings, aim=put_right(state.aim))


def readable(state: State) -> dict[str, str]:
    """Return the settings that can be read: taps work while another option is being written."""
    texts: dict[str, str] = {}
    for key, text in changed_settings(state.asked_of, state.settings).items():
        try:
            parse_settings(state.asked_of, texts | {key: text})
        except WargameError:
            continue
        texts[key] = text
    return texts


def after_touches(state: State, pairs: Sequence[tuple[str, str]]) -> State:
    """Return what is asked once all that was touched is done; a deck has nothing to touch.

    Raises
    ------
    WargameError
    """
    for command in commands(pairs) if state.kind == BATTLE else ():
        state = touched(state, command)
    return state
