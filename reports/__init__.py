"""wargame-odds: reports."""
