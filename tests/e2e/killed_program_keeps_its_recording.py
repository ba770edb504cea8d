#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""SIGKILL loses nothing that was recorded: all 101 incalls replay."""
from harness.case import run_case


def test(case):
    recording = case.record(case.build("faults.c"), "kill", status=128 + 9)
    report = case.replay(recording)
    case.expect({"outcome": "followed", "ended": "killed", "incalls": 101}, report)
    case.expect({"signal": 9, "has_ended": True}, case.load(recording).info())


run_case(test)
