"""Mirrors: live state from outside, brought in on a schedule so that nobody has to ask for it."""
