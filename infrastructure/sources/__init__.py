"""What can be imported, as a stream of items: JSON Lines, this product's own log, Markdown notes."""
