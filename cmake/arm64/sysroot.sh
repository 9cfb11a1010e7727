#!/bin/sh
# sysroot.sh FOLDER: unpacks Debian's arm64 libraries and their headers into FOLDER, as Debian's
# packages cannot be installed next to those of the host. Needs no root, but the package lists of
# arm64 (./setup --arm64). Language libraries come with the cross compiler.
set -eu
folder=$(realpath -m "$1")
# SUNDIALS is found only if all of its libraries are there.
packages="libfmt-dev libfmt9 libssl-dev libssl3 zlib1g-dev zlib1g libexpat1-dev libexpat1
libsundials-dev libsundials-arkode5 libsundials-cvode6 libsundials-cvodes6 libsundials-ida6
libsundials-idas5 libsundials-kinsol6 libsundials-nvecserial6 libsundials-nvecparallel-hypre6
libsundials-nvecparallel-mpi6 libsundials-nvecparallel-openmp6 libsundials-nvecparallel-petsc6
libsundials-nvecparallel-pthread6 libsundials-sunlinsol3 libsundials-sunmatrix4
libgtest-dev libgmock-dev librapidcheck-dev libboost1.74-dev libeigen3-dev libtomlplusplus-dev libtomlplusplus3
nlohmann-json3-dev libcli11-dev libkainjow-mustache-dev"

# What made the folder: this script, with its list of packages.
maker=$(cksum < "$0")
if [ "$(cat "$folder/maker" 2>/dev/null)" = "$maker" ]; then exit 0; fi
rm -rf "$folder"
mkdir -p "$folder/archives"
cd "$folder/archives"
for package in $packages; do
  # Packages without machine code have no architecture of their own.
  apt-get download -qq "$package:arm64" 2>/dev/null || apt-get download -qq "$package" 2>/dev/null || {
    echo "sysroot: $package of arm64 is not available: ./setup --arm64" >&2
    exit 1
  }
done
for archive in *.deb; do dpkg -x "$archive" "$folder"; done
cd "$folder"
rm -rf archives
# All headers in one folder, all libraries in another, and links that would lead to the host's lead there.
libraries=usr/lib/aarch64-linux-gnu
cp -r usr/include/aarch64-linux-gnu/. usr/include
mv lib/aarch64-linux-gnu/* "$libraries"
find "$libraries" -type l -lname '/*' | while read -r link; do
  ln -sf "$(basename "$(readlink "$link")")" "$link"
done
echo "$maker" > maker
