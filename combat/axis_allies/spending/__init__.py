"""What to buy to hold a place, and raids over several turns."""
