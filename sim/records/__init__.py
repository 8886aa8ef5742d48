"""Games that people played: records of them read, checked against the rules, and written."""
