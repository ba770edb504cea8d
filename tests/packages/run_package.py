#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds a Debian package with clang and with the drivers and compares all that its makers would notice.

Both builds happen in the same folder, one after the other, so that no path differs. Passes if the package's own
tests give the same results, the same files with the same code come out, the compilers say the same, and every
object and linked file of the drivers names the bitcode that was kept. Recipes: see recipe.py.
"""
import argparse
import collections
import dataclasses
import pathlib
import re
import resource
import shutil
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "e2e"), str(HERE.parent / "real")]
from built_files import differences, find_built_files, list_files, without_section
from harness.process import TestFailure, run
from harness.stage import CLANG, Stage
from recipe import Recipe
from sources import copy_source

BUILD_TIMEOUT_S = 1800
INPUTS = HERE.parent / "real/inputs"
MAX_SHOWN = 20
COMPILERS = re.compile(r"[\w/.-]*/bin/(?=c)|\b(clang(\+\+)?-19|cutaway-c(c|\+\+))(?!\w)")


@dataclasses.dataclass
class Build:
    name: str
    files: dict
    messages: collections.Counter
    results: list
    test_status: int
    configure_s: float  # CPU seconds of all processes
    build_s: float


class Workshop:
    """The one folder in which a package is built again and again."""

    def __init__(self, recipe, work):
        self.recipe = recipe
        self.work = work
        self.source = work / "source"
        self.folder = self.source / recipe.folder

    def build(self, name, compilers, environment):
        copy_source(self.recipe.package, self.source)
        before = list_files(self.source)
        env = {"CC": str(compilers["c"]), "CXX": str(compilers["c++"]), "LC_ALL": "C.UTF-8", "MAKEFLAGS": "",
               "CFLAGS": "", "CXXFLAGS": "", "CUTAWAY_INSIDE": "", **environment}
        self._step(name, "prepare", {}).require(0)
        configure_s, _ = self._timed(name, "configure", env)
        build_s, built = self._timed(name, "build", env)
        files = find_built_files(self.source, before)
        tested = self._step(name, "test", env, self.recipe.test_timeout_s)
        results = self.recipe.read_results((tested.out + tested.err).decode(errors="replace"))
        if len(results) < self.recipe.least:
            raise TestFailure(f"{name}: expected at least {self.recipe.least} results of tests, "
                              f"got {results}\n{tested.describe()}")
        self.source.rename(self.work / name)
        return Build(name, files, self._messages(built), results, tested.status, configure_s, build_s)

    def _timed(self, name, step, env):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        ended = self._step(name, step, env).require(0)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, ended

    def _step(self, name, step, env, timeout_s=BUILD_TIMEOUT_S):
        started = time.monotonic()
        ended = run(["sh", "-ec", getattr(self.recipe, step).replace("{inputs}", str(INPUTS))], cwd=self.folder, timeout_s=timeout_s, env=env)
        (self.work / f"{name}.{step}.log").write_bytes(ended.out + ended.err)
        print(f"{self.recipe.name}: {name}: {step}: {time.monotonic() - started:.1f} s", flush=True)
        return ended

    def _messages(self, built):
        """Warnings, errors and whatever else names us in the output of the build."""
        text = (built.out + built.err).decode(errors="replace")
        # What ninja has done by then depends on who was faster.
        lines = (re.sub(r"^\[\d+/\d+\] ", "", COMPILERS.sub("COMPILER", line)) for line in text.splitlines())
        return collections.Counter(line for line in lines if re.search(r"warning|error|cutaway|note:", line))


def compare(recipe, expected, actual):
    problems = differences(expected.files, actual.files, recipe.varies)
    problems += [f"{path} has no section that names its bitcode"
                 for path in without_section(actual.files, recipe.foreign)]
    for line, count in (actual.messages - expected.messages).items():
        problems.append(f"the drivers say {count} times more than clang: {line}")
    for line, count in (expected.messages - actual.messages).items():
        problems.append(f"clang says {count} times more than the drivers: {line}")
    ours, theirs = collections.Counter(actual.results), collections.Counter(expected.results)
    problems += [f"test result only with the drivers: {result}" for result in sorted(ours - theirs)]
    problems += [f"test result only with clang: {result}" for result in sorted(theirs - ours)]
    if expected.test_status != actual.test_status:
        problems.append(f"exit status of the tests: {actual.test_status}, expected {expected.test_status}")
    if problems:
        rest = f"\n  and {len(problems) - MAX_SHOWN} more" if len(problems) > MAX_SHOWN else ""
        raise TestFailure(f"{len(problems)} differences:\n  " + "\n  ".join(problems[:MAX_SHOWN]) + rest)


def summary(recipe, expected, actual, store):
    kinds = collections.Counter(file.kind for file in actual.files.values())
    results = collections.Counter(result for _, result in actual.results)
    stored = sum(path.stat().st_size for path in store.rglob("*") if path.is_file()) if store.exists() else 0
    shown = ", ".join(f"{count} {result or 'results'}" for result, count in sorted(results.items()))
    return (f"{recipe.name} ({recipe.system}): {kinds['object']} objects, {kinds['linked']} linked, tests: {shown}; "
            f"CPU seconds of configure {expected.configure_s:.1f} -> {actual.configure_s:.1f}, "
            f"of build {expected.build_s:.1f} -> {actual.build_s:.1f} "
            f"({actual.build_s / max(expected.build_s, 0.01):.2f}x), store {stored / 2**20:.1f} MiB")


def run_recipe(recipe, stage, work):
    store = work / "store"
    workshop = Workshop(recipe, work)
    expected = workshop.build("clang", {language: shutil.which(name) for language, name in CLANG.items()}, {})
    actual = workshop.build("drivers", stage.drivers, {"CUTAWAY_STORE": str(store)})
    print(summary(recipe, expected, actual, store))
    compare(recipe, expected, actual)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("recipe", type=pathlib.Path)
    parser.add_argument("--stage", required=True, help="install tree")
    parser.add_argument("--work", type=pathlib.Path, required=True, help="folder to work in")
    options = parser.parse_args()
    recipe = Recipe(options.recipe)
    work = options.work.resolve() / recipe.name
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    try:
        run_recipe(recipe, Stage(options.stage), work)
    except TestFailure as failure:
        print(f"FAILED: {failure}\nkept: {work}\nrepeat with: python3 {' '.join(sys.argv)}")
        return 1
    shutil.rmtree(work)
    return 0


if __name__ == "__main__":
    sys.exit(main())
