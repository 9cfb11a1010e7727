#!/usr/bin/env bash
# Installs the program's package in a new Debian 12 root without a compiler, and runs the example that
# needs none: `make test-package`. Usage: clean_root.sh PACKAGES, a folder with rattleback_*.deb. As root.
set -euo pipefail
cd "$(dirname "$0")/../.."
packages=$(realpath "$1")
if ! command -v mmdebstrap > /dev/null; then
  echo "test-package: mmdebstrap is missing: apt-get install mmdebstrap" >&2
  exit 2
fi
files=$(mktemp -d)
trap 'rm -rf "$files"' EXIT
cp "$packages"/rattleback_*.deb docs/examples/skate.toml "$files"
cat > "$files/check" << 'END'
set -e
cd /tmp
apt-get install --yes -qq --no-install-recommends ./rattleback_*.deb > /dev/null
if command -v g++ gcc cc; then
  echo "test-package: the root has a compiler" >&2
  exit 1
fi
rattleback compare skate.toml dla_leapfrog gni > printed
cat printed
grep -q "dla_leapfrog  *plain  *2.00" printed
END
# shellcheck disable=SC2016  # mmdebstrap gives $1, the root, to each hook
mmdebstrap --quiet --variant=apt --customize-hook="cp '$files'/* \"\$1/tmp\"" \
  --customize-hook='chroot "$1" sh /tmp/check' bookworm /dev/null
echo "test-package: the package works without a compiler"
