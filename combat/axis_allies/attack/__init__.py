"""Attacks on the map fought through, and the cheapest force for a wanted chance."""
