"""Waking up: the documents that an agent reads first, unconditionally and never by retrieval."""
