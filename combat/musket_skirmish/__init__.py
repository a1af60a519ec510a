"""A musket skirmish run by an activation deck."""
