"""How answers look: on a screen, in a pipe, and as JSON. Nothing here asks or changes anything."""
