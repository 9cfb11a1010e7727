#!/usr/bin/env bash
# Checks language, spelling and format of all files of the project; `make lint`.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 1
status=0
failed() {
  echo "lint: $1"
  status=1
}
listed() { git ls-files --cached --others --exclude-standard -- "$@"; }
# Without a list of files the checks below would check nothing, or everything in build/.
[ -n "$(listed '*.cpp')" ] || { echo "lint: git lists no files"; exit 2; }

python3 tests/repository/language.py . || failed "the language rules above; exceptions: tests/repository/language_exceptions.txt"
listed '*.hpp' '*.cpp' '*.cmake' '*.txt' '*.toml' '*.md' '*.py' '*.sh' Makefile setup |
  grep -vE '^verdicts/' | xargs codespell --ignore-words tests/repository/spelling.txt ||
  failed "spelling; words that are right: tests/repository/spelling.txt"
listed '*.hpp' '*.cpp' | xargs -P "$(nproc)" -n 40 clang-format --dry-run --Werror ||
  failed "format; clang-format -i FILE"
{ listed '*.sh'; echo setup .ci/run; } | xargs shellcheck -x --source-path=SCRIPTDIR --severity=warning || failed "shellcheck"
listed '*.py' | xargs /usr/bin/python3 -m flake8 --max-line-length 120 || failed "flake8"
exit "$status"
