"""Compiled code on disk: named by what it is made of, checked before it is used, compiled anew where it is damaged."""

import contextlib
import hashlib
import pickle
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from filelock import FileLock
from numba.core.caching import CompileResultCacheImpl, FunctionCache, IndexDataCacheFile, _CacheLocator

_HASH = hashlib.sha256
_HASH_BYTES = _HASH().digest_size


class _Place(_CacheLocator):  # type: ignore[misc]
    """Where the code of a function lies, whatever folder its source is in; `stamp` is a hash of that source."""

    def __init__(self, folder: Path, stamp: str, name: str) -> None:
        self._folder, self._stamp, self._name = folder, stamp, name
        self._py_file = name  # named in Numba's warnings

    def get_cache_path(self) -> str:
        return str(self._folder)

    def get_source_stamp(self) -> str:
        return self._stamp

    def get_disambiguator(self) -> str:
        return ""


class _Serializer(CompileResultCacheImpl):  # type: ignore[misc]
    """Numba's own form of compiled code, under a name that we give."""

    def __init__(self, function: Callable[..., Any], place: _Place, name: str) -> None:
        self._lineno = function.__code__.co_firstlineno
        self._locator = place
        self._filename_base = name


class _CheckedFile(IndexDataCacheFile):  # type: ignore[misc]
    """Files that begin with a hash of the rest; one that does not agree with it is as if it were not there."""

    def __init__(self, folder: str, name: str, stamp: str, damaged: Callable[[str], None]) -> None:
        super().__init__(cache_path=folder, filename_base=name, source_stamp=stamp)
        self._damaged = damaged

    def _read(self, path: str) -> Any:
        """What was written to a file; None where there is none that is whole."""
        try:
            content = Path(path).read_bytes()
        except OSError:
            return None
        if _HASH(content[_HASH_BYTES:]).digest() != content[:_HASH_BYTES]:
            self._damaged(path)
            with contextlib.suppress(OSError):
                Path(path).unlink()
            return None
        return pickle.loads(content[_HASH_BYTES:])

    def _write(self, path: str, value: Any) -> None:
        content = self._dump(value)
        with self._open_for_write(path) as file:
            file.write(_HASH(content).digest() + content)

    def _load_index(self) -> dict[Any, str]:
        found = self._read(self._index_path)
        if found is None or found[:2] != (self._version, self._source_stamp):
            return {}
        names: dict[Any, str] = found[2]
        return names

    def _save_index(self, overloads: dict[Any, str]) -> None:
        self._write(self._index_path, (self._version, self._source_stamp, overloads))

    def _load_data(self, name: str) -> Any:
        return self._read(self._data_path(name))

    def _save_data(self, name: str, data: Any) -> None:
        self._write(self._data_path(name), data)


class CodeCache(FunctionCache):  # type: ignore[misc]
    """What is compiled of one function, in `folder` under `name`; valid for sources with the hash `stamp`.

    `tell` hears of a file that was damaged and is made anew. A disk that is full is told once, as a warning.
    """

    _full = False

    def __init__(
        self, function: Callable[..., Any], folder: Path, name: str, stamp: str, tell: Callable[[str], None]
    ) -> None:
        place = _Place(folder, stamp, name)
        self._name, self._py_func = name, function
        self._impl = _Serializer(function, place, name)
        self._cache_path = str(folder)
        self._tell = tell
        self._cache_file = _CheckedFile(str(folder), name, stamp, self._is_damaged)
        self.enable()

    def _is_damaged(self, path: str) -> None:
        self._tell(f"compiling again what a damaged file of the cache held ({Path(path).name})")

    @contextlib.contextmanager
    def alone(self) -> Iterator[None]:
        """Hold back other processes that need the same code while it is compiled here: they then find it on disk."""
        lock = FileLock(f"{self._cache_file._index_path}.lock")
        missing = not Path(self._cache_file._index_path).exists()
        if missing:
            try:
                Path(self._cache_path).mkdir(parents=True, exist_ok=True)
                lock.acquire()
            except (OSError, NotImplementedError):
                missing = False  # where no file can be locked, each compiles for itself
        try:
            yield
        finally:
            if missing:
                lock.release()

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep the code; without room it stays in memory only, which is said once."""
        try:
            super().save_overload(sig, data)
        except OSError as error:
            if not CodeCache._full:
                CodeCache._full = True
                warnings.warn(
                    f"the cache folder can't be written ({error.strerror or error}: {self._cache_path}), so what is "
                    "compiled is not kept (set EUCHRE_SIM_CACHE to a folder with room)",
                    RuntimeWarning,
                    stacklevel=2,
                )
