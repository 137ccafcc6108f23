"""Dreams: what maintenance would do with memories, and why. Pure: proposals only, which commands carry out."""
