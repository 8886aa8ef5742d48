"""The pages of docs/: what their commands print, the map of the sources, pictures, and pages of measured numbers."""
