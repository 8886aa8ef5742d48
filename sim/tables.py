"""Tables of strategies: arrays that a strategy declares, from data files or computed, for its hooks to read.

A compiled hook is given a table by its address, so that another table needs no compiling; an index that lies outside
reads the first element, and whoever asked is told.
"""

import hashlib
import math
import sys
import threading
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin
from numpy.typing import ArrayLike

from sim.errors import StrategyError, brief
from sim.plain_files import read_plain

MOST_BYTES: Final = 1 << 28
"""Bytes of a table, and of a file of tables."""
KINDS: Final = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float32", "float64")
"""What the elements of a table may be."""
DECLARED: Final = "__euchre_sim_tables__"
"""Name by which a module has the tables that it declared, in order."""
_HEADER: Final = 4096
"""Bytes of the description of an array in a file, at most."""
_PLAIN = (int, np.integer)
_own = threading.local()


class OutsideTable(StrategyError, IndexError):
    """A table was asked for a place that it does not have."""

    def __init__(self, table: "DataTable", place: object) -> None:
        super().__init__(f"{table} has no place {place}", OUTSIDE_HINT)
        self.table = table


OUTSIDE_HINT: Final = "an index counts from 0 and must be less than the size of the table there; none is negative"


def table(source: str | Path | Mapping[str, str | Path] | ArrayLike, name: str = "") -> "DataTable":
    """Declare a table: array `name` of an `.npz` file, an `.npy` file, one of several by rules, or a computed array.

    Files lie beside the file that declares them. A mapping has a file for each game by its rules: a preset, or a preset
    with changes behind it as in `"standard stick_dealer=on"`; at other rules the hooks that read the table are decided
    by the default player (in a wrapper by the wrapped one). Elements are one of KINDS, in any number of dimensions.
    A compiled hook reads `TABLE[i, j]`, one whole number for each dimension, and gets an int64, a word of a uint64
    table, or a float64; outside the table that is its first element, and the game ends with a sentence. To anything
    else a table is an array (`TABLE @ x`, `TABLE.array`). Its content belongs to who the player is.

    Raises StrategyError for a file that is missing, damaged or too large, and for an array that can't be a table.

    >>> from sim.tables import table
    >>> table([[1, 2], [3, 4]])[1, 0]
    3
    """
    scope = sys._getframe(1).f_globals
    folder = Path(scope["__file__"]).resolve().parent if scope.get("__file__") else Path.cwd()
    if isinstance(source, Mapping):
        if not source or not all(isinstance(key, str) and isinstance(file, str | Path) for key, file in source.items()):
            raise StrategyError(
                f"a table by rules is declared with a file for each preset, not with {brief(source)}",
                'for example {"standard": "standard.npz", "standard stick_dealer=on": "stuck.npz"}',
            )
        made = DataTable({key: _File(folder / file, name) for key, file in source.items()})
    elif isinstance(source, str | Path):
        made = DataTable({"": _File(folder / source, name)})
        _ = made.array
    else:
        try:
            computed = np.asarray(source)
        except ValueError as error:
            raise StrategyError(f"{brief(source)} is no array: {error}", "give rows of equal length") from None
        made = DataTable({"": fit_for_table(computed, f"a computed array of {computed.dtype}")})
    scope.setdefault(DECLARED, []).append(made)
    return made


class _File:
    """A file of arrays as it was when it was declared, of which one is wanted."""

    def __init__(self, path: Path, name: str) -> None:
        self.path, self.name = path, name
        self.where = f"{name} of {path}" if name else str(path)
        self.digest = hashlib.sha256(self.read()).hexdigest()

    def read(self) -> bytes:
        """The content of the file. Raises StrategyError."""
        try:
            return read_plain(self.path, MOST_BYTES)
        except OSError as error:
            raise StrategyError(
                f"the table {self.where} can't be read: {error.strerror}",
                "files of tables lie beside the file of the strategy that declares them",
            ) from None

    def array(self) -> np.ndarray:
        """The array. Raises StrategyError, also where the file is another by now."""
        content = self.read()
        if hashlib.sha256(content).hexdigest() != self.digest:
            raise StrategyError(f"{self.path} has changed since it was declared", "run the command again")
        return read_array(content, self.name, str(self.path))


