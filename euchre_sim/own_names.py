"""Our own packages under their names, whatever lies in the working folder, beside a script or earlier on the path."""

import os
import sys

TYPE_CHECKING = False  # as in typing: whatever is imported here keeps the command from hearing Ctrl-C for a while
if TYPE_CHECKING:
    from types import ModuleType
    from typing import NoReturn

OURS = ("sim", "strategies", "reports")
"""The packages that are installed beside this one."""
_HOME = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))  # noqa: PTH100, PTH120  # pathlib takes too long


def bind() -> None:
    """Import our packages from the folder beside this one, so that their names are ours from now on.

    Raises NameTaken where a module of another home has one of the names already.
    """
    sys.path.insert(0, _HOME)
    try:
        for name in OURS:
            __import__(name)
    finally:
        sys.path.remove(_HOME)
    for name in OURS:
        if not _is_ours(name, sys.modules[name]):
            _refuse(name, sys.modules[name])


def _is_ours(name: str, module: "ModuleType") -> bool:
    found = [os.path.realpath(path) for path in getattr(module, "__path__", ())]
    return found[:1] == [os.path.realpath(os.path.join(_HOME, name))]  # noqa: PTH118


def _refuse(name: str, other: "ModuleType") -> "NoReturn":
    from importlib.util import module_from_spec, spec_from_file_location

    # The module of our errors cannot be had by its name where that is taken.
    spec = spec_from_file_location("euchre_sim.errors", os.path.join(_HOME, "sim", "errors.py"))  # noqa: PTH118
    assert spec is not None and spec.loader is not None
    errors = module_from_spec(spec)
    spec.loader.exec_module(errors)
    where = getattr(other, "__file__", None) or next(iter(getattr(other, "__path__", ())), "another module")
    error = errors.NameTaken(
        f"euchre_sim cannot be used here: {where} was imported under the name {name}, which its own package has",
        "give that file or folder another name, or use euchre_sim in a program of its own",
    )
    if _is_command():  # nobody is there yet who would tell it without a traceback
        sys.stderr.write(f"euchre-sim: {error}\n")
        raise SystemExit(error.exit_code)
    raise error


def _is_command() -> bool:
    """Whether Python was started for `python -m euchre_sim` or by the script `euchre-sim`, and is importing it."""
    started = sys.argv[0] if sys.argv else ""
    if started == "-m":
        return "euchre_sim" in sys.orig_argv
    return os.path.splitext(os.path.basename(started))[0] == "euchre-sim"  # noqa: PTH119, PTH122
