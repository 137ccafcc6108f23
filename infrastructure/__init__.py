"""The world: event log, views on disk, codec, keys, files, clock. Only here are sqlite3 and eventsourcing imported."""
