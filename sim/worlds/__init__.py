"""Hidden hands in agreement with what was heard and seen, and what each choice comes to on them."""
