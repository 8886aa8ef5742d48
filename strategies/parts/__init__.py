"""What the players are made of: bidding, leads, follows and discards, one idea a file."""
