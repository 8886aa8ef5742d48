"""One command a file; each imports the engine only when it runs."""
