"""Work that is prepared and not yet done: what it is for a reader, and a warning where it is forgotten."""

import warnings
from abc import ABC, abstractmethod
from collections.abc import Iterator
from html import escape
from typing import Any, Generic, TypeVar

Event = TypeVar("Event")
Result = TypeVar("Result")


class Ready(ABC, Generic[Event, Result]):
    """Prepared work: iterate over it for its progress, then read `result`; or call `finish()`, which gives that.

    Whoever lets go of it without a look at it is warned: nothing was played.
    """

    _prepared = False
    _begun = False
    _seen = False
    """Whether somebody has looked at it, and so knows what it is."""

    @abstractmethod
    def _describe(self) -> str:
        """What the work is, in a few words."""

    @abstractmethod
    def _events(self) -> Iterator[Event]:
        """Do the work, telling how far it is."""

    @abstractmethod
    def _result(self) -> Result:
        """The result; UsageError before there is any."""

    @property
    def result(self) -> Result:
        """What was played; UsageError before there is anything."""
        self._seen = True
        return self._result()

    def finish(self) -> Result:
        """Play to the end without looking at the progress."""
        for _ in self:
            pass
        return self.result

    def __iter__(self) -> Iterator[Event]:
        self._begun = self._seen = True
        yield from self._events()

    def __repr__(self) -> str:
        self._seen = True
        state = "begun" if self._begun else "not played yet: call finish(), or iterate over it"
        return f"<{self._describe()}; {state}>"

    def _repr_html_(self) -> str:
        return f"<p>{escape(repr(self)[1:-1])}</p>"

    def __del__(self) -> None:
        if self._prepared and not self._seen:
            warnings.warn(
                f"{self._describe()} was prepared, but never played: call finish(), or iterate over it",
                stacklevel=2,
            )


def of(values: Any) -> str:
    """Names joined for a description, each once: `basic, cautious`."""
    return ", ".join(dict.fromkeys(map(str, values)))
