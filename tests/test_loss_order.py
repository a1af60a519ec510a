"""Orders of loss: read, printed, and what 'keep' means, against lists of single units."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combat.attrition.loss_order import LossOrder
from combat.errors import NotationError, OptionError, UnknownUnitError, WargameError
from combat.notation import Vocabulary

NAMES = ("foot", "guns", "horse", "scouts", "wagons")
GROUPS = {"men": ("foot", "horse", "scouts"), "wheels": ("guns", "wagons")}
VOCABULARY = Vocabulary(NAMES, {"infantry": "foot", "cannon": "guns", "field-guns": "guns"})


def parse(text):
    return LossOrder.parse(text, VOCABULARY, GROUPS)


def units_first_lost_first(order, counts):
    """Every unit apart: laid out by type, then the last N of each kept kind moved to the end."""
    line = [name for name in order.order for _ in range(counts.get(name, 0))]
    kept = [False] * len(line)
    for number, what in order.keep:
        members = [at for at, name in enumerate(line) if name in GROUPS.get(what, (what,))]
        for at in members[len(members) - min(number, len(members)) :]:
            kept[at] = True
    early = [name for name, held in zip(line, kept, strict=True) if not held]
    return early + [name for name, held in zip(line, kept, strict=True) if held]


def line_of(order, counts):
    """The same from the product's segments."""
    columns, split = order.columns(GROUPS), order.split(counts, GROUPS)
    assert len(columns) == len(split)
    assert min(split, default=0) >= 0
    return [name for (name, _), n in zip(columns, split, strict=True) for _ in range(n)]


orders = st.permutations(NAMES).map(tuple)
counts = st.fixed_dictionaries({}, optional={name: st.integers(0, 4) for name in NAMES})
keeps = st.one_of(
    st.just(()),
    st.tuples(st.tuples(st.integers(0, 6), st.sampled_from((*NAMES, *GROUPS)))),
    st.tuples(  # kinds that share no unit
        st.tuples(st.integers(0, 6), st.sampled_from(("men", "foot", "horse"))),
        st.tuples(st.integers(0, 6), st.sampled_from(("wheels", "guns", "wagons"))),
    ),
)


@pytest.mark.rule("AA-04")
@pytest.mark.fault("B18")
@given(order=orders, keep=keeps, counts=counts)
def test_losses_unit_by_unit(order, keep, counts):
    loss = LossOrder(order, keep)
    assert line_of(loss, counts) == units_first_lost_first(loss, counts)


@pytest.mark.rule("AA-04")
def test_keep_one_of_a_group_by_hand():
    order = parse("guns foot horse scouts wagons; keep 2 men")
    line = ["guns", "foot", "wagons", "horse", "scouts"]
    assert line_of(order, dict.fromkeys(NAMES, 1)) == line
    assert line_of(order, {"foot": 3, "guns": 1}) == ["guns", "foot", "foot", "foot"]


@pytest.mark.fault("B42")
@given(order=orders, length=st.integers(1, 5), keep=keeps)
def test_an_order_reads_back(order, length, keep):
    loss = LossOrder(order[:length], keep)
    assert parse(str(loss)) == loss
    assert str(parse(str(loss))) == str(loss)


@given(order=orders, length=st.integers(0, 5), keep=keeps, default=orders)
def test_types_not_named_follow_in_the_default_order(order, length, keep, default):
    completed = LossOrder(order[:length], keep).completed(default)
    assert completed.order[:length] == order[:length]
    rest = completed.order[length:]
    assert sorted(completed.order) == sorted(NAMES)
    assert list(rest) == sorted(rest, key=default.index)
    assert completed.keep == keep


@pytest.mark.parametrize(
    ("text", "order", "keep"),
    [
        ("foot guns", ("foot", "guns"), ()),
        ("Foot, CANNON", ("foot", "guns"), ()),
        ("foot > guns > horses", ("foot", "guns", "horse"), ()),
        ("foot  guns ; keep 1 foot", ("foot", "guns"), ((1, "foot"),)),
        ("guns; KEEP 2 Men", ("guns",), ((2, "men"),)),
        ("guns; keep 2 cannons; keep 1 horse", ("guns",), ((2, "guns"), (1, "horse"))),
        ("guns; keep 2 field guns", ("guns",), ((2, "guns"),)),
        ("keep 1 men", (), ((1, "men"),)),
        ("guns; keep 0 horse;", ("guns",), ((0, "horse"),)),
    ],
)
def test_orders_are_read(text, order, keep):
    assert parse(text) == LossOrder(order, keep)


@pytest.mark.fault("B32")
@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("", NotationError),
        (" ; ; ", NotationError),
        ("foot foot", OptionError),
        ("foot infantry", OptionError),
        ("foot; guns; foot", OptionError),
        ("foot elephants", UnknownUnitError),
        ("3 foot, guns", UnknownUnitError),
        ("foot keep 1 guns", UnknownUnitError),
        ("foot; keep guns", UnknownUnitError),
        ("foot; keep 1 elephants", UnknownUnitError),
        ("foot; keep 1 foot, 1 guns", NotationError),
        ("foot; keep 1 foot guns", NotationError),
        ("foot; keep -1 foot", WargameError),
        ("foot; keep 1.5 foot", WargameError),
        ("foot; keep 1 2 foot", WargameError),
        ("foot; keep 1 2 men", WargameError),
        ("foot; keep 1 0 foot", WargameError),
        ("foot; keep 1 foot foot", WargameError),
        ("foot; keep 1", WargameError),
        ("foot; keep one foot", WargameError),
        ("men guns", UnknownUnitError),
        ("foot\x00", WargameError),
        ("😀", WargameError),
    ],
)
def test_what_cannot_be_read_is_refused(text, kind):
    with pytest.raises(kind) as caught:
        parse(text)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 400


@pytest.mark.fault("B32")
@pytest.mark.parametrize("number", [999, 1_000_000, 1_234_567, 10**30])
def test_a_number_to_keep_is_not_cut_short(number):
    try:
        order = parse(f"foot; keep {number} foot")
    except WargameError:
        return
    assert order.keep == ((number, "foot"),)


def test_an_unknown_unit_names_the_nearest():
    with pytest.raises(UnknownUnitError, match="did you mean scouts") as caught:
        parse("foot scotus")
    assert caught.value.given == "scotus"
    assert set(caught.value.allowed) >= set(NAMES)
