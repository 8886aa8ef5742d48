"""Whether a strategy keeps the contract, and how it is compiled."""
