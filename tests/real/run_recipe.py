#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds real code by a recipe, records its own test program and replays the recording.

A recipe is a TOML file:

    package = "cjson"               Debian source package
    language = "c"                  or "c++"
    level = 2                       optimisation
    flags = ["-I."]                 paths are relative to the package
    library = ["cJSON.c"]           globs; these files are the inside
    inside = ["fmt::"]              patterns instead of the library's files
    prepare = [["./configure"]]     run once after unpacking
    ignore = "seconds"              lines of the output with this expression may differ

    [[program]]                     outside; compiled with the library
    name = "misc_tests"
    sources = ["tests/misc_tests.c"]
    includes_library = true         its source includes the library's
    args = ["{inputs}/x.json"]      {inputs}: tests/real/inputs
    stdin = "script.sql"            in tests/real/inputs
    folder = "tests"                to run in, a copy of this folder of the package
    libs = ["-lgtest"]
    status = 0                      exit status of the plain program
    reversed = true                 once more with the program inside and the library outside
    zoom = ["ns::Class"]            with both inside; then zoomed to each of these, and replayed
"""
import argparse
import os
import pathlib
import re
import shutil
import sys
import tomllib

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "e2e"))
from harness.build import Compiler
from harness.process import TestFailure, run
from harness.stage import Stage
from sources import fetch_source

INPUTS = HERE / "inputs"
BUILD_TIMEOUT_S = 600
RUN_TIMEOUT_S = 300


class Recipe:
    def __init__(self, path):
        self.__dict__.update(flags=[], library=[], inside=[], prepare=[], level=2, ignore="")
        self.__dict__.update(tomllib.loads(path.read_text()))
        self.source = fetch_source(self.package, self.prepare)

    def paths(self, globs):
        found = [path for glob in globs for path in sorted(self.source.glob(glob))]
        if globs and not found:
            raise TestFailure(f"{self.source}: nothing matches {globs}")
        return found


def build(recipe, program, compiler, folder):
    """Compiles the library once for each folder, then the program with it."""
    folder.mkdir(parents=True, exist_ok=True)
    objects = []
    if not program.get("includes_library"):
        library = recipe.paths(recipe.library)
        objects = [folder / f"{path.stem}.o" for path in library]
        if library and not all(path.exists() for path in objects):
            compile_all(recipe, compiler, ["-c", *library], folder)
    sources = recipe.paths(program["sources"])
    libs = [*program.get("libs", []), "-pthread", "-lm", "-ldl"]
    compile_all(recipe, compiler, [*sources, *objects, "-o", program["name"], *libs], folder)
    return folder / program["name"]


def compile_all(recipe, compiler, arguments, folder):
    flags = [re.sub(r"^-I(?!/)", f"-I{recipe.source}/", flag) for flag in recipe.flags]
    run(compiler.command(recipe.language, "-w", *flags, *arguments), folder, timeout_s=BUILD_TIMEOUT_S).require(0)


def run_in_copy(recipe, program, command_of, work):
    """Runs in a fresh copy of the program's folder, so that no run sees what another has left."""
    folder = work / "run"
    shutil.rmtree(folder, ignore_errors=True)
    if "folder" in program:
        shutil.copytree(recipe.source / program["folder"], folder, symlinks=True)
    else:
        folder.mkdir()
    args = [arg.format(inputs=INPUTS, source=recipe.source) for arg in program.get("args", [])]
    stdin = (INPUTS / program["stdin"]).read_bytes() if "stdin" in program else b""
    return command_of(args, {"cwd": folder, "stdin": stdin, "timeout_s": RUN_TIMEOUT_S})


def comparable(recipe, ended, executable):
    def lines(data):
        kept = data.replace(str(executable).encode(), b"PROGRAM").decode(errors="replace").splitlines()
        return [line for line in kept if not (recipe.ignore and re.search(recipe.ignore, line))]

    return ended.status, lines(ended.out), lines(ended.err)


def check(recipe, program, inside, stage, plain, woven, work):
    expected = run_in_copy(recipe, program, lambda args, how: run([plain, *args], **how), work)
    expected.require(program.get("status", 0))
    recording = work / f"{woven.parent.name}.{program['name']}.cut"
    recorded = run_in_copy(
        recipe, program,
        lambda args, how: stage.record([woven, *args], recording, ["--verify", "-q", "--force"], **how), work)
    if comparable(recipe, recorded, woven) != comparable(recipe, expected, plain):
        raise TestFailure(f"the recorded run differs:\n{expected.describe()}\n{recorded.describe()}")
    report = stage.replay_exactly(recording, cwd=work, timeout_s=RUN_TIMEOUT_S)
    print(f"{recipe.package}: {program['name']}, inside {inside}: exit status {recorded.status}, "
          f"{report['incalls']} incalls, {report['outcalls']} outcalls, recording of {recording.stat().st_size} bytes")
    recording.unlink()


def check_zoom(recipe, program, stage, woven, work):
    recording = work / "big.cut"
    run_in_copy(recipe, program,
                lambda args, how: stage.record([woven, *args], recording, ["--verify", "-q", "--force"], **how), work)
    for pattern in program["zoom"]:
        small = work / "small.cut"
        run([stage.tool, "zoom", recording, "--inside", pattern, "-o", small, "--force"], cwd=work,
            timeout_s=RUN_TIMEOUT_S).require(0)
        report = stage.replay_exactly(small, cwd=work, timeout_s=RUN_TIMEOUT_S)
        print(f"{recipe.package}: {program['name']}, zoomed to {pattern}: {report['incalls']} incalls, "
              f"{report['outcalls']} outcalls, recording of {small.stat().st_size} bytes")


def run_recipe(recipe, stage, work):
    library_patterns = recipe.inside or [str(path) for path in recipe.paths(recipe.library)]
    for program in recipe.program:
        plain = build(recipe, program, Compiler(recipe.level), work / "plain")
        woven = build(recipe, program, Compiler(recipe.level, stage.drivers, library_patterns), work / "woven")
        check(recipe, program, "library", stage, plain, woven, work)
        if program.get("reversed"):
            patterns = [str(path) for path in recipe.paths(program["sources"])]
            woven = build(recipe, program, Compiler(recipe.level, stage.drivers, patterns), work / "reversed")
            check(recipe, program, "tests", stage, plain, woven, work)
        if "zoom" in program:
            patterns = [str(recipe.source / "**")]
            os.environ["CUTAWAY_PLAN_ZOOM"] = "class"  # a cut that is fixed by a driver cannot be zoomed else
            woven = build(recipe, program, Compiler(recipe.level, stage.drivers, patterns), work / "whole")
            check_zoom(recipe, program, stage, woven, work)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("recipe", type=pathlib.Path)
    parser.add_argument("--stage", required=True)
    parser.add_argument("--work", type=pathlib.Path, required=True)
    options = parser.parse_args()
    work = options.work.resolve() / options.recipe.stem
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    try:
        run_recipe(Recipe(options.recipe), Stage(options.stage), work)
    except TestFailure as failure:
        print(f"FAILED: {failure}\nkept: {work}\nrepeat with: python3 {' '.join(sys.argv)}")
        return 1
    shutil.rmtree(work)
    return 0


if __name__ == "__main__":
    sys.exit(main())
