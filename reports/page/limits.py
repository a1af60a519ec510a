"""What one request may take, in one place: the page refuses what is beyond."""

import os
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class Limits:
    """Limits of the page.

    Attributes
    ----------
    address_bytes, head_bytes, body_bytes : int
        Of a request's address with its query, of its head, and of its body.
    text_characters, plan_characters : int
        Of a battle or another text, and of a plan or a deck file.
    key_parts : int
        Of a key in such a file, as in 'a.b.c'.
    options : int
        In a body; in an address twice as many parts.
    settings, edits, plans : int
        How many of them a question may have; plans: battles that are compared.
    whole : int
        The largest of other whole numbers, such as turns; numbers in texts have limits of their
        own: a side has at most 1,000 units.
    trials : int
    answer_seconds : float
        Time that one answer may take once it is being worked at.
    quick_seconds : float
        Time after which a question counts as long.
    line_seconds : float
        Time that a question may wait for its turn.
    line : int
        Questions that may wait.
    long_questions : int
        Long ones that are worked at together; more are refused.
    memory_bytes : int
        Of one worker process.
    answer_bytes : int
        Of an answer.
    connections, connections_each : int
        In all, and of one client: two hundred questions at once, and some more.
    ahead_bytes : int
        Of requests that are sent before the answers to those before them.
    slow_seconds : float
        Time that a client may take to send a request, or to take a part of an answer.
    """

    address_bytes: int = 16_000
    head_bytes: int = 32_000
    body_bytes: int = 72_000
    text_characters: int = 2_000
    plan_characters: int = 32_000
    key_parts: int = 100
    options: int = 100
    settings: int = 40
    edits: int = 100
    plans: int = 12
    whole: int = 9_999
    trials: int = 1_000_000
    answer_seconds: float = 10.0
    quick_seconds: float = 1.0
    line_seconds: float = 30.0
    line: int = 300
    long_questions: int = max(4, 2 * (os.cpu_count() or 1))
    memory_bytes: int = 2_000_000_000
    answer_bytes: int = 16_000_000
    connections: int = 500
    connections_each: int = 250
    ahead_bytes: int = 104_000
    slow_seconds: float = 15.0

    def document(self) -> dict[str, Any]:
        """Return the limits as plain data."""
        return asdict(self)


LIMITS = Limits()
