"""What is generated on the documentation's pages: what their commands print, the map of the sources, the pictures."""
