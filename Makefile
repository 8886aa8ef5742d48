# One word for each habit; everything runs in .venv, which `make .venv` sets up.
.PHONY: check test nightly bench docs
BIN := .venv/bin

.venv:
	python3 -m venv .venv && $(BIN)/pip install -q -c constraints.txt -e '.[test]'

check: .venv  ## what is found without playing: style, spelling, imports, types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/typos
	$(BIN)/lint-imports
	$(BIN)/mypy

test: .venv  ## the tests that a change should pass
	$(BIN)/pytest

nightly: .venv  ## the long tests
	$(BIN)/pip install -q -c constraints.txt -e '.[test,cluster]'
	$(BIN)/pytest --nightly

bench: .venv  ## measure, and write the tables of README.md and docs/performance.md
	$(BIN)/python benchmarks/table.py

docs: .venv  ## run the examples of all pages and put what they print in place; build the site
	$(BIN)/python -m benchmarks.pages README.md CONTRIBUTING.md docs/
	$(BIN)/mkdocs build --strict
