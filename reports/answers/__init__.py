"""What can be shown of an answer: its frames, its sheets, and what it says of itself."""
