"""Whether a place is held, and what it is worth, in tables."""

from collections.abc import Iterator

from combat.axis_allies.attack.attack import method_of
from combat.axis_allies.hold.after_attack import Move
from combat.axis_allies.hold.hold import Holding
from combat.axis_allies.hold.hold_chain import Stand
from combat.axis_allies.hold.hold_threats import split_notes
from combat.axis_allies.hold.worth_of import Worth
from combat.axis_allies.map.position import Position
from combat.axis_allies.reach.reach import AIR, BOMBARD, LAND, LANDING, SEA, Party
from combat.estimate import Estimate
from combat.sheets import Amount, Cell, Column, Share, Sheet, Sheets

IPC = "IPC"
WAYS = {
    LAND: "attacks overland",
    LANDING: "lands from transports",
    AIR: "attacks by air",
    SEA: "fights at sea first",
    BOMBARD: "bombards",
}
MOST_GARRISONS = 8  # rows that people are shown


def hold_sheets(found: Holding) -> Sheets:
    """Return the answer in tables."""
    trials = found.trials
    sheets = [
        _enemies(found, found.paying, "if_it_pays", "enemies attack if it pays them", trials),
        _enemies(found, found.always, "always", "enemies always attack", trials),
        _garrisons(found, trials),
        _moves(found),
    ]
    if found.worth is not None:
        sheets += [_worth(found.worth), _net(found)]
    return Sheets(
        "axis-allies",
        "hold",
        _title(found),
        tuple(_lines(found, trials)),
        tuple(sheet for sheet in sheets if sheet.rows),
        tuple(_assumes(found)),
        method_of(trials),
        trials,
        None if trials is None else found.seed,
        more={
            "power": found.power,
            "target": found.place,
            "chance_taken": found.taken,
            "chance_held": found.paying.chance,
            "chance_held_always": found.always.chance,
        },
    )


def party_text(position: Position, party: Party) -> str:
    """Return the units of a party, '-' for none."""
    return str(party.force(position, *{one.way for one in party.arrivals})) or "-"


def chance_cell(chance: float, trials: int | None = None) -> Share:
    """Return a chance for a table."""
    return Share(Estimate.of_chance(chance, trials))


def ipc_cell(mean: float) -> Amount:
    """Return a mean in IPC for a table."""
    return Amount(Estimate.of_exact(mean), IPC)


def _title(found: Holding) -> str:
    if found.attack is None:
        owner = found.position.owners[found.place]
        return f"{found.place}, held by {owner}, until {found.power}'s next turn"
    return f"{found.power} takes {found.place} and holds it until its next turn"


def _lines(found: Holding, trials: int | None) -> Iterator[str]:
    def text(chance: float) -> str:
        return chance_cell(chance, trials).estimate.as_percent()

    holds = f"{text(found.paying.chance)} if enemies attack where it pays them, "
    holds += f"{text(found.always.chance)} if they always do"
    if found.attack is None:
        yield f"chance to hold it: {holds}"
    else:
        force = party_text(found.position, found.attack.party)
        yield f"chance to take it with {force}: {text(found.taken)}"
        yield f"chance to hold it once taken: {holds}"
        yield f"chance to take and to hold it: {text(found.taken * found.paying.chance)}"
    if not found.thrown:
        yield "no enemy can get there before that"
    if found.attack is not None and found.worth is not None:
        net = Estimate.of_exact(found.net).as_number(" IPC")
        yield f"net value of taking it with this force: {net}"
        yield _cities(found.worth)


def _cities(worth: Worth) -> str:
    before, after = worth.cities
    own = f"victory cities of its side: {before}"
    return f"{own} → {after}, of {worth.victory} that win" if before != after else own


def _enemies(found: Holding, stand: Stand, name: str, title: str, trials: int | None) -> Sheet:
    columns = (
        Column("power", "enemy, in turn order"),
        Column("force", "can throw at it"),
        Column("attacked", ">attacks"),
        Column("taken", ">takes it"),
        Column("held", ">held after it"),
        Column("lost", ">loses there"),
        Column("garrison_lost", ">garrison loses"),
        Column("swing", ">swing for you"),
    )
    rows: list[tuple[Cell, ...]] = []
    for one, blow in zip(found.thrown, stand.blows, strict=True):
        chances = (chance_cell(c, trials) for c in (blow.attacked, blow.taken, blow.held))
        amounts = (blow.attacker_lost, blow.defender_lost, blow.swing)
        force = party_text(found.after, one.party)
        rows.append((one.power, force, *chances, *map(ipc_cell, amounts)))
    return Sheet(name, f"{title}: of all cases in which you have it", columns, tuple(rows))


