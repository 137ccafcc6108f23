"""Claims: memories that carry a check against the world."""
