"""What a power can bring to a place in a turn, and where it lands (AA-29, AA-46, AA-47)."""
