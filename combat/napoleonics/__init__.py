"""Commands & Colors: Napoleonics: fire, melee, and the attacks of a turn."""
