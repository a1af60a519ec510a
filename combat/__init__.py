"""wargame-odds: combat."""
