#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One byte that the outside wrote is changed; the inside reads it and returns something else."""
from harness.case import run_case


def test(case):
    recording = case.load(case.record(case.build("ledger.c")))
    returned = recording.find("outcall_return", "out_log", nth=1)  # account 1: out_rates[1] changed
    patch = next(i for i in range(returned, len(recording.events)) if recording.events[i].kind == "patch")
    recording.events[patch].words[1] ^= 0x20  # word 0 is the address
    value = recording.events[recording.find("incall_return", "in_book", nth=1)].slots()[0]
    report = case.expect_divergence(
        recording.save(case.folder / "tampered.cut"), what="result", incall=2,
        function_name="in_book", expected=hex(value))
    case.require(abs(int(report["actual"], 16) - value) == 0x20, f"one bit of the patch counts: {report}")


run_case(test)
