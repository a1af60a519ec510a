"""The map of Axis & Allies: areas, positions, and what can be done in a turn (AA-40 to AA-47)."""
