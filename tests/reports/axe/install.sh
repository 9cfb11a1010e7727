#!/bin/sh
# Installs what package-lock.json beside it names into FOLDER, unless it is there already.
# usage: install.sh FOLDER
set -eu
here=$(dirname "$0")
cmp -s "$here/package-lock.json" "$1/installed.json" && exit 0
mkdir -p "$1"
cp "$here/package.json" "$here/package-lock.json" "$here/.npmrc" "$1"
cd "$1"
npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
cp package-lock.json installed.json
