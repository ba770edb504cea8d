#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""--max-events and --max-size: the program runs on, the recording is a usable prefix."""
from harness.case import run_case


def test(case):
    program = case.build("faults.c")
    plain = case.run([program]).require(0)
    for option, value in (("--max-events", "200"), ("--max-size", "10K")):
        name = f"limit{option}.cut"
        ended = case.stage.record([program], name, ["--verify", option, value], cwd=case.folder).require(0)
        case.require(ended.out == plain.out, f"the output is the same\n{ended.describe()}")
        case.require(b"truncated" in ended.err, f"the summary says so\n{ended.describe()}")
        report = case.replay(name)
        case.expect({"outcome": "followed", "ended": "truncated"}, report)
        case.require(0 < report["incalls"] < 100, f"a prefix: {report}")


run_case(test)
