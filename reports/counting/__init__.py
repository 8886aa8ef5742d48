"""From the rows of a run to counts, in one pass and constant memory."""
