"""Where strategies come from: built in, installed, from a module or from a file, loaded so that edits are seen."""

import hashlib
import importlib
import importlib.util
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sim.errors import StrategyError, did_you_mean

if TYPE_CHECKING:
    from sim.tables import DataTable

ENTRY_POINTS = "euchre_sim.strategies"


def available() -> dict[str, str]:
    """Names of the built-in and installed strategies with a line on each."""
    found = {}
    for name in importlib.import_module("strategies").BUILT_IN:
        try:
            found[name] = _first_line(_built_in(name))
        except StrategyError as error:  # its data file is damaged: the others can still play
            found[name] = f"can't play: {error}"
    for entry in _installed():
        found.setdefault(entry.name, f"installed: {entry.value}")
    return dict(sorted(found.items()))


def strategies() -> dict[str, str]:
    """The strategies that can be named, built in and installed, with a line on each.

    >>> strategies()["basic"]
    'The default player.'
    """
    return available()


def _installed() -> tuple[EntryPoint, ...]:
    """The strategies of installed packages, read anew only where a folder of the path is another than before."""
    return _entries(tuple((place, _last_change(place)) for place in sys.path))


@lru_cache(maxsize=1)
def _entries(_: tuple[tuple[str, int], ...]) -> tuple[EntryPoint, ...]:
    return tuple(entry_points(group=ENTRY_POINTS))


def _last_change(place: str) -> int:
    try:
        return Path(place).stat().st_mtime_ns
    except (OSError, ValueError):
        return 0


def _built_in(name: str) -> Any:
    with _explained(name):
        return importlib.import_module("strategies." + name.replace("-", "_"))


def _first_line(module: Any) -> str:
    return (module.__doc__ or "").strip().partition("\n")[0]


def is_path(name: str) -> bool:
    """Whether a name is that of a file, perhaps with a name in it."""
    return re.search(r"\.py(:\w+)?$", name) is not None


def split_path(name: str) -> tuple[Path, str]:
    """The file of such a name, and the name in it (empty where there is none)."""
    file, attribute = re.fullmatch(r"(.*\.py)(?::(\w+))?", name, re.DOTALL).groups("")  # type: ignore[union-attr]
    return Path(file), attribute


_given: dict[str, tuple[Any, Any]] = {}
"""What was given as an object: by name the object, and where its hooks are."""


def give(thing: Any, hooks: Any) -> str:
    """The name by which `find` knows a class or function from now on: `module:name`.

    Who defines a class anew (in a notebook, for example) means the new one; others of the same name, made inside
    functions, get names of their own.
    """
    module_name, name = thing.__module__ or "given", re.sub(r"\W", "_", thing.__name__)
    plain = f"{module_name}:{name}"
    if getattr(sys.modules.get(module_name), thing.__name__, None) is thing:
        _given[plain] = thing, hooks
        return plain
    number = 1
    while (found := plain if number == 1 else f"{plain}_{number}") in _given and _given[found][0] is not thing:
        number += 1
    _given[found] = thing, hooks
    return found


def is_given(name: str) -> bool:
    """Whether a name is that of an object which was given in this process, and is nowhere else."""
    return name in _given


def files_of(path: Path) -> list[Path]:
    """The files that a strategy's file was made of when it was loaded last: itself, its helpers, its tables."""
    return list(_files[path.resolve()][1])


def find(name: str) -> Any:
    """The module or class that a name, file or `module:name` stands for."""
    if name in _given:
        return _given[name][1]
    if is_path(name):
        file, attribute = split_path(name)
        return _attribute(_load_file(file), attribute, name)
    if ":" in name:
        module_name, _, attribute = name.partition(":")
        return _attribute(_import(module_name, name), attribute, name)
    for entry in _installed():
        if entry.name == name:
            return entry.load()
    if name in importlib.import_module("strategies").BUILT_IN:
        return _built_in(name)
    near = did_you_mean(name, available())
    names = f"strategies are {', '.join(available())}; a file is given as ./my_bot.py"
    raise StrategyError(f"unknown strategy: {name!r}", f"{near} {names}" if near.startswith("did") else names)


def _attribute(module: Any, attribute: str, name: str) -> Any:
    if not attribute:
        return module
    if not hasattr(module, attribute):
        raise StrategyError(
            f"{name}: there is no {attribute} in it", "give the name of a class or module that has the hooks"
        )
    return getattr(module, attribute)


