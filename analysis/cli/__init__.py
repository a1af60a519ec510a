"""The verbs of the command line that ask about battles, decks and maps."""
