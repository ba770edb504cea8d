#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Faults of the inside end the recording, are named by it, and happen again on replay."""
from harness.case import run_case


def test(case):
    program = case.build("faults.c")
    for how, signal in (("read", 11), ("write", 11), ("abort", 6)):
        recording = case.record(program, how, status=128 + signal, recording=f"{how}.cut")
        report = case.replay(recording)
        case.expect({"outcome": "followed", "ended": "failure", "incalls": 101}, report)
        case.expect({"signal": signal, "reproduced": how != "abort"}, report["failure"])
        text = case.tool("show", recording).require(0).out.decode()
        name = {11: "SIGSEGV", 6: "SIGABRT"}[signal]
        case.require(name in text and "in_end" in text, f"{name} in in_end is shown:\n{text[-2000:]}")


run_case(test)
