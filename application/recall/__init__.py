"""Recall: finding the right memories, now and as they were believed at any moment."""
