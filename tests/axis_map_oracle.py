"""What can get where on the map of Axis & Allies: slow, obvious answers from the rules alone.

Of `combat` only the position and the board are read, as data: who holds what, what stands where,
which areas are linked. Walks are listed one by one, decks and ships are filled in every way.
"""

from itertools import product

MOVES = {"inf": 1, "art": 1, "arm": 2, "aa": 1, "ftr": 4, "bmr": 6}
MOVES |= dict.fromkeys(("ss", "dd", "ca", "cv", "bb", "tr"), 2)
LAND = ("inf", "art", "arm", "aa")
SURFACE = ("dd", "ca", "cv", "bb", "damaged-bb")  # what makes a zone hostile
SHIPS = (*SURFACE, "ss", "tr")


class World:
    """A position seen by one power; `cleared`: zones that battles of this turn will clear."""

    def __init__(self, position, power, cleared=()):
        self.position, self.power, self.cleared = position, power, frozenset(cleared)
        board = position.board
        self.mine = next(set(powers) for powers in board.sides.values() if power in powers)
        self.sea = {name for name, area in board.areas.items() if area.sea}
        self.land = set(board.areas) - self.sea
        self.near = {name: set() for name in board.areas}
        for pair in board.links:
            a, b = pair
            self.near[a].add(b)
            self.near[b].add(a)

    # -- what stands where ----------------------------------------------------------------------
    def there(self, place, *, who="own"):
        """How many of each unit stand there: 'own', 'allied' (others of the side) or 'enemy'."""
        wanted = {
            "own": {self.power},
            "allied": self.mine - {self.power},
            "enemy": set(self.position.board.order) - self.mine,
        }[who]
        counts = {}
        for power, force in self.position.units.get(place, {}).items():
            if power in wanted:
                for unit, n in force:
                    counts[unit] = counts.get(unit, 0) + n
        return counts

    def own_places(self, unit):
        return [p for p in self.position.units if self.there(p).get(unit)]

    def friendly_land(self, place):
        return place in self.land and self.position.owners[place] in self.mine

    def hostile_zone(self, zone):
        return zone in self.sea and any(u in SURFACE for u in self.there(zone, who="enemy"))

    def targets(self):
        zones = {z for z in self.sea if any(u in SHIPS for u in self.there(z, who="enemy"))}
        return zones | {t for t in self.land if not self.friendly_land(t)}

    # -- walks ----------------------------------------------------------------------------------
    def strait_or_canal_shut(self, a, b):
        board = self.position.board
        if board.strait in (a, b) and not self.position.strait_open:
            return True
        return any(
            {a, b} == set(canal.zones) and not all(self.friendly_land(h) for h in canal.holders)
            for canal in board.canals
        )

    def sails(self, start, unit):
        """All walks of a ship in the combat phase: each stops where an enemy stops it."""
        walks, last = [(start,)], [(start,)]
        for _ in range(MOVES[unit]):
            last = [
                (*walk, to)
                for walk in last
                for to in self.near[walk[-1]] & self.sea
                if not self.strait_or_canal_shut(walk[-1], to)
                if len(walk) == 1 or not self.stops(walk[-1], unit)
            ]
            walks += last
        return walks

    def stops(self, zone, unit):
        if unit == "ss":
            return "dd" in self.there(zone, who="enemy")
        return self.hostile_zone(zone)

    def marches(self, start, unit):
        """All walks of a land unit from a territory to an enemy one."""
        first = [(start, to) for to in self.near[start] & self.land]
        second = [
            (*walk, to) for walk in first for to in self.near[walk[1]] & self.land
            if MOVES[unit] == 2 and self.open_to_tanks(walk[1])
        ]  # fmt: skip
        return [walk for walk in first + second if not self.friendly_land(walk[-1])]

    def open_to_tanks(self, place):
        if self.friendly_land(place):
            return True
        return not self.there(place, who="enemy") and place not in self.position.complexes

    def flown(self, start, moves):
        """Areas within so many moves of an aircraft, each with the fewest."""
        far = {start: 0}
        for step in range(1, moves + 1):
            for area in [a for a, n in far.items() if n == step - 1]:
                for to in self.near[area]:
                    far.setdefault(to, step)
        return far

    # -- landings of aircraft -------------------------------------------------------------------
    def carrier_ends(self, start):
        """Zones where an own carrier can be at the turn's end.

        It moves when the battles are over, through zones that they have cleared; but one that
        begins where a battle is fought fights in it, unless it leaves enemy warships before.
        """
        if start in self.cleared and not self.hostile_zone(start):
            return {start}  # all ships in a zone fight in its battle; none may run from transports
        late = not self.hostile_zone(start)
        walks, last = [(start,)], [(start,)]
        for _ in range(MOVES["cv"]):
            last = [
                (*walk, to)
                for walk in last
                for to in self.near[walk[-1]] & self.sea
                if not self.strait_or_canal_shut(walk[-1], to)
                if len(walk) == 1 or self._calm(walk[-1], late)
            ]
            walks += last
        return {walk[-1] for walk in walks if walk == (start,) or self._calm(walk[-1], True)}

    def _calm(self, zone, late):
        """Whether no enemy warship is in a zone, before the battles or after them."""
        return not self.hostile_zone(zone) or (late and zone in self.cleared)

    def decks(self, fixed=()):
        """Every way in which the side's decks can lie at the turn's end: zone to free slots.

        Allied fighters keep to their own side's other carriers where they can; what is over
        stands on the carriers of this power and goes with them. `fixed` are (start, end) of own
        carriers that move to a battle.
        """
        allied, own = {}, []
        left = list(fixed)
        for zone in self.sea:
            guests = self.there(zone, who="allied").get("ftr", 0)
            slots = 2 * self.there(zone, who="allied").get("cv", 0)
            allied[zone] = max(0, slots - guests)
            carriers = self.there(zone).get("cv", 0)
            ends = []
            for _ in range(carriers):
                moved = next((pair for pair in left if pair[0] == zone), None)
                if moved is not None:
                    left.remove(moved)
                ends.append({moved[1]} if moved else self.carrier_ends(zone))
            over = min(max(0, guests - slots), 2 * carriers)
            own.append([(ends, seats) for seats in _seatings(over, carriers)])
        for choice in product(*own):
            where = [e for ends, _ in choice for e in ends]
            taken = [n for _, seats in choice for n in seats]
            for places in product(*where):
                slots = dict(allied)
                for zone, n in zip(places, taken, strict=True):
                    slots[zone] = slots.get(zone, 0) + 2 - n
                yield slots

    def landings(self, area, unit, left):
        """Places where one aircraft can come down, one carrier for it alone."""
        near = self.flown(area, left)
        decks = self.decks() if unit == "ftr" else ()
        free = {zone for slots in decks for zone, n in slots.items() if n > 0}
        return {place for place in near if self.friendly_land(place) or place in free}

    def all_land(self, flights, fixed=()):
        """Whether aircraft at (area, unit, moves left) can all come down, and those at sea too.

        Fighters that stand in a zone and are not in `flights` (by their start, a fourth entry)
        need a place as well.
        """
        aboard = {z: self.there(z).get("ftr", 0) for z in self.sea if self.there(z).get("ftr")}
        for _, unit, _, start in flights:
            if unit == "ftr" and start in aboard:
                aboard[start] -= 1
        down = [(area, unit, left) for area, unit, left, _ in flights]
        down += [(zone, "ftr", MOVES["ftr"]) for zone, n in aboard.items() for _ in range(n)]
        need = []
        for area, unit, left in down:
            if left < 0:
                return False
            near = self.flown(area, left)
            if any(self.friendly_land(a) for a in near):
                continue
            if unit == "bmr":
                return False
            need.append({a for a in near if a in self.sea})
        if not need:
            return True
        return any(_seated(need, slots) for slots in self.decks(fixed))

    # -- transports -----------------------------------------------------------------------------
    def loads_possible(self, loads):
        """Whether units (place, unit, ship's zone, zone of landing, target) can all be landed."""
        return all(
            self._loads_of(start, [one for one in loads if one[2] == start])
            for start in {one[2] for one in loads}
        )

    def _loads_of(self, start, loads):
        own, allied = self.there(start).get("tr", 0), self.there(start, who="allied").get("tr", 0)
        aboard = self.there(start)
        items = []
        for place, unit, _, zone, target in loads:
            if place == start:
                aboard[unit] = aboard.get(unit, 0) - 1
                if aboard[unit] < 0:
                    return False
            items.append((place, unit, zone, target))
        for counts in (aboard, self.there(start, who="allied")):
            items += [(start, u, "", "") for u in LAND for _ in range(counts.get(u, 0))]
        ships = [[] for _ in range(own + allied)]

        def fill(at):
            if at == len(items):
                return all(self._goes(start, ship, k < own) for k, ship in enumerate(ships))
            for ship in ships:
                if len(ship) < 2:
                    ship.append(items[at])
                    if _fits_aboard(ship) and fill(at + 1):
                        return True
                    ship.pop()
            return False

        return fill(0)

    def _goes(self, start, ship, own):
        """Whether one transport can take its cargo where it is to land."""
        landing = [item for item in ship if item[3]]
        fetched = [item for item in ship if item[0] != start]
        if not landing:
            return not fetched
        if len({(zone, target) for _, _, zone, target in landing}) > 1:
            return False
        zone, target = landing[0][2:]
        if target not in self.near[zone]:
            return False
        if not own:
            return zone == start and not fetched
        return any(
            walk[-1] == zone and all(self._on_the_way(item[0], walk) for item in fetched)
            for walk in self.sails(start, "tr")
        )

    def _on_the_way(self, place, walk):
        return self.friendly_land(place) and any(
            place in self.near[zone] and not self.hostile_zone(zone) for zone in walk
        )


