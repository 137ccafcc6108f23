"""The files of mirrors: what each shows, how old that is, and who is refreshing it."""
