"""How long questions about the map of Axis & Allies take.

Asked for: all targets of a power in at most 2 s, with the cheapest forces for 75 and 90 %.
"""

import pytest

from combat.axis_allies.attack.targets import targets
from combat.axis_allies.map.position_file import starting_position


@pytest.mark.parametrize("power", starting_position().board.order)
def test_all_targets_of_a_power(benchmark, power):
    position = starting_position()
    found = benchmark.pedantic(lambda: targets(position, power=power), rounds=3, warmup_rounds=1)
    assert len(found.sheet("targets").rows) >= 10
