"""Finding a memory by its words: how texts become terms, the index of terms, and the table of word neighbours."""