def _fits_aboard(ship):
    """One land unit, and one infantry beside it (printed edition; the text does not say)."""
    return len(ship) < 2 or (len(ship) == 2 and "inf" in (ship[0][1], ship[1][1]))


def _seatings(guests, carriers):
    """Ways to seat so many guests, two to a carrier at most."""
    return [s for s in product(range(3), repeat=carriers) if sum(s) == guests]


def _seated(need, slots):
    """Whether each fighter finds a slot in one of its zones."""
    if not need:
        return True
    for zone in need[0]:
        if slots.get(zone, 0) > 0 and _seated(need[1:], {**slots, zone: slots[zone] - 1}):
            return True
    return False


# -- the answer for one target --------------------------------------------------------------------
def can_take_part(position, power, target):
    """Return {(place, unit, way, zone of the transport, zone next to the target)}.

    The last is the zone that a unit lands from, bombards from, or fights for before a landing; both
    are '' where there is none.
    """
    world = World(position, power, cleared={target} if position.board.areas[target].sea else ())
    found = _by_air(world, target)
    if target in world.sea:
        return found | _by_sea(world, target)
    found |= {
        (place, unit, "land", "", "")
        for unit in ("inf", "art", "arm")
        for place in world.own_places(unit)
        if place in world.land
        if any(walk[-1] == target for walk in world.marches(place, unit))
    }
    landed = _landed(world, target)
    zones = {
        zone for *_, zone in landed if not world.hostile_zone(zone)
    }  # fmt: skip
    fights = {zone for *_, zone in landed if world.hostile_zone(zone)}
    return (
        found
        | landed
        | {(p, u, "sea", "", zone) for zone in fights for p, u, *_ in _by_sea(world, zone)}
        | {
            (place, unit, "bombard", "", zone)
            for unit in ("bb", "ca")
            for place in world.own_places(unit)
            for zone in zones
            if any(walk[-1] == zone for walk in world.sails(place, unit))
        }
    )


