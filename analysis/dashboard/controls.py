"""Controls of a dashboard: what can be changed about a side, and the settings of a game."""

from collections.abc import Callable, Sequence
from typing import Any

import ipywidgets

from combat.game import PLAN, Game, Setting
from combat.taps import Tap

FEW = 12  # of a unit: as far as its slider goes at first
ONE, BOTH = "26em", "54em"  # room for a side's controls, and for those of both abreast
WIDE = ipywidgets.Layout(width="25em", max_width="100%")
NAMED = {"description_width": "7.5em"}
NONE = "–"

Changed = Callable[[str, Any], None]


class SideControls:
    """Sliders, switches and lists for one side, in step with its text.

    Parameters
    ----------
    changed : callable
        ``(what, value)`` is told of whatever the user changes.
    """

    def __init__(self, changed: Changed) -> None:
        self.box = ipywidgets.VBox()
        self.by_name: dict[str, Any] = {}
        self._changed = changed
        self._kind: tuple[Any, ...] = ()
        self._quiet = False

    def show(self, taps: Sequence[Tap]) -> None:
        """Show these; controls that are there already stay, and only take their new values."""
        kind = tuple((tap.what, tap.text, tap.kind, tap.choices, tap.most) for tap in taps)
        self._quiet = True
        try:
            if kind != self._kind:
                self._kind = kind
                self.by_name = _in_place(self.box, {tap.what: self._control(tap) for tap in taps})
            for tap in taps:
                control = self.by_name[tap.what]
                if tap.kind == "count":
                    control.max = _reach(tap, control.max)
                control.value = tap.now == 1 if tap.kind == "switch" else tap.now
        finally:
            self._quiet = False

    def _control(self, tap: Tap) -> Any:  # noqa: ANN401 - ipywidgets has no types
        look: dict[str, Any] = {"description": tap.text, "tooltip": tap.text, "layout": WIDE}
        control: Any
        if tap.kind == "choice":
            options = [(choice or NONE, choice) for choice in tap.choices]
            control = ipywidgets.Dropdown(options=options, value=tap.now, style=NAMED, **look)
        elif tap.kind == "switch":
            control = ipywidgets.Checkbox(value=tap.now == 1, indent=False, **look)
        else:
            ends = {"min": tap.least, "max": _reach(tap, FEW)}
            control = ipywidgets.IntSlider(value=tap.now, style=NAMED, **ends, **look)
        control.observe(lambda event: self._told(tap, event["new"]), names="value")
        return control

    def _told(self, tap: Tap, value: Any) -> None:  # noqa: ANN401
        if not self._quiet:
            self._changed(tap.what, int(value) if tap.kind == "switch" else value)


class SettingControls:
    """Lists and lines of text for a game's settings.

    Files are left out, as is what only plans have a use for. A setting that another one has to be
    set for is not seen until it is.
    """

    def __init__(self, changed: Callable[[], None]) -> None:
        self.box = ipywidgets.Box(layout=ipywidgets.Layout(flex_flow="row wrap"))
        self.by_name: dict[str, Any] = {}
        self._changed = changed
        self._game: Game | None = None
        self._quiet = False

    def show(self, game: Game, values: dict[str, str]) -> None:
        """Show a game's settings with these values, and its defaults for the others."""
        self._quiet = True
        try:
            if game is not self._game:
                self._game = game
                known = [one for one in game.settings if not one.file and one.needs != PLAN]
                self.by_name = _in_place(self.box, {one.key: self._control(one) for one in known})
            for key, control in self.by_name.items():
                control.value = values.get(key, self._usual(key))
        finally:
            self._quiet = False
        self._hide()

    def values(self) -> dict[str, str]:
        """Return the settings that are other than usual."""
        shown = {key: control.value for key, control in self.by_name.items()}
        return {key: text.strip() for key, text in shown.items() if text != self._usual(key)}

    def _usual(self, key: str) -> str:
        assert self._game is not None
        setting = self._game.setting(key)
        assert setting is not None
        return "" if setting.default is None else setting.shows(setting.default)

    def _control(self, setting: Setting) -> Any:  # noqa: ANN401
        look: dict[str, Any] = {
            "description": setting.key.replace("_", " "),
            "tooltip": setting.help,
            "style": {"description_width": "9em"},
            "layout": ipywidgets.Layout(width="22em"),
        }
        usual = self._usual(setting.key)
        control: Any
        if setting.choices:
            options = [(choice or NONE, choice) for choice in setting.choices]
            control = ipywidgets.Dropdown(options=options, value=usual, **look)
        elif setting.offered:
            control = ipywidgets.Combobox(options=setting.offered, value=usual, **look)
        else:
            control = ipywidgets.Text(value=usual, continuous_update=False, **look)
        control.observe(lambda _: self._told(), names="value")
        return control

    def _told(self) -> None:
        if not self._quiet:
            self._hide()
            self._changed()

    def _hide(self) -> None:
        """Let only those settings be seen that change anything."""
        assert self._game is not None
        given = self.values()
        for key, control in self.by_name.items():
            setting = self._game.setting(key)
            needed = setting.needs if setting is not None else ""
            there = not needed or needed in given or key in given
            control.layout.display = None if there else "none"


def _in_place(box: Any, controls: dict[str, Any]) -> dict[str, Any]:  # noqa: ANN401
    """Put controls into a box, and end those that they take the place of."""
    old, box.children = box.children, tuple(controls.values())
    for control in old:
        control.close()
    return controls


def _reach(tap: Tap, now: int) -> int:
    """Return how far a slider goes: so far that there is room for more, and never back again."""
    return min(tap.most, max(now, FEW, 2 * int(tap.now)))
