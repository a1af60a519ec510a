"""Tables on terminals of any width: whole words while there is room, nothing cut off."""

import pytest
from rich.console import Console

from analysis.cli.tables import GLUE, Fitted

HEADS = ("place", "defended by", ">chance", ">swing")
ROWS = [
    ["Trans-Jordan", "3 inf, 1 art, 2 arm, 1 ftr, 1 aa", f"99.98{GLUE}%", f"-18.37{GLUE}IPC"],
    ["sz 2", "1 bb", "certain", f"4.00{GLUE}IPC"],
]


def drawn(width):
    console = Console(width=width, highlight=False, force_terminal=True, color_system=None)
    with console.capture() as captured:
        console.print(Fitted(HEADS, ROWS))
    return captured.get().splitlines()


def letters(lines):
    return sorted("".join(lines).replace(" ", "").replace(GLUE, ""))


@pytest.mark.parametrize("width", range(12, 120, 7))
def test_nothing_is_cut_off_or_wider_than_the_terminal(width):
    lines = drawn(width)
    assert max(map(len, lines)) <= width
    heads = [head.lstrip(">") for head in HEADS]
    assert letters(lines) == letters([*heads, *(cell for row in ROWS for cell in row)])


@pytest.mark.parametrize("width", [45, 60, 100])
def test_numbers_stay_with_their_units_where_there_is_room(width):
    text = "\n".join(drawn(width))
    assert all(cell in text for cell in (f"99.98{GLUE}%", f"-18.37{GLUE}IPC", "Trans-Jordan"))


def test_words_stay_whole_where_numbers_can_leave_their_units():
    lines = drawn(40)  # 12 + 8 + 7 + 6 letters and three gaps of 2, and no room for '-18.37 IPC'
    words = {word for line in lines for word in line.replace(GLUE, " ").split()}
    assert {"Trans-Jordan", "defended", "certain", "-18.37", "IPC"} <= words


def test_room_goes_to_the_cells_with_the_most_lines():
    assert len(drawn(52)) < len(drawn(44))
    assert len(drawn(90)) == 1 + len(ROWS)
