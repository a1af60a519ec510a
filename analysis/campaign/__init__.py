"""Battles in a row as one probability model, and the decisions in it.

`plan` reads a plan file to `stages`; `answer` fights it through, step by step (`steps`), with
`decisions` for an `aim`; `totals`, `sums` and `holding` are what it comes to; `orders` tries
others.
"""

from analysis.campaign.answer import Campaign, campaign

__all__ = ["Campaign", "campaign"]
