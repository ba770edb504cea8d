# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A recipe says how a Debian source package is configured, built and tested by its own tests.

A TOML file:

    package = "zlib"              Debian source package
    system = "cmake"              autotools, cmake, make or meson: the commands that are not given
    quick = true                  part of the ordinary tests; without it only of `scripts/test --full`
    folder = "expat"              of the package, to run the commands in
    options = "-DTESTS=ON"        for the usual configure command of the system
    prepare = "autoreconf -fi"    before all else
    configure = "./configure"     all commands are for sh; $CC and $CXX are the compilers
    build = "make"
    test = "make check"
    results = '^(?P<result>PASS|FAIL): (?P<test>.*)'   of the tests, in the output of `test`
    least = 20                    so many results are there
    test_timeout_s = 600
    varies = ["version.o"]        globs of files whose code differs with each build
    foreign = ["*/from_asm.o"]    globs of files that hold no code of a compiler
    packages = ["libonig-dev"]    what it needs on Debian beside the compiler; scripts/setup --full installs it
"""
import pathlib
import re
import tomllib

JOBS = 2
MAKE = f"make -O -j{JOBS}"  # -O: messages of parallel jobs do not mix

# What most packages of a build system are built with: configure, build, test, results.
USUAL = {
    "autotools": ("./configure {options}", MAKE, "make check",
                  r"^(?P<result>PASS|FAIL|XFAIL|XPASS|SKIP|ERROR): (?P<test>.*)"),
    "cmake": ("cmake -G Ninja -S . -B build -DCMAKE_BUILD_TYPE=Release {options}",
              f"ninja -C build -j{JOBS}", "ctest --test-dir build --timeout 300",
              r"^ *\d+/\d+ Test +#\d+: (?P<test>\S+) \.* *(?P<result>\S+)"),
    "make": ("", MAKE, "make test", ""),
    "meson": ("meson setup build --buildtype=release {options}", f"ninja -C build -j{JOBS}",
              "meson test -C build --no-rebuild", r"^ *\d+/\d+ (?P<test>.+?) +(?P<result>OK|FAIL|SKIP|TIMEOUT|ERROR)"),
}
# Of configure scripts, CMake and Meson: the drivers keep nothing of them.
PROBES = ["CMakeFiles/[0-9]*/*.bin", "CMakeFiles/CheckTypeSize/*.bin", "CMakeFiles/[0-9]*/*/a.out", "meson-private/*"]
KEYS = {"package", "system", "quick", "folder", "options", "prepare", "configure", "build", "test", "results",
        "least", "test_timeout_s", "varies", "foreign", "packages"}


class Recipe:
    def __init__(self, path):
        given = tomllib.loads(path.read_text())
        if unknown := given.keys() - KEYS:
            raise ValueError(f"{path}: unknown keys {sorted(unknown)}")
        configure, build, test, results = USUAL[given["system"]]
        self.name = path.stem
        self.package = given["package"]
        self.system = given["system"]
        self.folder = pathlib.Path(given.get("folder", "."))
        self.prepare = given.get("prepare", "")
        self.configure = given.get("configure", configure.format(options=given.get("options", "")))
        self.build = given.get("build", build)
        self.test = given.get("test", test)
        self.results = re.compile(given.get("results", results), re.MULTILINE)
        self.least = given.get("least", 1)
        self.test_timeout_s = given.get("test_timeout_s", 900)
        self.varies = given.get("varies", [])
        self.foreign = PROBES + given.get("foreign", [])

    def read_results(self, output):
        """The sorted list of (test, result)."""
        found = (match.groupdict() for match in self.results.finditer(output))
        return sorted((match["test"].strip(), match.get("result", "")) for match in found)
