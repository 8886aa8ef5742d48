"""How fast it is: benchmarks for pytest-benchmark, and `table.py`, which runs them and writes the documents' tables."""
