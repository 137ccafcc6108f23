"""Importing: what other places remembered becomes memories here, decided under the rules in force here.

A survey reads everything once and refuses what is bad before anything is written (`surveying`), deciding each
command as if those before it had been carried out (`rehearsing`); then the commands are carried out in batches
(`importing`). `lines` makes them from lines and notes, `events` and `replaying` from the log of another store.
"""
