"""Exports: copies of the log, or of what was believed, that a stranger can verify, and taking one in again.

`selecting` finds what is wanted, `words` opens it, `exporting` writes it and signs for it, `importing` makes a store of
the export of a whole log.
"""
