"""Whether something holds by the rules, and why."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Finding:
    """Whether something holds by the rules, why, and the id of the rule that says so.

    Examples
    --------
    >>> finding = Finding(False, "Boston is no port", "WW-26")
    >>> bool(finding), str(finding)
    (False, 'Boston is no port (WW-26)')
    """

    holds: bool
    reason: str
    rule: str

    def __bool__(self) -> bool:
        return self.holds

    def __str__(self) -> str:
        return f"{self.reason} ({self.rule})"


def first_fault(*findings: Finding) -> Finding | None:
    """Return the first finding that does not hold, or None if all hold."""
    return next((finding for finding in findings if not finding), None)
