"""A clock that only runs while what is measured runs, for benchmarks that are timed from the inside.

pytest-benchmark reads its timer before and after a round. With a Stopwatch as timer the round can do other things too,
and its time is what the round itself says.
"""


class Stopwatch:
    """Seconds added so far; calling it reads them."""

    def __init__(self, name: str) -> None:
        self.__name__ = name  # pytest-benchmark writes the timer's name into its results
        self._seconds = 0.0

    def add(self, seconds: float) -> None:
        """Let the clock run on."""
        self._seconds += seconds

    def __call__(self) -> float:
        return self._seconds
