"""The bidding book: every deal played under every contract once, and bidding worked out by looking the outcomes up."""
