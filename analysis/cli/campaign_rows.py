"""A campaign as tidy rows: stage, kind, name, value, low, high, sd; no stage for the whole plan."""

from collections.abc import Mapping
from typing import Any

KEYS = ("value", "low", "high", "sd")
HEAD = ("stage", "kind", "name", *KEYS)


def campaign_rows(document: Mapping[str, Any]) -> list[tuple[str, ...]]:
    """Return the rows of a campaign, given as plain data.

    A decision has a row for the chance to choose so in a position (kind ``decision``), and one for
    each option that there is, with what the plan's rest is then worth (``option``).
    """
    rows: list[tuple[str, ...]] = [HEAD]
    for key in ("method", "trials", "seed", "aim"):
        if document.get(key) is not None:
            rows.append(("", "run", key, str(document[key]), "", "", ""))
    for stage in document["stages"]:
        rows.append((stage["name"], "reached", "", str(stage["reached"]), "", "", ""))
        rows += _numbers(stage["name"], "", stage)
    rows += _decisions(document)
    rows += _numbers("", "final ", document["final"])
    for way in document["final"]["joint"]:
        ends = way["ends"]
        name = "rest" if ends is None else " > ".join(end or "not_fought" for end in ends.values())
        rows.append(_row("", "joint", name, way["chance"]))
    for name in ("attacker", "defender", "taken", "taken_and_lost"):
        if "holding" in document:
            rows.append(_row("", "holding", name, document["holding"][name]))
    for key in ("swing", "net_value"):
        pairs = (document.get(key) or {}).items()
        rows += [("", f"{key} chance", value, str(chance), "", "", "") for value, chance in pairs]
    return rows


def _decisions(document: Mapping[str, Any]) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = []
    for one in document.get("decisions", ()):
        stage, where = one["stage"], one["position"]
        name = f"{where}: {one['chosen']}"
        rows.append((stage, "decision", name, str(one["chance"]), "", "", ""))
        for option, worth in one["options"].items():
            rows.append((stage, "option", f"{where}: {option}", str(worth), "", "", ""))
    for choice in document.get("choices", ()):
        for option, worth in choice["always"].items():
            rows.append((choice["stage"], "always", option, str(worth), "", "", ""))
    return rows


def _numbers(stage: str, prefix: str, numbers: Mapping[str, Any]) -> list[tuple[str, ...]]:
    return [
        _row(stage, prefix + kind, name, one)
        for kind, part in (("event", "events"), ("quantity", "quantities"))
        for name, one in numbers[part].items()
    ]


def _row(stage: str, kind: str, name: str, one: Mapping[str, Any]) -> tuple[str, ...]:
    return stage, kind, name, *("" if (n := one.get(key)) is None else str(n) for key in KEYS)
