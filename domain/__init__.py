"""What can happen to a memory and what is allowed. Pure: no input or output, no clock, no storage."""
