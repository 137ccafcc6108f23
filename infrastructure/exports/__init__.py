"""Exports on disk: how their files are written, what is signed, and how a stranger verifies them without a store."""
