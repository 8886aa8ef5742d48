"""The ground floor: cards, rules, the engine, runs and the studies made from them."""
