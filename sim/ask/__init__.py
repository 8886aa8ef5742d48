"""Questions: what is the best thing to do, by how much, and how sure is that."""
