"""What stands after an attack, what comes back, and what holding a place is worth."""
