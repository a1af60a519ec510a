"""The general engine: rules in stages of chance and choice, exact, simulated, at best play."""
