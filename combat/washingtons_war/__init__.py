"""Washington's War: battles, what precedes them, and campaign cards."""
