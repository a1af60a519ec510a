"""Rules and engines: exact and simulated odds of battles in historical board games."""

__version__ = "0.1.0"
