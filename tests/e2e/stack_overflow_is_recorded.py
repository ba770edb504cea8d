#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Endless recursion on either side: the recorder survives it and the replay ends the same way."""
from harness.case import run_case


def test(case):
    program = case.build("faults.c", level=0)
    for how in ("inside-overflow", "outside-overflow"):
        recording = case.record(program, how, status=128 + 11, recording=f"{how}.cut")
        report = case.replay(recording)
        case.expect({"outcome": "followed", "ended": "failure"}, report)
        case.expect({"signal": 11, "reproduced": how == "inside-overflow"}, report["failure"])


run_case(test)
