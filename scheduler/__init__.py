"""What happens by itself, from a read model to commands. Dreams and sweeps live here; `execute` is passed in."""
