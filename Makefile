# `make play` and `make test` work on a fresh machine: Python 3.11 or newer and make are enough.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet install --constraint constraints.txt

.PHONY: play test check screenshots format clean

play: $(VENV)/installed-to-play $(VENV)/built-modules ## open a table in the browser
	@$(BIN)/galopp

test: $(VENV)/installed-to-test $(VENV)/built-modules ## every check and every test, three ways
	scripts/test

check: $(VENV)/installed-to-test ## the fast loop: linters, types, layers, unit tests
	scripts/check
	$(BIN)/pytest tests/rules tests/play tests/table tests/docs -n 2 -q

screenshots: $(VENV)/installed-to-test ## the pictures of README and docs, from the real page
	$(BIN)/python scripts/screenshots.py

format: $(VENV)/installed-to-test
	$(BIN)/ruff format src tests scripts examples benchmarks hatch_build.py
	$(BIN)/ruff check --fix src tests scripts examples benchmarks hatch_build.py

clean:
	rm -rf $(VENV) node_modules src/galopp/web/vendor src/galopp/web/wasm build dist

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

# What the page needs of npm is brought by hatch_build.py, during the installation.
SOURCES := pyproject.toml constraints.txt hatch_build.py package.json package-lock.json

$(VENV)/installed-to-play: $(SOURCES) | $(VENV)/bin/python
	@echo "Installing Galopp into $(VENV) …"
	$(PIP) --editable .
	@touch $@

# The games as WebAssembly: made during the installation too, and again when kernels or nets have changed.
KERNELS := $(shell find src/galopp/core src/galopp/games src/galopp/bots src/galopp/wasm -name '*.py' -o -name '*.npz')

$(VENV)/built-modules: $(KERNELS) | $(VENV)/installed-to-play
	@$(BIN)/python -m galopp.wasm || echo "All else works; the tests will tell."
	@touch $@

$(VENV)/installed-to-test: $(SOURCES) scripts/browsers scripts/databases scripts/tools | $(VENV)/bin/python
	scripts/browsers
	scripts/databases
	@echo "Installing Galopp and its tests' tools into $(VENV) …"
	$(PIP) --editable '.[dev]'
	scripts/tools
	@touch $@ $(VENV)/installed-to-play
