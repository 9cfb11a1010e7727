#!/bin/sh
# Installs the packages of package-lock.json into FOLDER unless they are installed. Exit status 77
# if the package registry cannot be reached.
# usage: install.sh FOLDER
set -eu
here=$(dirname "$0")
cmp -s "$here/package-lock.json" "$1/installed.json" && exit 0
mkdir -p "$1"
cp "$here/package.json" "$here/package-lock.json" "$here/.npmrc" "$1"
cd "$1"
if ! npm ci --ignore-scripts --no-audit --no-fund --loglevel=error 2> npm.log; then
  cat npm.log >&2
  if grep -Eq 'ENOTFOUND|EAI_AGAIN|ECONN|ETIMEDOUT|ENETUNREACH' npm.log; then
    echo "axe-core is not installed: its registry cannot be reached"
    exit 77
  fi
  exit 1
fi
cp package-lock.json installed.json
