# Needs make and Python 3.11 or newer with venv (or root on Debian: then what is missing is installed).

PYTEST = .venv/bin/pytest -q -rs -n auto --dist loadgroup

.PHONY: help demo test check fix lint types contracts bench bench-recall coverage clean

help: ## Say what can be made
	@grep -E '^[a-z-]+:.*##' Makefile | sed -E 's/^([a-z-]+):.*## /\1\t/' | expand -t 14

demo: ## Set up and tell the story: two agents, a week, a belief that stopped being true
	@scripts/setup run
	@.venv/bin/remembrancer demo $(ARGS)

test: ## Set up and run the tests; ARGS="tests/house -k wheel" for some of them
	@scripts/setup test
	$(PYTEST) $(ARGS)

check: lint types contracts test ## All that CI runs

fix: ## Repair what ruff can repair, and format
	@scripts/setup dev
	.venv/bin/ruff check --fix
	.venv/bin/ruff format

lint: ## Style and format
	@scripts/setup dev
	.venv/bin/ruff check
	.venv/bin/ruff format --check

types: ## Strict types
	@scripts/setup dev
	.venv/bin/basedpyright

contracts: ## Which folder may import which
	@scripts/setup dev
	.venv/bin/lint-imports

bench: ## Measure; ARGS="--quick" for a short run
	@scripts/setup run
	.venv/bin/python -m benchmarks $(ARGS)

bench-recall: ## Measure how well memories are found; DATA=FOLDER of data sets, ARGS="--sets locomo" for some of them
	@scripts/setup run
	@.venv/bin/python -m pip install -qq --disable-pip-version-check --group bench
	.venv/bin/python -m benchmarks.recall $(if $(DATA),--data "$(DATA)") $(ARGS)

coverage: ## Which lines no test reaches
	@scripts/setup dev
	.venv/bin/coverage erase
	.venv/bin/coverage run .venv/bin/pytest -q $(ARGS)
	.venv/bin/coverage combine -q
	.venv/bin/coverage report

clean: ## Remove what was made here, .venv too
	rm -rf .venv .dev build dist *.egg-info .pytest_cache .ruff_cache .hypothesis .import_linter_cache .coverage*
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
