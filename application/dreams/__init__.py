"""Dreams: looking at what stands, carrying out what is proposed, making way for whoever is busy."""
