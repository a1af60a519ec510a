"""Storming a bridge: a small game that shows how a game is added."""
