# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whole programs as subjects: built and run as tests/whole does, main and all inside."""
import contextlib
import json
import pathlib
import shutil
import subprocess

from packages import ROOT, BenchError
from harness.process import TestFailure
from harness.stage import CLANG
from whole_program import WholeProgram, arrange, needed_folder

WEAVE_TIMEOUT_S = 7200


@contextlib.contextmanager
def prepare(bench, subject, run_name: str):
    """Gives the programs and the arguments of the run. Recording is off in the program that the drivers built."""
    recipe = read_recipe(subject.recipe)
    given = next(each for each in recipe.runs if each["name"] == run_name)
    needed = needed_folder(given)
    if needed and not needed.exists():
        raise BenchError(f"{needed}: not there; see tests/whole/{subject.recipe}.toml")
    work = bench.work / subject.name
    drivers = {"c": bench.tree.prefix / "bin" / "cutaway-cc", "c++": bench.tree.prefix / "bin" / "cutaway-c++"}
    plain = build(recipe, work / "plain", {language: shutil.which(name) for language, name in CLANG.items()})
    kept = build(recipe, work / "woven", drivers)
    woven = subprocess.run([str(bench.tree.tool), "weave", "--whole-program", str(kept)], stdout=subprocess.PIPE,
                           timeout=WEAVE_TIMEOUT_S, check=False)
    if woven.returncode != 0:
        raise BenchError(f"{subject.name}: cutaway weave ended with {woven.returncode}")
    programs = {"plain": plain, "off": kept, "woven": pathlib.Path(woven.stdout.decode().strip())}
    bench.needed, bench.folder = needed, work / "run" if needed else bench.work
    try:
        with arrange(given, work / "plain", work / "input") as arguments:
            yield programs, arguments
    finally:
        bench.needed, bench.folder = None, bench.work


def read_recipe(name: str) -> WholeProgram:
    return WholeProgram(ROOT / "tests" / "whole" / f"{name}.toml")


def build(recipe: WholeProgram, folder: pathlib.Path, compilers) -> pathlib.Path:
    """Builds once for each recipe and compiler."""
    stamp = folder.with_name(folder.name + ".stamp")
    wanted = json.dumps([recipe.commands, {language: str(path) for language, path in compilers.items()}])
    if folder.exists() and stamp.exists() and stamp.read_text() == wanted:
        return folder / recipe.program
    shutil.rmtree(folder, ignore_errors=True)
    folder.parent.mkdir(parents=True, exist_ok=True)
    try:
        program = recipe.build(folder, compilers)
    except TestFailure as failure:
        raise BenchError(str(failure)) from failure
    stamp.write_text(wanted)
    return program
