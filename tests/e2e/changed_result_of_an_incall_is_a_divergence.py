#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The replayed inside returns the right value, the tampered recording says another."""
from harness.case import run_case


def test(case):
    recording = case.load(case.record(case.build("ledger.c")))
    index = recording.find("incall_return", "in_book", nth=6)
    value = recording.events[index].slots()[0]
    recording.events[index].set_slot(0, value ^ 0x40)
    mask = (1 << 64) - 1
    case.expect_divergence(
        recording.save(case.folder / "tampered.cut"), what="result", index=0, incall=7,
        function_name="in_book", expected=hex((value ^ 0x40) & mask), actual=hex(value))


run_case(test)
