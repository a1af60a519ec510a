"""A slow, obvious oracle: small chains in fractions, sharing no code with the engines."""

from fractions import Fraction


def absorbed(start, step):
    """Return {finished state: chance}; `step(state)` is [(chance, state)], empty when finished."""
    rows, waiting = {}, [start]
    while waiting:
        state = waiting.pop()
        if state in rows or not step(state):
            continue
        row = rows[state] = {}
        for chance, after in step(state):
            row[after] = row.get(after, 0) + Fraction(chance)
            waiting.append(after)
    if start not in rows:
        return {start: Fraction(1)}
    for state in [*(s for s in rows if s != start), start]:
        row = rows[state]
        stay = row.pop(state, 0)
        for after in row:
            row[after] /= 1 - stay
        for other in rows.values():
            if other is not row and state in other:
                share = other.pop(state)
                for after, chance in row.items():
                    other[after] = other.get(after, 0) + share * chance
    return rows[start]


def hits(dice, chance):
    """Return {hits: chance}, die by die."""
    table = {0: Fraction(1)}
    for _ in range(dice):
        new = {}
        for count, weight in table.items():
            for more, part in ((0, 1 - chance), (1, chance)):
                new[count + more] = new.get(count + more, 0) + weight * part
        table = new
    return table


def faces(dice, marks):
    """Return {(number by face): chance}, die by die."""
    table = {(0,) * len(marks): Fraction(1)}
    for _ in range(dice):
        new = {}
        for numbers, weight in table.items():
            for face, mark in enumerate(marks):
                after = tuple(n + (i == face) for i, n in enumerate(numbers))
                new[after] = new.get(after, 0) + weight * Fraction(mark, sum(marks))
        table = new
    return table
