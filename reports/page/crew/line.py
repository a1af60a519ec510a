"""The line before the crew: who may be worked at now, and who waits."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple

from reports.page.limits import Limits
from reports.page.refusals import BUSY, RefusalError
from reports.page.shares import greedy


class _Waiting(NamedTuple):
    """Somebody in the line."""

    who: str
    called: "asyncio.Future[None]"


class Turn:
    """A place at the work, for as long as a question is quick."""

    def __init__(self, line: "Line", who: str) -> None:
        self._line, self.who = line, who
        self.long = False
        self.taken: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def lengthen(self) -> None:
        """Go on as a long question, and let the next quick one have the place.

        When another takes the place that it has then, ``taken`` is done.

        Raises
        ------
        RefusalError
            If enough long ones are worked at already.
        """
        self._line.lengthen(self)

    def given_up(self) -> RefusalError:
        """Return what its client is told when another has taken its place."""
        return _share("ask long questions")


class Line:
    """Places for quick questions, some for long ones, and a line of those that wait.

    A question has a quick place first. When it turns out to be long, it gives that up: so a short
    one waits for other short ones only, however many long ones there are. Of those that wait, who
    has the fewest questions at work is next, then who has waited longest since his last turn; who
    has two more in a full line than the one who comes gives up his newest: so nobody crowds out
    the others.

    Parameters
    ----------
    places : int
        For quick questions.
    limits : Limits
    """

    def __init__(self, places: int, limits: Limits) -> None:
        self._places, self._limits = places, limits
        self._waiting: list[_Waiting] = []
        self._at_work: Counter[str] = Counter()
        self._called: dict[str, int] = {}  # when each was last let in, as a number that rises
        self._calls = 0
        self._long: list[Turn] = []  # the newest last
        self.quick = 0

    @property
    def long(self) -> int:
        """How many long questions are worked at."""
        return len(self._long)

    @property
    def waiting(self) -> int:
        """How many wait."""
        return len(self._waiting)

    @asynccontextmanager
    async def turn(self, who: str) -> AsyncIterator[Turn]:
        """Wait for a place, and have it.

        Raises
        ------
        RefusalError
            If too many wait already, or it takes too long.
        """
        await self._enter(who)
        turn = Turn(self, who)
        try:
            yield turn
        finally:
            self._leave(turn)

    async def _enter(self, who: str) -> None:
        if self.quick < self._places:
            self._begin(who)
            return
        if len(self._waiting) >= self._limits.line:
            self._make_room(who)
        mine = _Waiting(who, asyncio.get_running_loop().create_future())
        self._waiting.append(mine)
        try:
            await asyncio.wait_for(asyncio.shield(mine.called), self._limits.line_seconds)
        except TimeoutError:
            self._give_up(mine)
            raise _busy(f"this waited for {self._limits.line_seconds:g} s") from None
        except asyncio.CancelledError:
            self._give_up(mine)
            raise

    def _make_room(self, who: str) -> None:
        giver = greedy(Counter(one.who for one in self._waiting), who)
        if giver is None:
            raise _busy(f"{len(self._waiting)} questions wait already")
        newest = next(one for one in reversed(self._waiting) if one.who == giver)
        self._waiting.remove(newest)
        newest.called.set_exception(_share("wait"))

    def _give_up(self, mine: _Waiting) -> None:
        if mine in self._waiting:
            self._waiting.remove(mine)
        elif mine.called.done() and mine.called.exception() is None:
            # called in the same moment: the place is the next one's
            self.quick -= 1
            self._end(mine.who)

    def _begin(self, who: str) -> None:
        self.quick += 1
        self._at_work[who] += 1
        self._calls += 1
        self._called[who] = self._calls

    def _end(self, who: str) -> None:
        self._at_work[who] -= 1
        self._call()
        if not self._at_work[who]:
            del self._at_work[who]
            if not any(one.who == who for one in self._waiting):
                self._called.pop(who, None)

    def _rank(self, one: _Waiting) -> tuple[int, int]:
        return self._at_work.get(one.who, 0), self._called.get(one.who, 0)

    def _call(self) -> None:
        """Let those in who have a place now."""
        while self._waiting and self.quick < self._places:
            first = min(self._waiting, key=self._rank)
            self._waiting.remove(first)
            self._begin(first.who)
            first.called.set_result(None)

    def lengthen(self, turn: Turn) -> None:
        """See `Turn.lengthen`.

        Where no place is free, who has two more of them than the asker gives up the newest.
        """
        if len(self._long) >= self._limits.long_questions:
            giver = greedy(Counter(one.who for one in self._long), turn.who)
            if giver is None:
                raise _busy(f"{len(self._long)} long questions are worked at already")
            newest = next(one for one in reversed(self._long) if one.who == giver)
            self._long.remove(newest)
            newest.taken.set_result(None)
        turn.long = True
        self._long.append(turn)
        self.quick -= 1
        self._call()

    def _leave(self, turn: Turn) -> None:
        if not turn.long:
            self.quick -= 1
        elif turn in self._long:
            self._long.remove(turn)
        self._end(turn.who)


def _busy(why: str) -> RefusalError:
    return RefusalError(f"the page is busy: {why}; ask again in a moment", status=503, kind=BUSY)


def _share(what: str) -> RefusalError:
    return _busy(f"others {what} too, and each has his share of the places")
