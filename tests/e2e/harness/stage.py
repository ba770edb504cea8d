# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The install tree under test: its drivers and the verbs of its tool."""
import json
import os
import pathlib

from .process import TestFailure, run

CLANG = {"c": os.environ.get("CUTAWAY_TEST_CLANG", "clang-19"),
         "c++": os.environ.get("CUTAWAY_TEST_CLANGXX", "clang++-19")}


class Stage:
    def __init__(self, prefix):
        self.prefix = pathlib.Path(prefix).resolve()
        self.tool = self.prefix / "bin/cutaway"
        self.drivers = {"c": self.prefix / "bin/cutaway-cc", "c++": self.prefix / "bin/cutaway-c++"}

    def record(self, command, recording, options=("--verify",), **how):
        return run([self.tool, "record", *options, "-o", recording, "--", *command], **how)

    def replay(self, recording, options=(), **how):
        return run([self.tool, "replay", "--json", *options, recording], **how)

    def replay_exactly(self, recording, **how):
        """Replays, requires that the recording was followed to its end, returns the report."""
        ended = self.replay(recording, **how)
        ended.require(0)
        report = parse_report(ended)
        if report.get("outcome") != "followed":
            raise TestFailure(f"expected the outcome 'followed'\n{ended.describe()}")
        return report


def parse_report(ended):
    try:
        return json.loads(ended.out)
    except ValueError as problem:
        raise TestFailure(f"the report is no JSON: {problem}\n{ended.describe()}") from None
