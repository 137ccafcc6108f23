"""The world: event log, views on disk, codec, keys, files, clock. The only room that imports sqlite3 and eventsourcing."""
