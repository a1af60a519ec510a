"""Card decks: when, in which order and how likely cards come, exactly and simulated."""
