"""The names of hooks: which there are for which games, and which name a misspelt one was meant to be."""

import ast
import types
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final

from sim.engine.layout import HOOKS

TURN_UP: Final = "turn_up"
"""The auction of most games, see `sim.rules.rules`."""
VERSIONS: Final = {"single": "napoleon", "tricks": "pfeffer"}
"""Auctions that have hooks of their own, by the ending of the names, such as `lead_napoleon`."""
OWN_VERSIONS: Final = frozenset({"single"})
"""Auctions where the hook without the ending does not do: where everybody bids once, `lead` is never asked, for it
would not know that there are no bowers and that the first lead shows the trump."""
ASKED: Final = {
    TURN_UP: tuple(hook for hook in HOOKS if hook != "bid"),
    "tricks": ("bid", "name_trump", "discard", "lead", "follow"),
    "single": ("bid", "name_trump", "lead", "follow"),
}
"""By auction, the hooks that its games may ask for."""
NEAR: Final = 0.75
"""How much (of 1) a name must be like a hook's to be taken for a slip."""


def versioned(hook: str, auction: str) -> str:
    """The name of the version that a hook may have for an auction; the hook itself where there is none."""
    return f"{hook}_{VERSIONS[auction]}" if auction in VERSIONS else hook


def needed(hook: str, auction: str) -> str:
    """The name that a strategy must define at least to decide a hook itself at a table with that auction."""
    return versioned(hook, auction) if auction in OWN_VERSIONS else hook


NAMES: Final = (*HOOKS, *(versioned(hook, auction) for auction in VERSIONS for hook in ASKED[auction]))
"""All names under which a function is ever asked."""


def nearest(name: str) -> str:
    """The hook that a name is probably meant to be; empty where it is like none."""
    near = get_close_matches(name.lower(), NAMES, n=1, cutoff=NEAR)
    begun = [hook for hook in HOOKS if name.startswith(hook + "_")]
    return (near or begun or [""])[0]


def never_asked(source: Any) -> list[str]:
    """A sentence on each function of a strategy's file (or class) that looks like a hook by its name, but is none.

    What is used anywhere else in the file is a helper, and what is called like a hook on purpose begins with `_`.
    """
    functions = own_functions(source)
    hooks = [functions[name] for name in NAMES if name in functions]
    found = []
    for name, function in functions.items():
        if name in NAMES or function in hooks or name.startswith("_") or not (meant := nearest(name)):
            continue
        file, line = Path(function.__code__.co_filename), function.__code__.co_firstlineno
        if file.is_file() and name not in _used(file, name):
            found.append(f"{file}:{line}: {name} is no hook and is never asked; did you mean {meant}?")
    return found


def own_functions(source: Any) -> dict[str, types.FunctionType]:
    """The functions that a strategy's module or class defines itself, by their names there."""
    functions = {name: getattr(value, "__func__", value) for name, value in getattr(source, "__dict__", {}).items()}
    file = None if isinstance(source, type) else getattr(source, "__file__", None)
    return {
        name: function
        for name, function in functions.items()
        if isinstance(function, types.FunctionType) and file in (None, function.__code__.co_filename)
    }


def _used(file: Path, function: str) -> set[str]:
    """The names that a file looks up, outside of a function's own definition."""

    def walk(node: ast.AST) -> set[str]:
        if isinstance(node, ast.FunctionDef) and node.name == function:
            return set()
        own = {node.id} if isinstance(node, ast.Name) else {node.attr} if isinstance(node, ast.Attribute) else set()
        return own.union(*map(walk, ast.iter_child_nodes(node)))

    return walk(ast.parse(file.read_bytes()))
