#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds one test program plain and woven, records it with --verify and replays it.

Passes if the woven program, recorded or not, does what the plain one does, and its recording
replays without divergence. Exit status 77: this machine cannot run it.
"""
import argparse
import fcntl
import pathlib
import pickle
import shutil
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from harness.build import Compiler, build_program
from harness.process import TestFailure, run
from harness.program import Program
from harness.stage import Stage

SKIPPED = 77
TIMEOUT_S = 60


def expect_same(program, what, ended, plain):
    ended.require(program.exit_status)
    if not program.is_deterministic:
        return
    for stream in ("out", "err"):
        if getattr(ended, stream) != getattr(plain, stream):
            raise TestFailure(f"std{stream} of the {what} program differs from the plain one's:\n"
                              f"{plain.describe()}\n{ended.describe()}")


def run_plain(program, work):
    """The plain program's results, made once and shared by the tests of all levels."""
    folder = work / f"{program.name}.plain"
    folder.mkdir(parents=True, exist_ok=True)
    results = folder / "results"
    with open(folder / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        newest = max(p.stat().st_mtime for p in program.main.parent.glob("*") if p.is_file())
        if results.exists() and results.stat().st_mtime > newest:
            return pickle.loads(results.read_bytes())
        executable = build_program(program, Compiler(level=1), folder)
        plain = run([executable, *program.args], folder, program.stdin, TIMEOUT_S)
        plain.require(program.exit_status)
        results.write_bytes(pickle.dumps(plain))
        return plain


def check_refused(program, compiler, folder):
    command = compiler.command(program.language, *program.flags, *program.sources, "-o", program.name)
    ended = run(command, folder, timeout_s=TIMEOUT_S)
    if ended.status == 0 or program.refusal.encode() not in ended.err:
        raise TestFailure(f"expected a refusal that says '{program.refusal}'\n{ended.describe()}")
    if ended.status > 128 or b"PLEASE submit a bug report" in ended.err:
        raise TestFailure(f"the compiler crashed\n{ended.describe()}")


def check(program, level, stage, work, folder):
    # Half of the levels without debug information: nothing may depend on it.
    compiler = Compiler(level, stage.drivers, program.inside, debug=level % 2 == 0)
    if program.refusal:
        check_refused(program, compiler, folder)
        return
    plain = run_plain(program, work)
    executable = build_program(program, compiler, folder)
    command = [executable, *program.args]
    how = {"cwd": folder, "timeout_s": TIMEOUT_S}
    expect_same(program, "woven", run(command, stdin=program.stdin, **how), plain)
    recorded = stage.record(command, "run.cut", ["--verify", "--quiet", *program.record_options],
                            stdin=program.stdin, **how)
    expect_same(program, "recorded", recorded, plain)
    report = stage.replay_exactly("run.cut", **how)
    if report["incalls"] < program.min_incalls:
        raise TestFailure(f"expected at least {program.min_incalls} incalls, got {report['incalls']}")


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
    folder = options.work.resolve() / f"{program.name}.O{options.level}"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    try:
        check(program, options.level, Stage(options.stage), options.work.resolve(), folder)
    except TestFailure as failure:
        print(f"FAILED: {failure}\nkept: {folder}\nrepeat with: python3 {' '.join(sys.argv)}")
        return 1
    shutil.rmtree(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
