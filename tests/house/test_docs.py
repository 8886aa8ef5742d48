"""Every example of README.md and docs/ is run, and must print what the page says; only times and rates may differ.

Pages get their output by `python -m benchmarks.pages README.md docs/`; benchmarks/pages/blocks.py says what is run.
"""

import re
from pathlib import Path

import pytest

from benchmarks.pages import pictures
from benchmarks.pages.blocks import Example, examples, filled
from benchmarks.pages.masks import masked
from benchmarks.pages.session import Session
from support.places import ROOT

PAGES = {
    page.relative_to(ROOT).as_posix(): page.read_text(encoding="utf-8")
    for page in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md")))
}
WITH_EXAMPLES = {name: examples(page) for name, page in PAGES.items() if examples(page)}
QUICK = [name for name, found in WITH_EXAMPLES.items() if not all(example.nightly for example in found)]
NIGHTLY = [name for name, found in WITH_EXAMPLES.items() if any(example.nightly for example in found)]


def check(page: str, folder: Path, nightly: bool) -> None:
    """Run the examples of a page, and compare."""
    session = Session(folder)
    for example in WITH_EXAMPLES[page]:
        if example.nightly and not nightly:
            continue
        printed = session.printed(example)
        if masked(printed) != masked(example.printed):
            says = f"{page}: {example.source}\n--- the page says\n{example.printed}\n--- it prints\n{printed}"
            pytest.fail(f"{says}\n--- if that is right: python -m benchmarks.pages {page}", pytrace=False)


@pytest.mark.parametrize("page", QUICK)
def test_examples_print_what_the_page_says(page: str, tmp_path: Path) -> None:
    check(page, tmp_path, nightly=False)


@pytest.mark.nightly
@pytest.mark.parametrize("page", NIGHTLY)
def test_long_examples_print_what_the_page_says(page: str, tmp_path: Path) -> None:
    check(page, tmp_path, nightly=True)


@pytest.mark.nightly
def test_the_picture_is_what_its_command_draws(tmp_path: Path) -> None:
    pictures.play(tmp_path)
    drawn = pictures.numbers((tmp_path / pictures.CHART).read_text(encoding="utf-8"))
    assert drawn == pictures.numbers(pictures.HAND.read_text(encoding="utf-8")) and len(drawn) > 20


@pytest.mark.parametrize("page", WITH_EXAMPLES)
def test_nothing_is_left_out_of_what_is_printed(page: str) -> None:
    for example in WITH_EXAMPLES[page]:
        assert "..." not in example.printed.replace("COMMAND [ARGS]...", "")


def test_the_suite_runs_every_page_that_shows_a_session() -> None:
    assert {name for name, page in PAGES.items() if "```console" in page} <= WITH_EXAMPLES.keys()
    assert "README.md" in QUICK and NIGHTLY


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("took 1.2 s", "took 31.25 s", True),
        ("seed 1, 0.94 s", "seed 1,\n        10.94 s", True),
        ("time    0.7 s, 1.48 million hands a second", "time    1.1 s, 962 000 hands a second", True),
        ("order_up  12.1  SIMD, 8 deals at once", "order_up  7.3   SIMD, 4 deals at once", True),
        ("order_up  12.1  SIMD, 8 deals at once", "lead      12.1  SIMD, 8 deals at once", False),
        ("65 536 drawn, seed 1, 1.15 s", "65 537 drawn, seed 1, 1.15 s", False),
        ("+0.113 ± 0.018", "+0.113 ± 0.019", False),
        ("1 000 games, 10 600 hands", "1 000 games, 10 601 hands", False),
        ("one", "one\ntwo", False),
    ],
)
def test_only_times_and_rates_are_masked(one: str, other: str, same: bool) -> None:
    assert (masked(one) == masked(other)) is same


PAGE = """text
```console
$ euchre-sim a \\
    b
out
more
$ c
```
```sh
$ not me
```
<!-- nightly -->
```console
$ d
```

```python
from euchre_sim import run
print(1)
```

```text
1
```

```python
print("a file")
```
"""


def test_examples_are_cut_at_the_prompts() -> None:
    assert examples(PAGE) == [
        Example("console", "euchre-sim a \\\n    b", "out\nmore", False),
        Example("console", "c", "", False),
        Example("console", "d", "", True),
        Example("python", "from euchre_sim import run\nprint(1)", "1", False),
    ]


def test_a_page_is_filled_in_place() -> None:
    assert filled(PAGE, ["out\nmore", "", "", "1"]) == PAGE
    again = filled(PAGE, ["", "of c\nis this", "deep", ""])
    assert [example.printed for example in examples(again)] == ["", "of c\nis this", "deep", ""]
    assert "```text" not in again and "<!-- nightly -->\n```console\n$ d\ndeep\n```" in again
    assert filled(again, ["out\nmore", "", "", "1"]) == PAGE


def test_a_session_goes_on_in_one_folder(tmp_path: Path) -> None:
    session = Session(tmp_path)

    def says(source: str, language: str = "console") -> str:
        return session.printed(Example(language, source, "", False))

    assert says("euchre-sim --version").startswith("euchre-sim ")
    assert "unknown preset" in says("euchre-sim rules show canadain") and says("echo $?") == "3"
    rules = says("euchre-sim rules list").split("\n")
    assert says("euchre-sim rules list | head -n 1 > first; cat first") == rules[0]
    assert says("euchre-sim rules list \\\n  | head -n 2") == "\n".join(rules[:2]) and says("echo $?") == "0"
    assert says("euchre-sim rules list > rules.txt") == "" and says("cat rules.txt") == "\n".join(rules)
    assert says("from pathlib import Path\nPath('second').write_text('there'); print('done')", "python") == "done"
    assert says("cat second") == "there" and says("echo $?") == "0"
    with pytest.raises(RuntimeError, match="division"):
        says("1 / 0", "python")


def test_players_are_they() -> None:
    """A person at the table is they: in pages, docstrings, comments and help texts."""
    word = re.compile(r"\b(he|his|him|himself|she|hers|herself)\b", re.IGNORECASE)
    folders = ("sim", "strategies", "reports", "euchre_sim", "benchmarks", "docs", "tests")
    sources = [path for folder in folders for end in ("py", "txt", "j2") for path in (ROOT / folder).rglob(f"*.{end}")]
    texts = PAGES | {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in sources}
    this = Path(__file__).relative_to(ROOT).as_posix()
    found = [
        f"{name}:{number}: {line.strip()}"
        for name, text in texts.items()
        if name != this
        for number, line in enumerate(text.splitlines(), start=1)
        if word.search(line)
    ]
    assert found == []
