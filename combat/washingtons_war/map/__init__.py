"""The map of Washington's War: movement, retreats, control and isolation."""
