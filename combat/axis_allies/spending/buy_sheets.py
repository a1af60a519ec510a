"""What to buy to hold a place, in words and tables."""

from combat.axis_allies.hold.hold_chain import ALWAYS
from combat.axis_allies.hold.hold_threats import enemies_before, split_notes
from combat.axis_allies.map.position import Position
from combat.axis_allies.reach.reach import Arrival
from combat.axis_allies.spending.buy_search import Bought, Option
from combat.axis_allies.spending.buy_supply import Supply, garrison_of
from combat.axis_allies.spending.buy_unpaid import Unpaid
from combat.estimate import Estimate
from combat.force import Force
from combat.sheets import Cell, Column, Share, Sheet

MOST_STEPS = 25  # of the frontier that people are shown


def title(power: str, place: str, chance: float | None) -> str:
    """Return the title of an answer."""
    if chance is None:
        return f"the best that {power} can buy to hold {place}"
    percent = Estimate.of_exact(chance).as_percent()
    return f"What {power} should buy to hold {place} at {percent}"


def _percent(chance: float) -> str:
    return Estimate.of_chance(chance, None).as_percent()


def _held(chance: float) -> str:
    text = _percent(chance)
    return {"certain": "held for certain", "impossible": "lost for certain"}.get(
        text, f"held at {text}"
    )


def lines(
    found: Bought, supply: Supply, chance: float | None, moved: Unpaid | None = None
) -> tuple[str, ...]:
    """Return the answer in words; `moved`: what all that can move in does without a purchase."""
    free = [] if moved is None else [moved.line(supply.place, chance)]
    first = moved is not None and moved.is_enough(chance)
    lines = free if first else []
    one = found.answer
    if chance is not None and one is None:
        tried = "" if found.proven else ", of what was tried,"
        lines.append(
            f"no purchase for {found.budget} IPC{tried} is enough by itself to hold {supply.place}"
            f" at {_percent(chance)}"
        )
    if one is None:
        one = found.best
        lines.append(f"the best: {_words(one, supply)}" if one.added.force else _no_use(found))
    elif not one.added.force:
        lines.append(f"nothing need be bought: {supply.place} is {_held(found.before)} as it is")
    else:
        lines.append(f"the cheapest: {_words(one, supply)}")
    if one.added.force:
        lines.append(f"without a purchase it is {_held(found.before)}")
    lines += [] if first else free
    lines.append(_proof(found, supply))
    return tuple(lines)


def _no_use(found: Bought) -> str:
    """Say why nothing is the best."""
    why = "nothing can be added" if found.tried == 1 else "nothing that could be added helps"
    return f"{why}: it is {_held(found.before)}"


def _words(one: Option, supply: Supply) -> str:
    parts = []
    if one.added.new:
        parts.append(f"mobilise {one.added.new} in {supply.place}")
    if one.added.repair:
        parts.append(f"repair {one.added.repair} there first")
    if one.added.moved:
        parts.append(f"move in {_moved(one.added.moved)}")
    for place, force in one.added.replaced:
        parts.append(f"mobilise {force} in {place} in their place")
    return f"{'; '.join(parts)}: {one.added.cost} IPC, {_held(one.chance)}"


def _moved(moves: tuple[Arrival, ...]) -> str:
    by_place: dict[str, list[str]] = {}
    for one in moves:
        by_place.setdefault(one.place, []).append(f"{one.number} {one.unit}")
    return ", ".join(f"{' '.join(units)} from {place}" for place, units in by_place.items())


def _proof(found: Bought, supply: Supply) -> str:
    number = f"{found.tried:,} addition{'s' * (found.tried != 1)} tried"
    cheaper = (
        "nothing cheaper is enough" if supply.moves else "no cheaper new units there are enough"
    )
    parts = [cheaper] if found.answer is not None and found.answer.added.force else []
    if found.complete:
        parts.append(f"they are all that can be had for {found.budget} IPC")
    elif found.answer is None:
        parts.append("there are more, so something better may have been missed")
    return f"{number}: {'; '.join(parts)}" if parts else number


