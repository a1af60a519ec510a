"""How far a unit may move and still battle in the same turn (CC-42), and can retreat."""

from combat.napoleonics.unit import ANY_ROOM, BAYONET, CAVALRY_CHARGE, FORCE_MARCH, Unit

MARCH = 2  # hexes with Force March and Bayonet Charge
CHARGE = 3  # of heavy cavalry with Cavalry Charge


def most_moved(unit: Unit) -> int:
    """Return the hexes that a unit may move and battle, with its cards."""
    kind, most = unit.kind, unit.kind.moves
    if unit.is_horse_artillery and unit.blocks == 1:
        return 0
    if unit.has("slow"):
        return most
    marches = unit.has("light") or unit.has("guard") or unit.leader or kind.name == "grenadier"
    if BAYONET in unit.cards or (FORCE_MARCH in unit.cards and marches):
        return max(most, MARCH)
    if CAVALRY_CHARGE in unit.cards and unit.is_cavalry:
        return max(most, CHARGE)
    return most


def room_of(unit: Unit) -> int:
    """Return the hexes that a unit can retreat: none from its edge, or with nowhere to go (CC-30).

    `Unit.room` goes before that: a unit may be a hex away from the edge.
    """
    if unit.room is not None:
        return unit.room
    return 0 if unit.edge or unit.impassable else ANY_ROOM
