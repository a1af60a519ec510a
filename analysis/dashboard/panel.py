"""The dashboard: what is on it, and what happens if something on it is changed."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

import ipywidgets

from analysis import html
from analysis.advice import Advice, should_attack
from analysis.dashboard.controls import BOTH, NAMED, ONE, SettingControls, SideControls
from analysis.html.markup import STYLE, Html, tag
from analysis.html.notebook import styled
from combat.battle import Battle, parse_settings
from combat.errors import WargameError
from combat.game import ROLES, Game
from combat.games import GAMES, find_game

SEED = 1775  # of what cannot be computed exactly: the same battle gives the same numbers
UNTIL_RUN = "What the dashboard begins with; its controls are here once this cell is run."
LINE = ipywidgets.Layout(width="46em", max_width="100%")


class Dashboard:
    """A battle and its verdict, to be changed and read.

    Attributes
    ----------
    game, attacker, defender, aim, swap, more
        The controls, as `ipywidgets` with a ``value``: ``swap`` is a button, ``more`` whether to
        show what would flip the verdict and what else takes longer than a moment.
    sides : dict of str to SideControls
        What can be changed about each side: ``panel.sides["attacker"].by_name["inf"].value = 4``.
    settings : SettingControls
        ``panel.settings.by_name["retreat"].value = "best"``.
    answer, error
        What is shown: HTML, and the line that says what is wrong, '' if nothing is.
    widget
        All of it.
    advice : Advice
        The verdict that is shown; while something is wrong, that of the last battle that could be
        fought.
    """

    advice: Advice

    def __init__(self, battle: Battle | None, *, aim: str = "") -> None:
        first = battle or _example(next(iter(GAMES.values())))
        self._quiet = False
        self._make()
        self.aim.value = aim
        self._watch()
        self._begin(first)

    def _make(self) -> None:
        titles = [(game.title, name) for name, game in GAMES.items()]
        self.game = ipywidgets.Dropdown(options=titles, description="game", style=NAMED)
        self.attacker, self.defender = (
            ipywidgets.Text(description=role, style=NAMED, layout=LINE) for role in ROLES
        )
        self.aim = ipywidgets.Text(
            description="aim",
            placeholder="the game's own",
            continuous_update=False,
            style=NAMED,
            layout=LINE,
        )
        self.swap = ipywidgets.Button(description="swap sides", icon="exchange")
        self.more = ipywidgets.Checkbox(description="more: what flips it, modifiers", indent=False)
        self.sides = {role: SideControls(self._tapper(role)) for role in ROLES}
        self.settings = SettingControls(self._refresh)
        self.error = ipywidgets.HTML(layout=ipywidgets.Layout(min_height="2em"))
        self.answer = ipywidgets.HTML(layout=ipywidgets.Layout(flex="1 1 24em", min_width="20em"))
        heads = [ipywidgets.HTML(str(tag("strong", role))) for role in ROLES]
        columns = [
            ipywidgets.VBox([head, self.sides[role].box])
            for head, role in zip(heads, ROLES, strict=True)
        ]
        folded = ipywidgets.Accordion([self.settings.box], titles=("settings",))
        style = ipywidgets.HTML(str(tag("style", Html(STYLE.read_text("utf-8")))))
        wrap = ipywidgets.Layout(flex_flow="row wrap")
        top = ipywidgets.Box([self.game, self.swap, self.more], layout=wrap)
        room = ipywidgets.Layout(
            flex_flow="row wrap", align_content="flex-start", flex=f"1 1 {ONE}", max_width=BOTH
        )
        sides = ipywidgets.Box(columns, layout=room)  # one below the other, where it is narrow
        beside = ipywidgets.Box([sides, self.answer], layout=wrap)  # below, where it is narrow
        lines = [top, self.attacker, self.defender, self.aim, self.error, folded]
        self.widget = ipywidgets.VBox([style, *lines, beside])

    def _watch(self) -> None:
        self.game.observe(lambda _: self._new_game(), names="value")
        for text in (self.attacker, self.defender, self.aim):
            text.observe(lambda _: self._refresh(), names="value")
        self.more.observe(lambda _: self._refresh(), names="value")
        self.swap.on_click(lambda _: self._swap())

    def _repr_mimebundle_(self, **options: Any) -> Any:  # noqa: ANN401 - as IPython asks for it
        # where no widgets can be shown, or not before the notebook is run, there is the answer
        said = tag("p", UNTIL_RUN, class_="wo-method")
        still = {"text/html": str(styled(said, shown(self.advice))), "text/plain": repr(self)}
        return self.widget._repr_mimebundle_(**options) | still

    def __repr__(self) -> str:
        return f"<Dashboard: {self.advice.outcomes.battle}>"

    @contextmanager
    def _at_once(self) -> Iterator[None]:
        """Change several controls, and answer once when all are changed."""
        before, self._quiet = self._quiet, True
        try:
            yield
        finally:
            self._quiet = before
        self._refresh()

    def _begin(self, battle: Battle) -> None:
        with self._at_once():
            self.game.value = battle.game.name
            self.settings.show(battle.game, battle.shown_settings)
            self.attacker.value, self.defender.value = battle.sides.split(" v ", 1)

    def _new_game(self) -> None:
        if not self._quiet:
            with self._at_once():
                self.aim.value = ""  # events have other names there
                self._begin(_example(find_game(self.game.value)))

    def _swap(self) -> None:
        with self._at_once():
            texts = self.defender.value, self.attacker.value
            self.attacker.value, self.defender.value = texts

    def _tapper(self, role: str) -> Any:  # noqa: ANN401
        def tapped(what: str, value: int | str) -> None:
            text, taps = getattr(self, role), find_game(self.game.value).taps
            assert taps is not None  # or there would be nothing to touch
            changed = text.value
            with self._told():
                settings = self._settings()
                changed = taps.tapped(changed, role, what=what, value=value, settings=settings)
            if changed != text.value:
                text.value = changed  # and that answers
            else:  # such as a slider that cannot go there
                with suppress(WargameError):
                    self._show_taps()

        return tapped

    def _settings(self) -> Mapping[str, Any]:
        return parse_settings(find_game(self.game.value), self.settings.values())

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Say what is wrong, in a line; nothing if nothing is."""
        try:
            yield
        except WargameError as error:
            self.error.value = str(tag("span", f"{error}", role="alert"))
        else:
            self.error.value = ""

    def _refresh(self) -> None:
        """Answer for what the controls say; what is shown stays if they make no battle."""
        if self._quiet:
            return
        with self._told():
            self._show_taps()
            battle = Battle.parse(
                find_game(self.game.value),
                self.attacker.value,
                self.defender.value,
                **self.settings.values(),
            )
            aim = self.aim.value.strip() or None
            self.advice = should_attack(battle, aim=aim, rng=SEED, with_flips=self.more.value)
            self.answer.value = str(shown(self.advice, more=self.more.value))

    def _show_taps(self) -> None:
        taps = find_game(self.game.value).taps
        for role in ROLES:
            text = getattr(self, role).value
            there = taps.offered(text, role, self._settings()) if taps is not None else ()
            self.sides[role].show(there)


def shown(advice: Advice, *, more: bool = False) -> Html:
    """Return what a dashboard shows of a verdict: pictures first; more only if it is asked for."""
    outcomes = advice.outcomes
    parts = [
        html.verdict(advice),
        html.method(outcomes),
        html.outcome_bar(outcomes) or html.odds_table(outcomes),
        html.swing_bars(outcomes),
        html.retreat_map(outcomes) or Html(),
        html.policy_lines(outcomes),
        html.quantity_table(outcomes),
        html.ends_table(outcomes),
    ]
    if more:
        parts += [html.flips_table(advice), html.modifier_table(outcomes)]
        parts += [html.detail_tables(outcomes), html.variant_line(outcomes)]
    return tag("div", *parts, html.assumes(advice.assumes), class_="wo-answer")


def _example(game: Game) -> Battle:
    return Battle.parse(game, *game.examples[0])