def _garrisons(found: Holding, trials: int | None) -> Sheet:
    columns = (
        Column("garrison", "garrison"),
        Column("units", ">units"),
        Column("chance", ">chance of it"),
        Column("paying", ">holds, if it pays them"),
        Column("always", ">holds, if they always attack"),
    )
    ranked = sorted(found.garrison.items(), key=lambda item: -item[1])
    rows = tuple(
        (
            str(force) or "nobody",
            force.total,
            chance_cell(chance, trials),
            chance_cell(found.paying.by_garrison[force], trials),
            chance_cell(found.always.by_garrison[force], trials),
        )
        for force, chance in ranked
    )
    return Sheet("garrisons", "what stands there at your turn's end", columns, rows, MOST_GARRISONS)


def _moves(found: Holding) -> Sheet:
    columns = (
        Column("units", "units"),
        Column("origin", "from"),
        Column("to", "to"),
        Column("move", "how"),
    )
    party = () if found.attack is None else found.attack.party.arrivals
    rows = [(f"{one.number} {one.unit}", one.place, one.path[-1], WAYS[one.way]) for one in party]
    rows += [(*_move(move), "lands after the battle") for move in found.moves]
    rows += [
        (f"{one.number} {one.unit}", one.place, found.place, "moves in, non-combat")
        for one in found.reinforced
    ]
    return Sheet("moves", "who moves, aircraft after the likeliest success", columns, tuple(rows))


def _move(move: Move) -> tuple[str, str, str]:
    return f"{move.number} {move.unit}", move.origin, move.to or "nowhere: lost"


def _worth(worth: Worth) -> Sheet:
    columns = (
        Column("what", "what"),
        Column("gain", ">to the captor's side"),
        Column("loss", ">lost by the other"),
        Column("swing", ">swing"),
    )
    rows: list[tuple[Cell, ...]] = [
        (line.what, ipc_cell(line.gain), ipc_cell(line.loss), ipc_cell(line.swing))
        for line in worth.lines
    ]
    gain, loss = sum(line.gain for line in worth.lines), sum(line.loss for line in worth.lines)
    rows.append(("all", ipc_cell(gain), ipc_cell(loss), ipc_cell(worth.total)))
    who = f"what taking it is worth to {worth.power}"
    turns = f"{worth.turns} turn{'s' * (worth.turns != 1)}"
    return Sheet("worth", f"{who}, over {turns}", columns, tuple(rows))


def _net(found: Holding) -> Sheet:
    if found.attack is None or found.worth is None:
        return Sheet("net", "", (), ())
    columns = Column("part", "part"), Column("ipc", ">mean")
    taken = found.taken
    rows: list[tuple[Cell, ...]] = [
        ("swing of the attack", Amount(found.attack.swing, IPC)),
        ("worth of taking it, if taken", ipc_cell(taken * found.worth.total)),
        ("swing of the enemies' attacks, if taken", ipc_cell(taken * found.paying.swing)),
        ("net value", ipc_cell(found.net)),
    ]
    return Sheet("net", "net value of taking it with this force", columns, tuple(rows))


def whose_turn(position: Position, power: str) -> tuple[str, ...]:
    """Say that a power is taken to move now, if the position is not at its turn."""
    if position.turn == power:
        return ()
    return (f"{power} moves now, though the position is at the turn of {position.turn}",)


def _assumes(found: Holding) -> Iterator[str]:
    yield from whose_turn(found.position, found.power)
    if found.trials is not None:
        yield "means in IPC rest on as many trials as the chances"
    yield "each enemy power comes with the most that can get there, and fights on to the end"
    yield (
        "an enemy that attacks if it pays knows the garrison and wants a positive mean net value,"
        " the worth of the place to it included, over the same turns"
    )
    yield (
        "nobody else moves in between: what an enemy takes is not retaken by your allies, and no"
        " power's reach is changed by another's turn"
    )
    yield from split_notes(found.thrown)
    if found.attack is not None:
        yield "enemies' reach is that from the position after the likeliest success"
        if found.worth is not None and found.worth.turns > 1:
            yield "later rounds go like the first: each is held with the same chance"
        yield "captured guns and complexes count what they cost (complex less damage)"
        yield from found.attack.notes
    yield from found.position.notes
