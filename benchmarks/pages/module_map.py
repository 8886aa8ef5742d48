"""The map of the sources in docs/architecture.md: a line a module, from the first paragraph of its docstring."""

import ast
from collections.abc import Iterator
from pathlib import Path

from benchmarks.pages.sections import replaced

ROOT = Path(__file__).resolve().parent.parent.parent
PACKAGES = ("euchre_sim", "reports", "strategies", "sim", "benchmarks")
"""In the order of the floors: each may import those to its right, reports and strategies apart."""


def said(module: Path) -> str:
    """The first paragraph of a module's docstring, on one line."""
    text = ast.get_docstring(ast.parse(module.read_text(encoding="utf-8"))) or ""
    return " ".join(text.partition("\n\n")[0].split())


def folders(package: Path) -> Iterator[Path]:
    """A package and all packages in it, outermost first."""
    yield package
    for inner in sorted(path for path in package.iterdir() if (path / "__init__.py").is_file()):
        yield from folders(inner)


def table(root: Path = ROOT, packages: tuple[str, ...] = PACKAGES) -> str:
    """The whole map as Markdown: a heading and a table a folder."""
    lines: list[str] = []
    for folder in (inner for package in packages for inner in folders(root / package)):
        lines += ["", f"### `{folder.relative_to(root).as_posix()}/`", "", said(folder / "__init__.py"), ""]
        modules = [module for module in sorted(folder.glob("*.py")) if module.name != "__init__.py"]
        lines += ["| file | what it is |", "|---|---|"] if modules else []
        lines += [f"| `{module.name}` | {said(module)} |" for module in modules]
    return "\n".join(lines)


def filled(page: str) -> str:
    """The page with the map as it is now; unchanged where the page has no marks for it."""
    return replaced(page, "map", table()) if "<!-- map -->" in page else page
