"""What a report asks, once each, and what its answers rest on."""
