"""wargame-odds: analysis."""
