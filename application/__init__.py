"""The use cases: commands (read, decide, append) and queries (read a projection)."""
