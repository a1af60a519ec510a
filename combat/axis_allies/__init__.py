"""Axis & Allies 1942."""
