#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Records whole programs, main included, and replays them. Recipes: see whole_program.py.

Passes if the recorded program behaves as one that clang built, and the replay follows with the checksums of all
stores.
"""
import argparse
import pathlib
import shutil
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "e2e"), str(HERE.parent / "real")]
from harness.process import TestFailure, run
from harness.stage import CLANG, Stage
from whole_program import WholeProgram, arrange, needed_folder

RUN_TIMEOUT_S = 900


class Check:
    def __init__(self, recipe, given, stage, work):
        self.recipe, self.given, self.stage, self.work = recipe, given, stage, work
        self.folder = work / "run"

    def run_fresh(self, command_of):
        """In a fresh folder, so that no run sees what another has left."""
        shutil.rmtree(self.folder, ignore_errors=True)
        needed = needed_folder(self.given)
        if needed:
            shutil.copytree(needed, self.folder)
        else:
            self.folder.mkdir(parents=True)
        ended = command_of()
        output = self.folder / self.given["output"] if "output" in self.given else None
        return self.comparable(ended), output.read_bytes() if output else b"", ended

    def comparable(self, ended):
        def lines(data):
            return self.recipe.comparable_lines(data.replace(b"/woven/", b"/plain/"))

        return ended.status, lines(ended.out), lines(ended.err)

    def run(self, plain, woven):
        how = {"cwd": self.folder, "timeout_s": RUN_TIMEOUT_S}
        with arrange(self.given, self.work / "plain", self.work / "input") as args:
            expected = self.run_fresh(lambda: run([plain, *args], **how))
            expected[2].require(0)
            for options in ([], ["--verify"]):
                recording = self.work / "run.cut"
                recorded = self.run_fresh(lambda: self.stage.record(  # noqa: B023
                    [woven, *args], recording, ["--whole-program", "-q", "--force", *options], **how))
                if recorded[:2] != expected[:2]:
                    raise TestFailure(f"the recorded run differs:\n{expected[2].describe()}\n{recorded[2].describe()}")
                report = self.stage.replay_exactly(recording, cwd=self.work, timeout_s=RUN_TIMEOUT_S)
                self.check_size(recording.stat().st_size, options)
        print(f"{self.recipe.name}: {self.given['name']}: {report['incalls']} incalls, {report['outcalls']} outcalls, "
              f"recording of {recording.stat().st_size} bytes", flush=True)

    def check_size(self, size, options):
        if "max_log" not in self.given or options:
            return
        most = self.given["max_log"] * (self.work / "input/input").stat().st_size
        if size > most:
            raise TestFailure(f"{self.given['name']}: recording of {size} bytes, expected at most {most:.0f}")


def run_recipe(recipe, runs, stage, work):
    plain = recipe.build(work / "plain", {language: shutil.which(name) for language, name in CLANG.items()})
    woven = recipe.build(work / "woven", stage.drivers)
    for given in runs:
        Check(recipe, given, stage, work).run(plain, woven)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("recipe", type=pathlib.Path)
    parser.add_argument("--stage", required=True)
    parser.add_argument("--work", type=pathlib.Path, required=True)
    parser.add_argument("--full", action="store_true", help="the long runs, not the quick ones")
    options = parser.parse_args()
    recipe = WholeProgram(options.recipe)
    runs = [each for each in recipe.runs if bool(each.get("quick")) != options.full]
    missing = [folder for each in runs if (folder := needed_folder(each)) and not folder.exists()]
    if missing:
        print(f"FAILED: {missing[0]} is not there; {options.recipe} says what belongs there")
        return 1
    work = options.work.resolve() / (recipe.name + (".full" if options.full else ""))
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    try:
        run_recipe(recipe, runs, Stage(options.stage), work)
    except TestFailure as failure:
        print(f"FAILED: {failure}\nkept: {work}\nrepeat with: python3 {' '.join(sys.argv)}")
        return 1
    shutil.rmtree(work)
    return 0


if __name__ == "__main__":
    sys.exit(main())
