"""What a page is about: a game, a battle or its deck, and every option; the address says it all."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import urlencode

from analysis.cli.options import Asked
from combat.battle import HasSettings
from combat.errors import NotationError, OptionError, WargameError
from combat.game import ATTACKER, DEFENDER, Game
from combat.games import Entry, entries, find_entry
from combat.notation import shown
from reports.page.limits import LIMITS
from reports.page.view.pasted import Pasted, linked, read_pasted

BATTLE, DECK = "battle", "deck"
GAME, TEXT, KIND, SETTING = "game", "battle", "about", "set"
AIM, COUNTER, OTHER_COUNTER = "aim", "counter", "other_counter"
HOW = ("engine", "trials", "seed")
TAP, PICK, WAS = "tap", "pick", "was"  # of forms: what was touched, chosen; and what stood there
QUICK = "quick"  # whether the verdict alone is wanted now, and what would flip it later
NAMED = (  # no setting has one of these names
    *(GAME, TEXT, KIND, SETTING, AIM, COUNTER, OTHER_COUNTER, *HOW, TAP, PICK, WAS, QUICK),
)
OF_DEFENDER = f"{DEFENDER}_"


@dataclass(frozen=True)
class State:
    """What is asked.

    Parameters
    ----------
    entry : Entry
    kind : str
        `BATTLE` or `DECK`.
    attacker, defender : str
        Texts of the sides; '' where nobody stands yet.
    settings : mapping of str to str
        Those that were given, in the order in which the game has them.
    aim, counter : str
    other_counter : str
        The counter-attack to the battle the other way round: it comes back when that does.
    how : mapping of str to str
        Of `HOW`, those that were given.
    typed : str
        The battle as it was typed or pasted.
    """

    entry: Entry
    kind: str
    attacker: str = ""
    defender: str = ""
    settings: Mapping[str, str] = field(default_factory=dict)
    aim: str = ""
    counter: str = ""
    other_counter: str = ""
    how: Mapping[str, str] = field(default_factory=dict)
    typed: str = ""

    @property
    def game(self) -> Game:
        """The game whose battle it is."""
        assert self.entry.game is not None
        return self.entry.game

    @property
    def asked_of(self) -> HasSettings:
        """Return the game or the deck that is asked about: what has the settings."""
        found = self.entry.deck if self.kind == DECK else self.entry.game
        assert found is not None
        return found

    @property
    def battle(self) -> str:
        """The battle as a text, finished or not."""
        return f"{self.attacker} v {self.defender}".strip() if self.is_begun else ""

    @property
    def is_begun(self) -> bool:
        """Whether anybody stands on any side."""
        return bool(self.attacker or self.defender)

    @property
    def asked(self) -> Asked:
        """How the answer is to be computed.

        Raises
        ------
        OptionError
        """
        numbers = {key: _whole(key, self.how.get(key, "")) for key in ("trials", "seed")}
        if (numbers["trials"] or 0) > LIMITS.trials:
            raise OptionError(
                f"trials={numbers['trials']:,} are more than the limit of {LIMITS.trials:,} here",
                given=self.how["trials"],
                allowed=(f"1 to {LIMITS.trials}",),
            )
        return Asked(self.how.get("engine", "auto"), numbers["trials"], None, numbers["seed"])

    @property
    def address(self) -> str:
        """The address under which the page shows this, and nothing else."""
        battle = {
            TEXT: self.battle,
            AIM: self.aim,
            COUNTER: self.counter,
            OTHER_COUNTER: self.other_counter,
        }
        pairs = {
            GAME: self.entry.aliases[0],
            **({KIND: DECK} if self.kind == DECK and self.entry.game else {}),
            **(battle if self.kind == BATTLE else {}),
            **changed_settings(self.asked_of, self.settings),
            **self.how,
        }
        return "/?" + urlencode({key: text for key, text in pairs.items() if text})

    def side(self, role: str) -> str:
        """Return the text of the attacker or the defender."""
        return self.attacker if role == ATTACKER else self.defender

    def with_side(self, role: str, text: str) -> "State":
        """Return the same with another side."""
        sides = {ATTACKER: self.attacker, DEFENDER: self.defender} | {role: text}
        return replace(self, attacker=sides[ATTACKER], defender=sides[DEFENDER])

    def swapped(self) -> "State":
        """Return the battle the other way round, each side with what it is told to do."""
        settings = {_turned(key, self.game): text for key, text in self.settings.items()}
        order = [setting.key for setting in self.game.settings]
        kept = {key: settings[key] for key in order if key in settings}
        return replace(
            self,
            attacker=self.defender,
            defender=self.attacker,
            settings=kept,
            counter=self.other_counter,
            other_counter=self.counter,
        )


def _turned(key: str, game: Game) -> str:
    """Return the setting that says of the other side what this one says of one."""
    of_attacker = f"{ATTACKER}_"
    if key.startswith(OF_DEFENDER):
        bare = key.removeprefix(OF_DEFENDER)
        candidates = [of_attacker + bare, bare]
    else:
        candidates = [OF_DEFENDER + key.removeprefix(of_attacker)]
    return next((one for one in candidates if game.setting(one)), key)


def _whole(key: str, text: str) -> int | None:
    if not text:
        return None
    if not text.isdecimal() or not text.isascii() or len(text) > 19:
        raise OptionError(
            f"{key}={text!r} is not possible; it is a whole number",
            given=text,
            allowed=("whole numbers",),
        )
    return int(text)


def changed_settings(known: HasSettings, texts: Mapping[str, str]) -> dict[str, str]:
    """Return the settings that change anything, in order; what cannot be read stays as it is."""
    values: dict[str, Any] = {}
    changed = {}
    for setting in known.settings:
        text = texts.get(setting.key)
        values[setting.key] = setting.default
        if text is None:
            continue
        try:
            values[setting.key] = setting.parse(text, values)
        except WargameError:
            changed[setting.key] = text
        else:
            if values[setting.key] != setting.default:
                changed[setting.key] = text
    unknown = {key: text for key, text in texts.items() if key not in values}
    return changed | unknown


def read_state(pairs: Sequence[tuple[str, str]]) -> State:
    """Read what an address asks.

    Raises
    ------
    WargameError
        For a game that there is not, a battle with more than two sides, or what is too long.
    """
    _check(pairs)
    given = dict(reversed(pairs))  # of what is given twice, the first counts
    pasted_link = linked(given.get(TEXT, ""))
    if pasted_link is not None:
        return read_state([pair for pair in pasted_link if linked(pair[1]) is None])
    entry = find_entry(given[GAME]) if given.get(GAME) else entries()[0]
    pasted = read_pasted(given.get(TEXT, ""), _names_beside(entry))
    here = pasted.game in ("", entry.name, *entry.aliases)
    if not here:  # another game's battle has been pasted: that game's options are not those given
        entry = find_entry(pasted.game)
    kind = DECK if given.get(KIND) == DECK or entry.game is None else BATTLE
    if entry.deck is None:
        kind = BATTLE
    state = State(
        entry,
        kind,
        pasted.attacker,
        pasted.defender,
        aim=given.get(AIM, "").strip() if here else "",
        counter=given.get(COUNTER, "").strip() if here else "",
        other_counter=given.get(OTHER_COUNTER, "").strip() if here else "",
        how={key: given[key].strip() for key in HOW if given.get(key, "").strip()},
        typed=given.get(TEXT, ""),
    )
    return replace(state, settings=_settings(state.asked_of, pairs if here else (), pasted))


def _names_beside(entry: Entry) -> tuple[str, ...]:
    """Return what games are called; what may be a unit of this one is no name of a game."""
    names = [name for one in entries() if one.game for name in (one.name, *one.aliases)]
    own = (entry.name, entry.aliases[0])
    return tuple(name for name in names if name in own or not _is_side(entry.game, name))


def _is_side(game: Game | None, text: str) -> bool:
    if game is None:
        return False
    usual = {setting.key: setting.default for setting in game.settings}
    try:
        game.parse_side(text, ATTACKER, usual)
    except WargameError:
        return False
    return True


def _check(pairs: Sequence[tuple[str, str]]) -> None:
    for key, text in pairs:
        if len(text) > LIMITS.text_characters:
            raise NotationError(
                f"{shown(key, 24)} has {len(text):,} characters, more than the limit of"
                f" {LIMITS.text_characters:,}",
                given=text[:60],
                allowed=(f"{LIMITS.text_characters} characters",),
            )


def _settings(
    known: HasSettings, pairs: Iterable[tuple[str, str]], pasted: Pasted
) -> dict[str, str]:
    """Return the settings of the form, of ``set=KEY=VALUE``, and behind the battle's bars."""
    texts: dict[str, str] = {}
    for key, text in pairs:
        if key == SETTING:
            key, _, text = text.partition("=")
        elif key in NAMED:
            continue
        if text.strip():
            texts[key.strip().replace("-", "_")] = text.strip()
    texts |= pasted.settings
    order = [setting.key for setting in known.settings]
    return {key: texts[key] for key in sorted(texts, key=lambda key: _place(key, order))}


def _place(key: str, order: Sequence[str]) -> int:
    return order.index(key) if key in order else len(order)
