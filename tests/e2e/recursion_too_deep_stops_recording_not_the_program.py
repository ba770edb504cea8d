#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""More open crossings than the recorder has room for: the program runs on, the recording is a usable prefix."""
from harness.case import run_case

LEVELS = "600000"


def test(case):
    for level in (0, 2):
        program = case.build("deep.c", level=level, name=f"deep{level}")
        plain = case.run([program, LEVELS]).require(0)
        for options in ((), ("--verify",)):
            ended = case.stage.record([program, LEVELS], "deep.cut", [*options, "--force"], cwd=case.folder).require(0)
            case.require(ended.out == plain.out, f"the output is the same\n{ended.describe()}")
            case.require(b"nested too deep" in ended.err, f"the summary says why\n{ended.describe()}")
        report = case.replay(case.record(program, "1000", options=["--force"]))
        case.expect({"outcome": "followed", "ended": "exit"}, report)


run_case(test)
