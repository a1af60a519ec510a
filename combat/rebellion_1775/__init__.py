"""1775: Rebellion: battles with hits, flights and choices."""
