"""Tests of an installation and the Debian packages outside the source tree: the pages of the documentation
are executed against them. Usage: BUILD_FOLDER DOCS WORK_FOLDER CXX"""

import glob
import json
import os
import re
import shutil
import subprocess
import sys
import unittest

BUILD, DOCS, WORK, CXX = sys.argv[1:5]
STARTED = {**os.environ, "XDG_CACHE_HOME": os.path.join(WORK, "cache"), "CXX": CXX}


def run(*command, folder=WORK, **environment):
    finished = subprocess.run(
        command, cwd=folder, env={**STARTED, **environment}, capture_output=True, text=True
    )
    if finished.returncode != 0:
        raise AssertionError(f"{command}: {finished.stdout[-2000:]}{finished.stderr[-2000:]}")
    return finished.stdout


def blocks(page, kind):
    with open(os.path.join(DOCS, page), encoding="utf-8") as file:
        return re.findall(rf"```{kind}\n(.*?)```", file.read(), re.S)


def write(folder, name, text):
    with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
        file.write(text)


class Installed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        shutil.rmtree(WORK, ignore_errors=True)
        os.makedirs(WORK)
        cls.prefix = os.path.join(WORK, "prefix")
        run("cmake", "--install", BUILD, "--prefix", cls.prefix)
        cls.program = os.path.join(cls.prefix, "bin/rattleback")

    def state(self, program, *arguments):
        return json.loads(run(program, "run", *arguments, "--step", "0.1", "--steps", "20", "--json"))

    def consumer(self, name, further=""):
        """Writes the page's files into a folder."""
        folder = os.path.join(WORK, name)
        os.makedirs(folder)
        write(folder, "CMakeLists.txt", blocks("as_a_library.md", "cmake")[0] + further)
        for source, text in zip(("step.cpp", "catalogue.cpp"), blocks("as_a_library.md", "cpp")):
            write(folder, source, text)
        return folder

    def commands(self, folder, prefix):
        lines = blocks("as_a_library.md", "sh")[0].splitlines()
        return [run("sh", "-c", line.replace("DIR", prefix), folder=folder) for line in lines]

    def test_a_consumer_with_arrays_of_eigen_agrees_with_the_library(self):
        folder = self.consumer("eigen", "target_sources(catalogue PRIVATE eigen.cpp)\n")
        text = blocks("as_a_library.md", "cpp")[1]
        # A solver of the library with its own arrays, next to those of the consumer.
        text = text.replace("int main() {", "double of_eigen(int);\nint main() {")
        text = text.replace('"dla_leapfrog"', '"ndf"').replace("return run", "of_eigen(7);\n  return run")
        write(folder, "catalogue.cpp", text)
        write(folder, "eigen.cpp", """#include <Eigen/Dense>
double of_eigen(int n) {
  Eigen::MatrixXd const a = Eigen::MatrixXd::Random(n, n);
  return (a * a.transpose()).fullPivLu().solve(Eigen::VectorXd::Ones(n)).sum();
}
""")
        q = self.state(self.program, "contact_oscillator", "ndf", "--set", "epsilon=0.7")["q"]
        self.assertEqual([float(x) for x in self.commands(folder, self.prefix)[3].split()], q)

    def test_the_page_of_the_library(self):
        printed = self.commands(self.consumer("consumer"), self.prefix)
        q = self.state(self.program, "contact_oscillator", "dla_leapfrog", "--set", "epsilon=0.7")["q"]
        self.assertEqual([float(x) for x in printed[3].split()], q)
        steps = [line.split() for line in printed[2].splitlines()]
        self.assertEqual([row[0] for row in steps], ["5", "10", "15", "20"])
        for here, there in zip(steps[-1][1:4], q):
            self.assertAlmostEqual(float(here), there, delta=1e-15)
        energies = [float(row[4]) for row in steps]
        self.assertLess(max(energies) - min(energies), 1e-2)

    def test_pkg_config_has_the_flags_of_the_targets(self):
        folder = self.consumer("pkg_config")
        run("sh", "-c", f"{CXX} catalogue.cpp $(pkg-config --cflags --libs rattleback) -o catalogue", folder=folder,
            PKG_CONFIG_PATH=glob.glob(f"{self.prefix}/lib*/**/pkgconfig", recursive=True)[0])
        printed = run(os.path.join(folder, "catalogue"))
        q = self.state(self.program, "contact_oscillator", "dla_leapfrog", "--set", "epsilon=0.7")["q"]
        self.assertEqual([float(x) for x in printed.split()], q)

    def test_completion_manual_and_examples_are_installed(self):
        share = os.path.join(self.prefix, "share")
        script = (f"source {share}/bash-completion/completions/rattleback; complete() {{ COMP_CWORD=$#; "
                  f"COMP_WORDS=({self.program} \"$@\"); _rattleback; echo ${{COMPREPLY[@]}}; }}; complete ru; "
                  "complete run --prec; complete run --precision q; complete run contact_o; complete run ./")
        self.assertEqual(run("bash", "-c", script).split("\n"),
                         ["run", "--precision", "quad", "contact_oscillator", "", ""])
        if shutil.which("zsh"):
            run("zsh", "-n", f"{share}/zsh/vendor-completions/_rattleback")
        if shutil.which("man"):
            page = run("man", "--warnings", "-l", f"{share}/man/man1/rattleback.1", MANWIDTH="80")
            self.assertIn("--precision double|quad", page)
        self.assertIn("skate.toml", os.listdir(f"{share}/doc/rattleback/examples"))

    @unittest.skipUnless(BUILD.endswith("build/repro") and os.path.exists(os.path.join(BUILD, "python/rattleback")),
                         "pip builds the preset repro")
    def test_pip_installs_the_python_package_without_an_index(self):
        env = os.path.join(WORK, "env")
        run("/usr/bin/python3", "-m", "venv", "--system-site-packages", env)
        run(f"{env}/bin/pip", "install", "--no-index", "--no-build-isolation", os.path.dirname(DOCS))
        code = "import rattleback as r; print(r.__file__, r.__version__)"
        self.assertIn(env, run(f"{env}/bin/python3", "-c", code))

    def test_the_program_compiles_methods_against_its_own_headers(self):
        shutil.copy(os.path.join(DOCS, "examples/my_leapfrog.hpp"), WORK)
        self.assertIn(f"headers        {self.prefix}/include/rattleback\n", run(self.program, "doctor"))
        self.assertIn("my_leapfrog on", run(self.program, "build", "my_leapfrog.hpp", "--on",
                                            "contact_oscillator"))
        own = self.state(self.program, "contact_oscillator", "my_leapfrog")
        self.assertEqual(own["q"], self.state(self.program, "contact_oscillator", "dla_leapfrog")["q"])

    def test_a_method_of_the_tree_is_compiled_by_its_path_while_it_is_worked_on(self):
        folder = os.path.join(self.prefix, "include/rattleback/integrators")
        header = os.path.join(folder, "discrete_lagrange_dalembert/dla_euler.hpp")
        with open(header, encoding="utf-8") as file:
            text = file.read()
        write(os.path.dirname(header), "dla_euler.hpp", text + "\n")
        here = self.state(self.program, "contact_oscillator", header)
        there = self.state(self.program, "contact_oscillator", "dla_euler")
        self.assertEqual(here["q"], there["q"])
        self.assertNotIn(header, run(self.program, "list", "integrators"))
        other = os.path.join(folder, "core/method/method.hpp")
        os.utime(other)
        with self.assertRaisesRegex(AssertionError, "method.hpp' is newer than the program"):
            self.state(self.program, "suslov", header)
        for touched in (header, other):
            shutil.copystat(self.program, touched)

    def test_packages_in_a_root_of_their_own(self):
        packages, root = os.path.join(WORK, "packages"), os.path.join(WORK, "root")
        run("cpack", "--config", os.path.join(BUILD, "CPackConfig.cmake"), "-B", packages)
        found = {os.path.basename(p).split("_")[0]: p for p in glob.glob(packages + "/*.deb")}
        expected = {"rattleback", "librattleback-dev"}
        if os.path.exists(os.path.join(BUILD, "python/rattleback")):
            expected.add("python3-rattleback")
        self.assertEqual(set(found), expected)
        self.assertIn("libsundials", run("dpkg-deb", "--field", found["rattleback"], "Depends"))
        for package in found.values():
            run("dpkg-deb", "--extract", package, root)
        program = os.path.join(root, "usr/bin/rattleback")
        self.assertIn(f"{root}/usr/include/rattleback\n", run(program, "doctor"))
        q = self.state(program, "suslov", "reduced_gni")["q"]
        self.assertEqual(q, self.state(self.program, "suslov", "reduced_gni")["q"])
        printed = self.commands(self.consumer("of_packages"), os.path.join(root, "usr"))
        self.assertEqual(len(printed[3].split()), 3)
        if "python3-rattleback" in found:
            code = "import rattleback as r; print(*r.Problem('suslov').run('reduced_gni', step=.1, steps=20).q)"
            path = os.path.join(root, "usr/lib/python3/dist-packages")
            printed = run("/usr/bin/python3", "-c", code, PYTHONPATH=path)
            self.assertEqual([float(x) for x in printed.split()], q)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
