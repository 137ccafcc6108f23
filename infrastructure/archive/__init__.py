"""The files of what retired: what they hold, how they are written and read, and the thread that writes them."""