def _by_sea(world, target):
    """Ships that can fight in a zone; transports may come too, but hit nothing and are left out."""
    return {
        (place, unit, "sea", "", "")
        for unit in ("ss", "dd", "ca", "cv", "bb")
        for place in world.own_places(unit)
        if any(walk[-1] == target for walk in world.sails(place, unit))
    }


def _by_air(world, target):
    found = set()
    for unit in ("ftr", "bmr"):
        for place in world.own_places(unit):
            far = world.flown(place, MOVES[unit]).get(target)
            if far is not None and world.all_land([(target, unit, MOVES[unit] - far, place)]):
                found.add((place, unit, "air", "", ""))
    return found


def _landed(world, target):
    found = set()
    for zone in world.near[target] & world.sea:
        if world.hostile_zone(zone) and not can_clear(world, zone):
            continue
        # A gun aboard since an earlier turn goes where its ship goes, but is no unit that attacks.
        for place, start, unit in product(world.position.units, world.sea, ("inf", "art", "arm")):
            if place in world.sea and place != start:
                continue
            if world.there(place).get(unit) and world.loads_possible(
                [(place, unit, start, zone, target)]
            ):
                found.add((place, unit, "landing", start, zone))
    return found


def can_clear(world, zone):
    """Whether the power has anything able to hit warships that can attack a zone."""
    there = World(world.position, world.power, cleared={zone})
    return bool(_by_sea(there, zone) | _by_air(there, zone))
