"""Context: what goes to the model, assembled in a fixed order within a budget, and kept as it was given."""
