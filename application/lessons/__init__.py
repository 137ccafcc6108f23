"""Lessons: the index of them, one with its story, and how each came to be."""
