"""A turn: several ordered units against one or more targets, in the best order (CC-40)."""
