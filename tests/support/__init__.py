"""What tests share: places, made-up players and tables, oracles and situations."""
