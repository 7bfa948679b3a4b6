# Every target sets up what it needs in .venv; Python with venv, make and git are all it takes.
PYTHON ?= python3
VENV ?= .venv
WORKERS ?= 2
PYTEST_ARGS ?=

RUN := $(VENV)/bin/python
PIP := $(RUN) -m pip --disable-pip-version-check
PROJECTS := pyproject.toml $(wildcard core/pyproject.toml plugins/*/pyproject.toml examples/third-party-plugin/pyproject.toml)
EDITABLE := -e "core[cli,visual]" $(patsubst %/pyproject.toml,-e %,$(wildcard plugins/*/pyproject.toml examples/third-party-plugin/pyproject.toml))
# Another reference for values. What its measures import is here anyway; the rest of what it asks for is heavy.
BARE := "netcal>=1.3"
SOURCES := conftest.py core plugins examples tests benchmarks tools

# Two test processes on two cores: one thread each.
export OMP_NUM_THREADS ?= 1

.PHONY: help setup demo test lint types stubs bench docs clean

help:
	@echo "make demo   evaluate the files of examples/data with the metricore command"
	@echo "make test   tests, doctests and README examples; choose with PYTEST_ARGS='tests/core -k sync'"
	@echo "make lint   ruff          make types  mypy          make stubs  stubs of the functions derived from metrics"
	@echo "make bench  timings beside other libraries; choose with BENCH_ARGS='--only NAME'"
	@echo "make docs   documentation into site/"
	@echo "make clean  remove .venv, caches and everything built"

setup: $(VENV)/.installed

demo: $(VENV)/.installed
	PATH="$(abspath $(VENV))/bin:$$PATH" bash examples/demo.sh

test: $(VENV)/.installed
	$(RUN) -m pytest -n $(WORKERS) $(PYTEST_ARGS)

lint: $(VENV)/.lint
	$(VENV)/bin/ruff check $(SOURCES)
	$(VENV)/bin/ruff format --check $(SOURCES)

types: $(VENV)/.installed $(VENV)/.lint
	$(VENV)/bin/mypy

stubs: $(VENV)/.installed
	$(RUN) tools/stubs.py

bench: $(VENV)/.installed $(VENV)/.bench
	$(RUN) -m benchmarks $(BENCH_ARGS)

docs: $(VENV)/.docs
	$(VENV)/bin/mkdocs build --strict

clean:
	rm -rf $(VENV) .tox site dist build .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find core plugins examples tests benchmarks -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/.python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10))' || \
		{ echo "Python 3.10 or newer is needed; choose one with make PYTHON=python3.12" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(PIP) install --quiet --upgrade "pip>=25.1"
	touch $@

# Both in one command, so that pip picks a pair built for each other; everything later finds them in place.
$(VENV)/.torch: $(VENV)/.python
	@echo "Installing PyTorch; the first time takes a few minutes."
	$(PIP) install --quiet torch torchvision
	touch $@

$(VENV)/.installed: $(VENV)/.torch $(PROJECTS) Makefile
	$(PIP) install --quiet --group test $(EDITABLE)
	$(PIP) install --quiet --no-deps $(BARE)
	touch $@

$(VENV)/.lint $(VENV)/.docs $(VENV)/.bench: $(VENV)/.%: $(VENV)/.python pyproject.toml
	$(PIP) install --quiet --group $*
	touch $@

# The peers that bench needs depend on torch too.
$(VENV)/.bench: $(VENV)/.torch
