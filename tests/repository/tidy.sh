#!/usr/bin/env bash
# Checks C++ files with clang-tidy by the rules of .clang-tidy: `make tidy`. It needs a finished build.
# experiments/ is left out, because clang cannot read the quad literals of g++.
# Usage: tidy.sh BUILD_FOLDER [FILE...]
set -euo pipefail
cd "$(dirname "$0")/../.."
build=$(realpath "$1")
shift
command -v clang-tidy > /dev/null || { echo "tidy: clang-tidy is missing: apt-get install clang-tidy" >&2; exit 2; }
mkdir -p build/tidy
# Commands of single sources; all else is that of the build.
cmake --preset repro -Wno-dev -B build/tidy/single -DCMAKE_UNITY_BUILD=OFF > build/tidy/log
quadmath=$(dirname "$(g++ -print-file-name=include/quadmath.h)")
# clang cannot read headers that g++ precompiled: it includes copies of their text.
for header in "$build"/CMakeFiles/*.dir/cmake_pch.hxx "$build"/tests/CMakeFiles/*.dir/cmake_pch.hxx; do
  [ -e "$header" ] && cp "$header" "build/tidy/$(basename "$(dirname "$header")").hxx"
done
sed -E -e "s#-include [^ ]*/([a-z_A-Z0-9]+\.dir)/cmake_pch\.hxx#-include $PWD/build/tidy/\1.hxx#g
        s#$PWD/build/tidy/single#$build#g
        s#-Winvalid-pch|--param=[^ ]+|-fno-semantic-interposition|-Wno-restrict##g" \
  -e "s#-o [^ ]*\.o#-idirafter $quadmath &#" build/tidy/single/compile_commands.json > build/tidy/compile_commands.json
if [ $# -eq 0 ]; then
  mapfile -t files < <(git ls-files 'base/*.cpp' 'problems/*.cpp' 'integrators/*.cpp' \
    'reports/*.cpp' 'program/*.cpp')
  set -- "${files[@]}"
fi
printf '%s\n' "$@" | xargs -P "$(nproc)" -n 4 clang-tidy -p build/tidy --quiet
