# `make play` and `make test` work on a fresh machine: Python 3.11 or newer and make are enough.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet install --constraint constraints.txt

.PHONY: play test check format clean

play: $(VENV)/installed-to-play ## sit down at a table in the terminal
	@$(BIN)/galopp play

test: $(VENV)/installed-to-test ## every check and every test, three ways
	scripts/test

check: $(VENV)/installed-to-test ## the fast loop: linters, types, layers, unit tests
	scripts/check
	$(BIN)/pytest tests/rules tests/play tests/table tests/docs -n 2 -q

format: $(VENV)/installed-to-test
	$(BIN)/ruff format src tests scripts
	$(BIN)/ruff check --fix src tests scripts

clean:
	rm -rf $(VENV) build dist

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/installed-to-play: pyproject.toml constraints.txt | $(VENV)/bin/python
	@echo "Installing Galopp into $(VENV) …"
	$(PIP) --editable .
	@touch $@

$(VENV)/installed-to-test: pyproject.toml constraints.txt | $(VENV)/bin/python
	@echo "Installing Galopp and its tests' tools into $(VENV) …"
	$(PIP) --editable '.[dev]'
	@touch $@ $(VENV)/installed-to-play