def _import(module_name: str, name: str) -> Any:
    sys.path.insert(0, "")
    try:
        with _explained(module_name):
            return importlib.import_module(module_name)
    except ImportError as error:
        raise StrategyError(f"{name} can't be imported: {error}", "is it installed, or in this folder?") from None
    finally:
        sys.path.remove("")


@contextmanager
def _explained(what: str) -> Iterator[None]:
    """Turn what a strategy's own code raises while it loads into a StrategyError with file and line."""
    try:
        yield
    except SyntaxError as error:
        raise StrategyError(
            f"{error.filename or what}:{error.lineno}: {error.msg}", "mend the syntax of this line"
        ) from None
    except (ImportError, StrategyError):
        raise
    except (Exception, SystemExit) as error:
        raise StrategyError(
            f"{_origin(error, what)}: {type(error).__name__}: {error}", "the file must load by itself"
        ) from None


def _origin(error: BaseException, what: str) -> str:
    """File and line where an exception was raised, as far as it was outside Python's own import."""
    where, trace = what, error.__traceback__
    while trace is not None:
        if not trace.tb_frame.f_code.co_filename.startswith("<frozen"):
            where = f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}"
        trace = trace.tb_next
    return where


SOURCES = "__euchre_sim_sources__"
"""Name by which a module from a strategy's files has the texts that these were made of, by file."""
_OWN = ("sim", "strategies", "reports", "euchre_sim")
_files: dict[Path, tuple[Any, dict[Path, bytes | str]]] = {}
"""Strategies loaded from files: the module, and the files that it was made of; of tables the SHA-256."""


def _load_file(path: Path) -> Any:
    """The module of a strategy file; loaded again where the file or a helper in its folder has changed."""
    path = path.resolve()
    if path in _files and all(file.is_file() and _is(file, was) for file, was in _files[path][1].items()):
        return _files[path][0]
    if not path.is_file():
        raise StrategyError(f"there is no file {path}", "give the path of a Python file with the hooks")
    module_name = f"euchre_bot_{path.stem}_{hashlib.sha256(str(path).encode()).hexdigest()[:8]}"
    spec = importlib.util.spec_from_file_location(module_name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[module_name] = module
    sys.path.insert(0, str(path.parent))
    before, keeps_bytecode = set(sys.modules), sys.dont_write_bytecode
    # Bytecode on disk counts as current for a second: a file edited and loaded again at once would run as it was.
    sys.dont_write_bytecode = True
    source = path.read_bytes()
    try:
        with _explained(str(path)):
            exec(compile(source, str(path), "exec", dont_inherit=True), vars(module))
    except ImportError as error:
        raise StrategyError(
            f"{_origin(error, str(path))}: {type(error).__name__}: {error}", "the file must load by itself"
        ) from None
    finally:
        sys.dont_write_bytecode = keeps_bytecode
        sys.path.remove(str(path.parent))
        helpers = {name: _file_in(path.parent, name) for name in set(sys.modules) - before}
        texts = {path: source} | {file: file.read_bytes() for file in helpers.values() if file}
        known = {str(file): text for file, text in texts.items()}
        vars(module)[SOURCES] = known
        inside = [sys.modules[name] for name, file in helpers.items() if file]
        from sim.tables import DECLARED  # loads NumPy, which names of strategies do without

        tables: list[DataTable] = [made for one in (module, *inside) for made in vars(one).get(DECLARED, ())]
        vars(module)[DECLARED] = tables
        # A helper belongs to this strategy alone: another folder may have one of the same name.
        for name in [name for name, file in helpers.items() if file]:
            vars(sys.modules[name])[SOURCES] = known
            del sys.modules[name]
    _files[path] = module, texts | {file: digest for made in tables for file, digest in made.files.items()}
    return module


def _is(file: Path, content: bytes | str) -> bool:
    """Whether a file has a content, given in full or as its SHA-256."""
    found = file.read_bytes()
    return found == content if isinstance(content, bytes) else hashlib.sha256(found).hexdigest() == content


def _file_in(folder: Path, name: str) -> Path | None:
    """The file of a module that lies in a folder (or in a package there), None for any other."""
    top, module = name.partition(".")[0], sys.modules[name]
    file = getattr(module, "__file__", None)
    if top in _OWN or not file:
        return None
    inside = (folder / f"{top}.py").is_file() or (folder / top / "__init__.py").is_file()
    return Path(file) if inside and folder in Path(file).resolve().parents else None
