"""From a specification to a seat: strategies found, linked to the engine, and seated at a match."""