class DataTable(NDArrayOperatorsMixin):
    """An array that hooks read, or one for each of several rules; to NumPy it is the array itself, read-only."""

    def __init__(self, sources: "Mapping[str, _File | np.ndarray]") -> None:
        """Take the arrays or files by the rules that they are for; `""` for the one that is for all."""
        self._sources = dict(sources)
        self._arrays: dict[str, np.ndarray] = {}

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that it has arrays for, as declared; none where one array is for all."""
        return tuple(key for key in self._sources if key)

    @property
    def files(self) -> dict[Path, str]:
        """The files that it is read from, each with the SHA-256 of its content."""
        return {one.path: one.digest for one in self._sources.values() if isinstance(one, _File)}

    @property
    def array(self) -> np.ndarray:
        """The array, read-only. Raises StrategyError where there is one for each of several rules."""
        if self.rules:
            raise StrategyError(
                f"{self} has an array for each of several rules: only at a table is it known which",
                "read it in a hook or in a function that a hook calls, by its name",
            )
        return self._array("")

    def _array(self, key: str) -> np.ndarray:
        if key not in self._arrays:
            source = self._sources[key]
            self._arrays[key] = source.array() if isinstance(source, _File) else source
        return self._arrays[key]

    def at(self, key: str) -> "DataTable":
        """The table of one of its rules. Raises StrategyError where the file of it can't be read."""
        source = self._sources[key]
        made = DataTable({"": source})
        made._arrays[""] = self._array(key)
        return made

    @property
    def identity(self) -> str:
        """A text that is another for any other content."""
        told = []
        for key, source in sorted(self._sources.items()):
            if isinstance(source, _File) and key:
                told.append(f"{key}: {source.name} {source.digest}")
            else:
                array = self._array(key)
                told.append(f"{array.dtype.str} {array.shape} {hashlib.sha256(array.tobytes()).hexdigest()}")
        return f"table({'; '.join(told)})"

    def __str__(self) -> str:
        """For example `the table values of /home/you/book.npz, int8[8, 105798]`."""
        files = [one.where for one in self._sources.values() if isinstance(one, _File)]
        if self.rules:
            return f"the table {files[0]} and {len(files) - 1} more"
        shape = ", ".join(map(str, self._array("").shape))
        return f"the table {files[0] if files else 'computed'}, {self._array('').dtype}[{shape}]"

    __repr__ = __str__

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        """The array, for NumPy."""
        return np.array(self.array, dtype=dtype, copy=copy)

    def __array_ufunc__(self, function: Any, method: str, *inputs: Any, **more: Any) -> Any:
        """Compute with the array."""
        plain = (one.array if isinstance(one, DataTable) else one for one in inputs)
        return getattr(function, method)(*plain, **more)

    def __getattr__(self, name: str) -> Any:
        """All else that an array has: `shape`, `sum`, ..."""
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self.array, name)

    def __len__(self) -> int:
        """Size of the first dimension."""
        return len(self.array)

    def __iter__(self) -> Iterator[Any]:
        """The elements or rows."""
        return iter(self.array)

    def __getitem__(self, index: Any) -> Any:
        """An element, as compiled hooks get it; anything else as of an array. Raises OutsideTable."""
        array = self.array
        places = index if isinstance(index, tuple) else (index,)
        if len(places) != array.ndim or not all(isinstance(k, _PLAIN) and not isinstance(k, bool) for k in places):
            try:
                return array[index]
            except IndexError as why:
                raise IndexError(f"{self}: {why}") from None
        place = tuple(int(k) for k in places)
        if not all(0 <= k < size for k, size in zip(place, array.shape, strict=True)):
            error = OutsideTable(self, list(place))
            if getattr(_own, "outside", None) is None:
                raise error
            _own.outside.append(error)
            place = (0,) * array.ndim
        element = array[place]
        return np.uint64(element) if array.dtype == np.uint64 else element.item()


def noted() -> list[OutsideTable]:
    """What was asked for outside of tables on this thread since `noting` began."""
    found: list[OutsideTable] = getattr(_own, "outside", None) or []
    return found


@contextmanager
def noting() -> Iterator[list[OutsideTable]]:
    """Note what this thread asks for outside of a table, which is then its first element, as in compiled hooks."""
    before = getattr(_own, "outside", None)
    _own.outside = []
    try:
        yield _own.outside
    finally:
        _own.outside = before


def fit_for_table(array: np.ndarray, where: str) -> np.ndarray:
    """The array as it is kept: read-only, in the order of C and of this machine. Raises StrategyError."""
    if array.dtype.name not in KINDS:
        raise StrategyError(
            f"{where} can't be a table: its elements are {brief(str(array.dtype))}", f"they may be {', '.join(KINDS)}"
        )
    if array.ndim == 0 or array.size == 0 or array.nbytes > MOST_BYTES:
        raise StrategyError(
            f"{where} can't be a table: its shape is {array.shape}",
            f"a table has one dimension or more, is not empty and has at most {MOST_BYTES} bytes",
        )
    kept = np.array(array, dtype=array.dtype.newbyteorder("="), order="C", copy=True)
    kept.setflags(write=False)
    return kept


def read_array(content: bytes, name: str, path: str) -> np.ndarray:
    """An array from the content of an `.npy` file, or `name` from that of an `.npz` file. Raises StrategyError.

    Nothing in it is run, and what it says of its size is checked before memory is taken.
    """
    where = f"{name} of {path}" if name else path
    try:
        if not content.startswith(b"PK"):
            if name:
                raise ValueError("it holds one array without a name, as .npy files do")
            return _read(BytesIO(content), where)
        with zipfile.ZipFile(BytesIO(content)) as archive:
            members = [member.removesuffix(".npy") for member in archive.namelist()]
            if members.count(name) != 1:
                raise ValueError(f"the arrays in it are {brief(', '.join(members))}; name one of them")
            with archive.open(f"{name}.npy") as file:
                return _read(file, where)
    except StrategyError:
        raise
    except Exception as error:  # a damaged archive fails in many ways
        raise StrategyError(
            f"the table {where} can't be read: {str(error)[:300] or type(error).__name__}",
            'write it with np.savez_compressed("file.npz", name=array), or np.save("file.npy", array)',
        ) from None


def _read(file: Any, where: str) -> np.ndarray:
    """The array that a stream describes and holds. Raises ValueError, or StrategyError for one that is no table."""
    version = np.lib.format.read_magic(file)
    header = {(1, 0): np.lib.format.read_array_header_1_0, (2, 0): np.lib.format.read_array_header_2_0}.get(version)
    if header is None:
        raise ValueError(f"it is of version {version}")
    shape, in_columns, kind = header(file, max_header_size=_HEADER)
    size = math.prod(shape) * kind.itemsize
    if kind.name not in KINDS or not shape or not 0 < size <= MOST_BYTES:
        described = (
            np.broadcast_to(np.zeros(1, kind), shape) if 0 < size < MOST_BYTES**2 and shape else np.zeros(0, kind)
        )
        return fit_for_table(described, f"the table {where}")
    content = file.read(size)
    if len(content) < size or file.read(1):
        raise ValueError(f"it should hold {size} bytes")
    return fit_for_table(np.frombuffer(content, kind).reshape(shape, order="F" if in_columns else "C"), where)