def _row(one: Option, supply: Supply) -> tuple[Cell, ...]:
    added = one.added
    anew = "; ".join(f"{force} in {place}" for place, force in added.replaced)
    return (
        str(added.purchase(supply.place)),
        added.cost,
        Share(Estimate.of_chance(one.chance, None)),
        str(added.new) or None,
        _moved(added.moved) or None,
        anew or None,
    )


def _columns(supply: Supply) -> tuple[Column, ...]:
    return (
        Column("purchase", "purchase"),
        Column("cost", ">IPC"),
        Column("held", ">held"),
        Column("new", f"mobilised in {supply.place}"),
        Column("moved", "moved in"),
        Column("anew", "mobilised for those"),
    )


def answer_sheet(found: Bought, supply: Supply) -> Sheet:
    """Return the answer as a table of one row."""
    one = found.answer or found.best
    title = "the answer" if found.answer else "the best"
    return Sheet("answer", title, _columns(supply), (_row(one, supply),))


def frontier_sheet(found: Bought) -> Sheet:
    """Return the best additions for their cost."""
    columns = (
        Column("added", "added"),
        Column("cost", ">IPC"),
        Column("held", ">held"),
        Column("new", "new there"),
        Column("moved", "moved in"),
        Column("repair", ">repaired"),
    )
    rows = []
    for one in found.frontier:
        added = one.added
        moves = Force.of({n: k - added.new[n] for n, k in added.force})
        texts = (str(added.new) or None, str(moves) or None, added.repair or None)
        rows.append((str(added.force) or "nothing", added.cost, _share(one.chance), *texts))
    return Sheet("frontier", "the best for its cost", columns, tuple(rows), most=MOST_STEPS)


def enemies_sheet(found: Bought) -> Sheet:
    """Return what enemies throw at the place, with the answer in it."""
    columns = (
        Column("power", "enemy"),
        Column("force", "can throw at it"),
        Column("bombard", "ships that fire first"),
        Column("chance", ">chance of that force"),
    )
    rows = [
        (one.power, str(force) or "nothing", str(one.threat.bombard) or None, _share(p))
        for one in (found.answer or found.best).enemies
        for force, p in one.threat.attackers.items()
    ]
    return Sheet("enemies", "who comes, one after the other", columns, tuple(rows), most=12)


def _share(chance: float) -> Share:
    return Share(Estimate.of_chance(chance, None))


def assumes(position: Position, supply: Supply, found: Bought, enemies: str) -> tuple[str, ...]:
    """Return what the answer takes for granted."""
    there = garrison_of(position, supply.power, supply.place)
    order = ", ".join(enemies_before(position, supply.power))
    here = supply.place in supply.complexes
    complex_ = (
        f"{supply.place} has a complex with room for {supply.room}"
        if here
        else f"{supply.place} has no complex that {supply.power} can use: nothing new stands there"
        " before the next turn"
    )
    who = (
        "every enemy attacks with all that it can throw, until one side is gone"
        if enemies == ALWAYS
        else "an enemy attacks if it pays on average, until one side is gone"
    )
    notes = [
        f"{there or 'nobody'} in {supply.place} now; then {order} move, each from where it stands"
        " now",
        who,
        complex_,
        f"up to {found.budget} IPC may be spent",
    ]
    if supply.moves:
        ways = "over land, by air and on transports" if supply.moves.landings else "by land and air"
        notes.append(
            f"units move in {ways}, one stays wherever all could leave; the same are bought anew,"
            " at the nearest complex with room"
        )
    else:
        notes.append("nobody moves in")
    return (
        *notes,
        *split_notes((found.answer or found.best).enemies),
        "not looked at: ships, complexes built for later, and what the units that move in leave"
        " uncovered",
        "new units of kinds that defend no better than a cheaper one are left out",
        *position.notes,
    )


def document(found: Bought, supply: Supply, moved: Unpaid | None = None) -> dict[str, object]:
    """Return what JSON has besides the tables."""
    one = found.answer
    return {
        "purchase": None if one is None else str(one.added.purchase(supply.place)),
        "cost": None if one is None else one.added.cost,
        "chance": None if one is None else one.chance,
        "proven": found.proven,
        "before": found.before,
        "all_moved_in": None if moved is None else moved.chance,
        "tried": found.tried,
    }
