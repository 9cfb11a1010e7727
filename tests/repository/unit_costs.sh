#!/usr/bin/env bash
# Test of the compiler launcher of `make build-costs`: it passes arguments and exit status of the
# compiler on and writes one line per unit.  unit_costs.sh LAUNCHER FOLDER
set -euo pipefail
launcher=$1 folder=$2
rm -rf "$folder" && mkdir -p "$folder" && cd "$folder"
printf '#!/bin/sh\nprintf "%%s|" "$@" > said\nexit 3\n' > compiler
chmod +x compiler

status=0
"$launcher" costs.csv ./compiler -DTEXT="two words" -o x/CMakeFiles/solvers.dir/core/ode.cpp.o \
  -c ode.cpp || status=$?
[ "$status" = 3 ] || { echo "exit status $status instead of the compiler's 3"; exit 1; }
[ "$(cat said)" = "-DTEXT=two words|-o|x/CMakeFiles/solvers.dir/core/ode.cpp.o|-c|ode.cpp|" ] ||
  { echo "the compiler received: $(cat said)"; exit 1; }

printf '#!/bin/sh\ni=0\nwhile [ $i -lt 200000 ]; do i=$((i + 1)); done\n' > compiler
"$launcher" costs.csv ./compiler -o y.dir/slow.cpp.o
awk -F, 'NR == 1 && $1 == "solvers/core/ode.cpp" && $3 > 0 {++good}
  NR == 2 && $1 == "y/slow.cpp" && $2 > 0 && $2 < 60 && $3 > 0 && $3 < 1000 {++good}
  END {exit good != 2 || NR != 2}' costs.csv || { cat costs.csv; exit 1; }
