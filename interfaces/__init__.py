"""How people and programs reach a memory: today the command line."""
