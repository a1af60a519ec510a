"""The answers that the page shows: a verdict with its pictures, a deck, or what is wrong."""

from dataclasses import dataclass, replace
from typing import Any

from analysis import html
from analysis.advice import Advice, should_attack
from analysis.deck import ask_deck
from analysis.html import Html
from combat.battle import Battle, parse_settings
from combat.engine import EXACT_WORK
from combat.errors import WargameError
from combat.game import ROLES
from combat.taps import names_text
from reports.page.view.state import DECK, State, changed_settings
from reports.page.view.touches import BETWEEN, FIX, readable

WAITING = html.tag("p", "not looked for yet …", class_="wait")
TRIALS = 10_000  # of a battle too large for an exact answer, if nobody says: within 1 %
WORDS = {"attack": "Attack", "hold": "Hold", "too_close": "Too close"}


@dataclass(frozen=True)
class Fix:
    """What would put a question right: a command as of a touch, or an address."""

    text: str
    command: str = ""
    address: str = ""


@dataclass(frozen=True)
class Answer:
    """What there is to show.

    Parameters
    ----------
    title : str
        In a few words.
    verdict : Html, optional
        What matters most; of a deck all of it.
    picture : Html, optional
        How it ends.
    parts : tuple of (str, Html)
        The rest, each with its heading.
    battle : Battle, optional
    wrong : str
        What is wrong with the question, in one line.
    fixes : tuple of Fix
    more : bool
        Whether something has been left out that is to be asked for later.
    """

    title: str = ""
    verdict: Html | None = None
    picture: Html | None = None
    parts: tuple[tuple[str, Html], ...] = ()
    battle: Battle | None = None
    wrong: str = ""
    fixes: tuple[Fix, ...] = ()
    more: bool = False


def answer_to(state: State, *, quick: bool = False) -> Answer:
    """Answer what a page asks; what is wrong with it is an answer too.

    ``quick``: leave out what would flip a verdict, and what it is under other data, which takes
    nearly all the time.
    """
    try:
        if state.kind == DECK:
            return _deck_answer(state)
        if not (state.attacker and state.defender):
            _read_sides(state)
            return Answer()
        return _verdict(state, quick=quick)
    except WargameError as error:
        return wrong(error, state)


def wrong(error: WargameError, state: State | None = None) -> Answer:
    """Return an error as an answer, with what would put it right."""
    fixes = () if state is None else (*_word_fixes(error), *_setting_fixes(state))
    return Answer(wrong=str(error), fixes=fixes)


def _read_sides(state: State) -> None:
    """Have the side read that is there, so that what is wrong with it is said.

    Raises
    ------
    WargameError
    """
    settings = parse_settings(state.game, readable(state))
    for role in ROLES:
        if state.side(role):
            state.game.parse_side(state.side(role), role, settings)


def battle_of(state: State) -> Battle:
    """Return the battle that is asked about.

    Raises
    ------
    WargameError
    """
    settings = changed_settings(state.game, state.settings)
    return Battle.parse(state.game, state.attacker, state.defender, **settings)


def _verdict(state: State, *, quick: bool) -> Answer:
    battle = battle_of(state)
    advice = should_attack(
        battle,
        aim=state.aim or None,
        counter=state.counter or None,
        with_flips=not quick,
        **_computing(state, battle),
    )
    outcomes = advice.outcomes
    verdict, picture = html.verdict(advice), html.outcome_bar(outcomes)
    title = f"{WORDS[advice.verdict]}: {outcomes.battle.sides}"
    return Answer(title, verdict, picture, _parts(advice, quick=quick), outcomes.battle, more=quick)


def _computing(state: State, battle: Battle) -> dict[str, Any]:
    """Return how to compute: where it has to be simulated, no longer than people wait."""
    how = state.asked.keywords
    if how["engine"] == "auto" and how["trials"] is None:
        simulated = battle.game.model(battle).work > EXACT_WORK
        how["trials"] = TRIALS if simulated else None
    return how


def _parts(advice: Advice, *, quick: bool) -> tuple[tuple[str, Html], ...]:
    outcomes = advice.outcomes
    flips = WAITING if quick else html.flips_table(advice)
    variants = Html() if quick else html.variant_line(outcomes)
    also = [result.clause.name for result in advice.results if not result.clause.is_event]
    retreat = html.retreat_map(outcomes)
    parts = (
        ("What would flip it", flips),
        ("What it costs", html.joined(html.swing_bars(outcomes))),
        (
            "When to go on" if retreat else "Best play",
            html.joined(retreat or Html(), html.policy_lines(outcomes)),
        ),
        ("Chances", html.odds_table(outcomes)),
        ("Losses", html.quantity_table(outcomes, also=also)),
        ("How it ends most often", html.ends_table(outcomes)),
        ("Modifiers", html.modifier_table(outcomes)),
        ("More", html.joined(html.detail_tables(outcomes), variants)),
        (
            "What it rests on",
            html.joined(
                html.method(outcomes), html.assumes(advice.assumes), _names(outcomes.battle)
            ),
        ),
    )
    return tuple((heading, part) for heading, part in parts if part)


def _names(battle: Battle) -> Html:
    text = names_text(battle)
    return html.tag("p", f"Names: {text}.") if text else Html()


def _deck_answer(state: State) -> Answer:
    settings = changed_settings(state.asked_of, state.settings)
    asked = state.asked
    answer = ask_deck(
        state.entry.name, engine=asked.engine, trials=asked.trials, rng=asked.seed, **settings
    )
    return Answer(answer.title, html.deck(answer))


def _word_fixes(error: WargameError) -> tuple[Fix, ...]:
    """Return the word that was likely meant."""
    if not error.meant or not error.given:
        return ()
    command = BETWEEN.join((FIX, error.given, error.meant))
    return (Fix(f"{error.given} → {error.meant}", command),)


def _setting_fixes(state: State) -> tuple[Fix, ...]:
    """Return the options without which the question could be read."""
    fixes = []
    for key in changed_settings(state.asked_of, state.settings):
        left = {k: v for k, v in state.settings.items() if k != key}
        without = replace(state, settings=left)
        if _can_be_read(without):
            fixes.append(Fix(f"leave {key.replace('_', ' ')} out", address=without.address))
    for key in ("aim", "counter"):
        if getattr(state, key) and _can_be_read(state):
            fixes.append(Fix(f"leave the {key} out", address=_without(state, key).address))
    return tuple(fixes)


def _without(state: State, key: str) -> State:
    return replace(state, aim="") if key == "aim" else replace(state, counter="")


def _can_be_read(state: State) -> bool:
    if state.kind == DECK or not (state.attacker and state.defender):
        return False
    try:
        battle_of(state)
    except WargameError:
        return False
    return True
