"""How often a correction appended to what it contradicts is refused, and how often a plain text is taken for one."""
