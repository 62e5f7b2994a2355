# What a person types. Each target builds what it needs; the second time there is nothing to build.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PY     := $(BIN)/python
PIP    := $(PY) -m pip --disable-pip-version-check --quiet

.DEFAULT_GOAL := help
.PHONY: help lab test test-slow lint types build bench lock .venv clean

help:  ## these lines
	@grep -hE '^[a-z.-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 14

.venv: $(VENV)/.lab  ## only the environment

# The learner's environment: everything in it comes from the hashed lock.
$(VENV)/.lab: requirements.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed; this is " + sys.version.split()[0] + ". Try: make PYTHON=python3.12 lab") if sys.version_info < (3, 11) else None'
	@test -x $(PY) || $(PYTHON) -m venv $(VENV)
	@echo "Installing into $(VENV) (about a minute the first time)" >&2
	@$(PIP) install --require-hashes -r requirements.txt
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

# The developer's environment: the same, and the tools that hold it.
$(VENV)/.dev: requirements-dev.txt $(VENV)/.lab
	@$(PIP) install --require-hashes -r requirements-dev.txt
	@touch $@

lab: $(VENV)/.lab  ## everything a learner needs, then JupyterLab on the first notebook
	@$(BIN)/mcp-lab start workspace

test: $(VENV)/.dev lint types  ## the tests
	@$(PY) -m pytest -n 2 --dist worksteal -m "not slow" --cov --cov-report=json:.coverage.json --cov-report=
	@$(PY) tests/house/coverage.py .coverage.json

lint: $(VENV)/.dev  ## style, floors, and every rule that a challenge must meet
	@$(BIN)/ruff check --quiet . && $(BIN)/ruff format --check --quiet .
	@$(BIN)/lint-imports --no-cache > /dev/null || $(BIN)/lint-imports --no-cache
	@$(BIN)/mcp-lab lint

types: $(VENV)/.dev  ## the strict type checker
	@$(BIN)/mypy

test-slow: $(VENV)/.dev  ## browser, attacks at length: what takes minutes
	@$(PY) -m pytest -m slow -v

build: $(VENV)/.dev  ## notebooks/ and solutions/ from challenges/
	@$(BIN)/mcp-lab build

bench: $(VENV)/.dev  ## side by side with the peers, as ratios
	@$(PY) bench/run.py

lock:  ## the hashed locks again, from pyproject.toml (needs uv)
	@uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --quiet --group build -o requirements.txt
	@uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --quiet --group dev -c requirements.txt -o requirements-dev.txt

clean:  ## the environment and every cache, never a workspace
	@rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage dist
