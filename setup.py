"""Compiled part of the Python package: built by CMake in build/repro, as by `make build`."""

import re
import subprocess
import sysconfig
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

SOURCE = Path(__file__).resolve().parent
BUILD = SOURCE / "build/repro"
VERSION = re.search(r"project\(rattleback VERSION ([\d.]+)", (SOURCE / "CMakeLists.txt").read_text())[1]


class BuildByCMake(build_ext):
    def build_extension(self, extension):
        if not (BUILD / "build.ninja").exists():
            subprocess.run(["cmake", "--preset", "repro", "-Wno-dev"], cwd=SOURCE, check=True)
        subprocess.run(["cmake", "--build", BUILD, "--target", "rattleback_python"], check=True)
        module = BUILD / ("python/rattleback/_program" + sysconfig.get_config_var("EXT_SUFFIX"))
        if not module.exists():
            raise SystemExit("rattleback: the build is for Debian's Python: use /usr/bin/python3 -m venv")
        target = Path(self.get_ext_fullpath(extension.name))
        self.mkpath(str(target.parent))
        self.copy_file(str(module), str(target))


setup(version=VERSION, ext_modules=[Extension("rattleback._program", [])], cmdclass={"build_ext": BuildByCMake})
