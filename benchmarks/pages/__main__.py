"""Put real output into pages: `python -m benchmarks.pages README.md docs/`.

Every command and every Python program on the pages is run, and what it prints stands below it afterwards. Where
nothing but a time or a rate differs the page stays as it is. In docs/architecture.md the map is written from the
docstrings, in docs/api.md the list of names from the package, in docs/questions.md and docs/games.md the tables from
the pages in the folders of that name. Takes a few minutes; `--quick` leaves out the blocks marked nightly, `--check`
changes nothing, says what would change, and ends with exit code 1 if anything would.
"""

import argparse
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.pages import answers, games_summary, module_map, reference
from benchmarks.pages.blocks import examples, filled
from benchmarks.pages.masks import masked
from benchmarks.pages.session import Session


def pages(paths: list[Path]) -> Iterator[Path]:
    """The pages named, and those in the folders named; inner folders first, as pages sum up what is below them."""
    for path in paths:
        inside = sorted(path.rglob("*.md"), key=lambda page: (-len(page.parts), page))
        yield from inside if path.is_dir() else [path]


def real(page: str, quick: bool = False) -> str:
    """The page with what its examples print."""
    found = examples(page)
    outputs = []
    with tempfile.TemporaryDirectory() as folder:
        session = Session(Path(folder))
        for example in found:
            printed = example.printed if quick and example.nightly else session.printed(example)
            outputs.append(example.printed if masked(printed) == masked(example.printed) else printed)
    return filled(page, outputs)


def main() -> None:
    """Fill all pages that are named."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("paths", nargs="+", type=Path, help="pages, or folders of pages")
    parser.add_argument("--quick", action="store_true", help="leave out the blocks marked nightly")
    parser.add_argument("--check", action="store_true", help="change nothing, say what would")
    options = parser.parse_args()
    changed = 0
    for path in pages(options.paths):
        before = path.read_text(encoding="utf-8")
        after = before
        for part in (module_map, reference, answers, games_summary):
            after = part.filled(after)
        after = real(after, options.quick)
        if after == before:
            continue
        changed += 1
        sys.stderr.write(f"{path}: {'would change' if options.check else 'changed'}\n")
        if not options.check:
            path.write_text(after, encoding="utf-8")
    if options.check and changed:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
