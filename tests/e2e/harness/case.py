# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Frame of an end-to-end test: a script with one function that takes a Case.

    from harness.case import run_case

    def test(case): ...

    run_case(test)
"""
import argparse
import pathlib
import shutil
import sys

from .build import Compiler, build_program
from .process import TestFailure, run
from .program import Program
from .recording import Recording
from .stage import Stage, parse_report

SUBJECTS = pathlib.Path(__file__).resolve().parents[1] / "subjects"
SKIPPED = 77


class Skipped(Exception):
    """This machine cannot run the test; the text says what is missing."""


class Case:
    def __init__(self, stage, folder):
        self.stage = stage
        self.folder = folder

    def run(self, command, **how):
        return run(command, cwd=self.folder, **how)

    def tool(self, *arguments, **how):
        return self.run([self.stage.tool, *arguments], **how)

    def build(self, subject, level=1, flags=(), woven=True, name=None):
        """Builds tests/e2e/subjects/<subject> with debug information; returns the executable."""
        program = Program(SUBJECTS / subject)
        program.flags += flags
        program.name = name or program.name
        drivers = self.stage.drivers if woven else None
        return build_program(program, Compiler(level, drivers, program.inside, debug=True), self.folder)

    def record(self, executable, *args, options=("--verify",), recording="run.cut", status=0, **how):
        ended = self.stage.record([executable, *args], recording, options, cwd=self.folder, **how)
        ended.require(status)
        return self.folder / recording

    def replay(self, recording, status=0, options=(), **how):
        """Replays, requires the exit status and returns the report."""
        ended = self.stage.replay(recording, options, cwd=self.folder, **how)
        return parse_report(ended.require(status))

    def expect_divergence(self, recording, **expected):
        report = self.replay(recording, status=3)
        self.expect({"outcome": "diverged", **expected}, report)
        return report

    def expect(self, expected, actual):
        """All of `expected` is in `actual`."""
        wrong = {key: actual.get(key) for key, value in expected.items() if actual.get(key) != value}
        if wrong:
            raise TestFailure(f"expected {({key: expected[key] for key in wrong})}\ngot {wrong}\nin {actual}")

    def expect_error(self, command, status, *texts):
        """The command fails with this status and says these texts, in the form of all errors."""
        ended = self.run(command).require(status)
        message = ended.err.decode(errors="replace")
        for text in ("error: ", *texts):
            if text not in message:
                raise TestFailure(f"expected the text '{text}'\n{ended.describe()}")
        return message

    def require(self, is_true, what):
        if not is_true:
            raise TestFailure(what)

    def source(self, subject):
        return SUBJECTS / subject

    def load(self, recording):
        return Recording(self.folder / recording)


def run_case(test):
    parser = argparse.ArgumentParser()
    parser.add_argument("--stage", required=True, help="install tree")
    parser.add_argument("--work", type=pathlib.Path, required=True, help="folder to work in")
    options = parser.parse_args()
    folder = options.work.resolve() / pathlib.Path(sys.argv[0]).stem
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    try:
        test(Case(Stage(options.stage), folder))
    except Skipped as skipped:
        print(f"SKIPPED: {skipped}")
        sys.exit(SKIPPED)
    except TestFailure as failure:
        print(f"FAILED: {failure}\nkept: {folder}\nrepeat with: python3 {' '.join(sys.argv)}")
        sys.exit(1)
    shutil.rmtree(folder)
