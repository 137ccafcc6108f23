"""Asking the world outside: programs, addresses, databases and functions, each bounded in time and size."""
