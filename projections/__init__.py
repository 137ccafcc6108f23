"""What readers ask for, as pure folds of events. A fold knows domain events and nothing else."""
