"""What the generic parts of a report say: of a battle, a plan, a deck."""
