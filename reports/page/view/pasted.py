"""Reading a battle as it is pasted: in one line or several, with the game's name in front."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from urllib.parse import parse_qsl, urlsplit

from combat.errors import NotationError
from combat.notation import around_versus, shown

_LABEL = re.compile(
    r"^(?P<side>attack(?:er|ers|ing)?|att|defen[cs]e|defend(?:er|ers|ing)?|def)\s*[:=]\s*",
    re.IGNORECASE,
)
_BULLET = re.compile(r"^(?:[-*•·–]\s+)+")
_ENDS_OPEN = re.compile(r"(?:[,;+&]|(?:^|\s)(?:v|vs|versus|against)\.?)$", re.IGNORECASE)
_QUOTES = '"“”„«»'  # as typed, and as phones make them
_EDGES = f" \t,;?!{_QUOTES}"
_ATTACKS = re.compile(  # where there is no 'v'
    r"\s(?:into|attacks?|attacking)\s|\s*(?:[-=]+>|[→⇒➔])\s*", re.IGNORECASE
)
_QUOTED = re.compile(  # as in a shell
    rf"^[{_QUOTES}']?([^{_QUOTES}']+)[{_QUOTES}']\s+[{_QUOTES}']([^{_QUOTES}']+)[{_QUOTES}']?$"
)
_FILLERS = re.compile(r"(?<!\S)(?:an?(?=\s+\w)|the)\s+", re.IGNORECASE)
_AND = re.compile(r"\s*(?:,\s*)?(?<!\S)and(?!\w)[\s,]*", re.IGNORECASE)


@dataclass(frozen=True)
class Pasted:
    """What a text says: the game if it is named, both sides as far as they are there, settings."""

    game: str = ""
    attacker: str = ""
    defender: str = ""
    settings: dict[str, str] = field(default_factory=dict)


def read_pasted(text: str, games: Iterable[str]) -> Pasted:
    r"""Read a pasted battle.

    Parameters
    ----------
    text : str
        ``ATTACKER v DEFENDER``, in front of it perhaps a game's name, behind it perhaps
        ``| KEY=VALUE``; lines count as commas, and may begin with ``Attacker:`` and ``Defender:``.
        As people write, 'into', 'attacks' and '->' part the sides too, 'and' is a comma, and each
        side may stand in quotes.
    games : iterable of str
        Names by which a game can be called.

    Raises
    ------
    NotationError
        For more than two sides, or what is no setting behind a bar.

    Examples
    --------
    >>> read_pasted("aa 3 inf\n2 arm\nvs\n4 inf | retreat=best", ["aa"])
    Pasted(game='aa', attacker='3 inf, 2 arm', defender='4 inf', settings={'retreat': 'best'})
    """
    known = frozenset(games)
    first, newline, others = text.strip().partition("\n")
    alone = first.strip(" :\r").casefold()
    named = bool(newline) and alone in known
    battle, *rest = _one_line(others if named else text).split("|")
    game, battle = (alone, battle) if named else _named(battle, known)
    sides = around_versus(battle)
    if len(sides) == 1:
        quoted = _QUOTED.match(battle.strip())
        sides = (quoted[1], quoted[2]) if quoted else tuple(_ATTACKS.split(battle, maxsplit=1))
    if len(sides) > 2:
        raise NotationError(
            f"more than one 'v' in {shown(text)}; a battle has two sides", given=text
        )
    attacker, defender = (*sides, "")[:2]
    settings = dict(map(_setting, filter(str.strip, rest)))
    return Pasted(game, _plain(attacker), _plain(defender), settings)


def linked(text: str) -> list[tuple[str, str]] | None:
    """Return what the address of a page asks, with http:// or not, if one is pasted; None else.

    Examples
    --------
    >>> linked("http://192.0.2.7:8000/?game=aa&battle=3+inf+v+2+inf")
    [('game', 'aa'), ('battle', '3 inf v 2 inf')]
    """
    link = text.strip()
    if not re.fullmatch(r"(?:https?://)?[^\s/?#]+/?\?\S*", link, re.IGNORECASE):
        return None
    pairs = parse_qsl(urlsplit(link).query)
    return pairs if any(key == "game" for key, _ in pairs) else None


def _plain(side: str) -> str:
    """Leave out of a side what is only talk: 'a tank and 3 infantry?' is 'tank, 3 infantry'."""
    return _AND.sub(", ", _FILLERS.sub("", side)).strip(_EDGES)


def _one_line(text: str) -> str:
    """Join the lines of a text, each a part of a side, or one side."""
    joined = ""
    for raw in text.splitlines():
        line = _BULLET.sub("", raw.strip().strip(_QUOTES)).strip()
        label = _LABEL.match(line)
        if label:
            line = line[label.end() :]
            if label["side"].lower().startswith("def") and joined:
                joined += " v "
        if line:
            gap = "" if not joined else " " if _ENDS_OPEN.search(joined.rstrip()) else ", "
            joined = joined.rstrip() + gap + line
    return joined


def _named(text: str, games: frozenset[str]) -> tuple[str, str]:
    """Part a game's name from the battle behind it, if one stands there."""
    found = re.match(r"\s*([^\s:|,]+)(?:\s*:\s*,?\s*|\s*,?\s+)(?=\S)", text)
    if found is None or found[1].casefold() not in games or "," in found[0]:
        return "", text
    rest = text[found.end() :]
    begins_side = len(around_versus(rest)) == 2 and not around_versus(rest)[0]
    return ("", text) if begins_side else (found[1].casefold(), rest)


def _setting(part: str) -> tuple[str, str]:
    key, equals, value = part.partition("=")
    if not equals or not key.strip():
        raise NotationError(
            f"cannot read {shown(part.strip())}; settings behind a bar are KEY=VALUE", given=part
        )
    return key.strip().lower().replace("-", "_"), value.strip()
