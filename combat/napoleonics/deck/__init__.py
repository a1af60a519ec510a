"""The deck: when cards come."""
