"""Answers as pieces of HTML: for pages, notebooks and reports, escaped and self-contained."""

from analysis.html.answers import (
    campaign,
    comparison,
    deck,
    luck,
    sensitivity,
    size,
    thumbs,
    turn,
)
from analysis.html.battle import (
    advice,
    assumes,
    battle_line,
    detail_tables,
    ends_table,
    flips_table,
    method,
    modifier_table,
    odds,
    odds_table,
    policy_lines,
    quantity_table,
    variant_line,
    verdict,
)
from analysis.html.markup import STYLE, Html, joined, laid_out, table, tag
from analysis.html.outcome import outcome_bar
from analysis.html.retreat import retreat_map
from analysis.html.sheets import frame, sheet_table, sheets
from analysis.html.swing import swing_bars

__all__ = [
    "STYLE",
    "Html",
    "advice",
    "assumes",
    "battle_line",
    "campaign",
    "comparison",
    "deck",
    "detail_tables",
    "ends_table",
    "flips_table",
    "frame",
    "joined",
    "laid_out",
    "luck",
    "method",
    "modifier_table",
    "odds",
    "odds_table",
    "outcome_bar",
    "policy_lines",
    "quantity_table",
    "retreat_map",
    "sensitivity",
    "sheet_table",
    "sheets",
    "size",
    "swing_bars",
    "table",
    "tag",
    "thumbs",
    "turn",
    "variant_line",
    "verdict",
]
