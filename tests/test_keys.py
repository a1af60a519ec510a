import numpy as np
import pytest

from combat.stages.keys import Radix, merge, number

NARROW = [3, 9, 0, 4]
WIDE = [3, *[999_999] * 8]  # 4 · 10⁴⁸ rows: more than four words


def random_rows(high, count=500):
    rng = np.random.default_rng(5)
    rows = rng.integers(0, np.array(high) + 1, size=(count, len(high)))
    rows[:, 0] = rng.integers(-1, high[0] + 1, size=count)
    return rows[rng.integers(0, count // 3, size=count)], rng.integers(0, 7, size=count)


@pytest.mark.parametrize("high", [NARROW, WIDE])
def test_keys_round_trip_and_tell_rows_apart(high):
    rows, case = random_rows(high)
    radix = Radix([-1] + [0] * (len(high) - 1), high, cases=7)
    keys = radix.encode(rows, case)
    back, cases = radix.decode(keys)
    assert (back == rows).all()
    assert (cases == case).all()
    distinct = {(*row, c) for row, c in zip(rows.tolist(), case.tolist(), strict=True)}
    assert len(np.unique(keys)) == len(distinct)
    assert (radix.encode(rows[::-1], case[::-1]) == keys[::-1]).all()


@pytest.mark.parametrize("high", [NARROW, WIDE])
def test_merge_sums_weights_of_equal_rows(high):
    rows, case = random_rows(high)
    weights = np.random.default_rng(8).random((len(rows), 3))
    expected = {}
    for row, c, weight in zip(rows.tolist(), case.tolist(), weights, strict=True):
        expected[(*row, c)] = expected.get((*row, c), 0) + weight
    states, ids, sums = merge(rows, case, weights, bounds=np.array(high))
    assert len(states) == len(expected)
    for row, c, total in zip(states.tolist(), ids.tolist(), sums, strict=True):
        assert np.allclose(total, expected[(*row, c)], rtol=1e-14)


def test_a_row_outside_its_bounds_is_refused():
    radix = Radix([-1, 0], [2, 5])
    with pytest.raises(ValueError, match="column 1 holds 3 to 6"):
        radix.encode(np.array([[0, 3], [2, 6]]))


def test_a_column_too_wide_for_a_word_is_refused():
    with pytest.raises(ValueError, match="column 1 has"):
        Radix([0, 0], [2**62, 2**62])


@pytest.mark.parametrize("size", [12, 2**40])
def test_numbering_by_table_and_by_sorting(size):
    distinct, place = number(np.array([9, 4, 9, 11, 0]), size)
    assert distinct.tolist() == [0, 4, 9, 11]
    assert place.tolist() == [2, 1, 2, 3, 0]
