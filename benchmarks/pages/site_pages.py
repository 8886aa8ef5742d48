"""What the site shows beside docs/: README.md, CONTRIBUTING.md and CHANGELOG.md from the top of the project."""

from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

ROOT = Path(__file__).resolve().parent.parent.parent
OUTSIDE = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")


def moved(page: str) -> str:
    """A page from the top of the project as it reads in docs/: links without that folder."""
    return page.replace("](docs/", "](")


def on_files(files: Files, config: Any) -> Files:
    """Called by mkdocs when it has listed docs/."""
    for name in OUTSIDE:
        page = moved((ROOT / name).read_text(encoding="utf-8"))
        files.append(File.generated(config, name, content=page))
    return files
