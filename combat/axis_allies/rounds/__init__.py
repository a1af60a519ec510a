"""Rounds of the war by simulation: a plan of several powers, many trials at once (AA-40)."""
