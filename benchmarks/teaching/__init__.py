"""Teaching the strategy `taught`: `python -m benchmarks.teaching FOLDER` plays, fits and writes its tables."""
