#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Records a test program with all of it inside and zooms to what it names as its inside.

Passes if the zoomed recording replays strictly, and holds the same crossings as a recording of a
build with only that inside. Exit status 77: this machine cannot run it.
"""
import argparse
import os
import pathlib
import shutil
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "e2e"))
from crossings import crossings, first_difference
from harness.build import Compiler, build_program
from harness.process import TestFailure, run
from harness.program import Program
from harness.recording import Recording
from harness.stage import Stage

SKIPPED = 77
TIMEOUT_S = 120


def record(program, patterns, level, stage, folder, granularity):
    """Returns the recording of a build in `folder` with this inside."""
    folder.mkdir(parents=True)
    os.environ["CUTAWAY_PLAN_ZOOM"] = granularity
    executable = build_program(program, Compiler(level, stage.drivers, patterns, debug=True), folder)
    stage.record([executable, *program.args], "run.cut", ["--verify", "--quiet", *program.record_options],
                 cwd=folder, stdin=program.stdin, timeout_s=TIMEOUT_S).require(program.exit_status)
    return folder / "run.cut"


def zoom(stage, big, patterns, folder):
    inside = [word for pattern in patterns for word in ("--inside", pattern)]
    run([stage.tool, "zoom", big, *inside, "-o", "small.cut"], cwd=folder, timeout_s=TIMEOUT_S).require(0)
    return folder / "small.cut"


def check(program, level, stage, folder, compares):
    how = {"cwd": folder, "timeout_s": TIMEOUT_S}
    everything = [str(path) for path in program.sources] + [str(path) for _, path in program.libraries]
    big = record(program, everything, level, stage, folder / "big", "function")
    stage.replay_exactly(big, **how)
    small = zoom(stage, big, program.inside, folder)
    stage.replay_exactly(small, **how)
    if not compares:
        return
    direct = record(program, program.inside, level, stage, folder / "direct", "none")
    difference = first_difference(crossings(Recording(direct)), crossings(Recording(small)))
    if difference:
        raise TestFailure(f"the zoomed recording is not what a recording of its inside is: {difference}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--level", type=int, default=2)
    parser.add_argument("--stage", required=True, help="install tree")
    parser.add_argument("--work", type=pathlib.Path, required=True, help="folder to work in")
    options = parser.parse_args()

    program = Program(options.program)
    if not program.can_run_here():
        print(f"skipped: this CPU lacks {program.cpu_feature}")
        return SKIPPED
    if program.refusal or program.zoom == "no":
        print("skipped: it cannot be inside as a whole")
        return SKIPPED
    folder = options.work.resolve() / f"{program.name}.O{options.level}"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    try:
        check(program, options.level, Stage(options.stage), folder,
              compares=program.is_deterministic and not program.zoom.startswith("differs"))
    except TestFailure as failure:
        print(f"FAILED: {failure}\nkept: {folder}\nrepeat with: python3 {' '.join(sys.argv)}")
        return 1
    shutil.rmtree(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
