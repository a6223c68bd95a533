# Needs Python 3.11 or newer and make; everything else is installed into .venv.
PYTHON ?= python3
BIN := .venv/bin
# A folder with open posts (FOLDER/corpus) and cases (FOLDER/cases): only ledger, corpus, metamorphic, bench and update need it.
SHARED ?=
NEEDS_POSTS = @test -d "$(SHARED)/corpus" || { echo "$@ skipped: it needs a folder of open posts, make $@ SHARED=FOLDER"; exit 0; };
# Tests of dying worker processes would fill the screen with dumps.
PYTEST := $(BIN)/python -m pytest -p no:faulthandler

.PHONY: enhance report site test check oracle audit ledger corpus metamorphic bench growth update clean

# Write blogs_enhanced/ and reports/ from blogs_raw/.
enhance: .venv/installed
	$(BIN)/enhance run blogs_raw/*.md

report: .venv/installed
	$(BIN)/enhance report

# The documentation, in build/site; a broken link is an error.
site: .venv/tools
	$(BIN)/mkdocs build --quiet

# Everything that needs Python alone.
test: .venv/tools
	$(PYTEST) -n auto -m "not oracle and not recount"
	@echo
	@echo "Left to 'make oracle' (they need Node, XeLaTeX, LibreOffice, EPUBCheck or a browser):"
	@$(PYTEST) --collect-only -q -m oracle | grep -E "^tests/" | sed 's/^/  /'

check: .venv/tools
	$(BIN)/ruff format --check src tests benchmarks docs certificates
	$(BIN)/ruff check src tests benchmarks docs certificates
	$(BIN)/mypy
	$(PYTEST) tests/test_architecture.py

# The tests that ask real tools: KaTeX and MathJax in Node, XeLaTeX, LibreOffice, EPUBCheck, a browser, pre-commit.
oracle: .venv/tools
	npm --prefix tests/oracle install --no-audit --no-fund
	$(PYTEST) -n auto -m oracle

# Known vulnerabilities of what is installed, from the Python package index.
audit: .venv/tools
	$(BIN)/python -m pip install --quiet pip-audit
	$(BIN)/pip-audit --skip-editable

# Which verdicts changed: one row per claim of a fixed set of posts, compared with the expected ones.
ledger: .venv/tools
	$(NEEDS_POSTS) $(BIN)/python tests/ledger/ledger.py --shared $(SHARED)

# What changed in the findings on the open posts since they were last reviewed.
corpus: .venv/tools
	$(NEEDS_POSTS) $(BIN)/python tests/reviewed/findings.py $(SHARED)/corpus && $(PYTEST) -m recount

# Changes of posts that change no verdict, tried on a sample of the open posts; every difference is printed.
metamorphic: .venv/tools
	$(NEEDS_POSTS) $(BIN)/python benchmarks/metamorphic.py $(SHARED)/corpus --posts 40

# How long whole posts of a fixed sample of the open ones take, beside KaTeX, pandoc and SymPy.
bench: .venv/tools
	$(NEEDS_POSTS) $(BIN)/python benchmarks/corpus.py $(SHARED)/corpus --others

# How time and memory grow with the size of a post; fails above an exponent of 1.15.
growth: .venv/tools
	$(BIN)/python benchmarks/growth.py

# Rewrite every expectation that a program may write; read the difference before committing it.
update: .venv/tools
	-$(PYTEST) tests/test_mdtest.py --update-mdtest
	$(BIN)/enhance run blogs_raw/*.md
	$(NEEDS_POSTS) $(BIN)/python tests/reviewed/counts.py $(SHARED)/corpus --update
	$(BIN)/python -m mathpost.manual docs
	$(BIN)/python docs/pictures/make.py
	$(BIN)/python tests/gallery/page.py
	$(NEEDS_POSTS) $(BIN)/python tests/reviewed/findings.py $(SHARED)/corpus --update
	$(NEEDS_POSTS) $(BIN)/python tests/ledger/ledger.py --shared $(SHARED) --update

clean:
	rm -rf .venv build dist .pytest_cache .mypy_cache .ruff_cache .enhance_cache

.venv/installed: pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet -e ".[publish]"
	touch $@

.venv/tools: .venv/installed
	$(BIN)/python -m pip install --quiet -e ".[dev]"
	touch $@
