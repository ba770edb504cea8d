#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The replayed inside calls with the right argument, the tampered recording says another."""
from harness.case import run_case


def test(case):
    recording = case.load(case.record(case.build("ledger.c")))
    index = recording.find("outcall", "out_log", nth=4)
    slots = recording.events[index].slots()  # callee, account, amount
    recording.events[index].set_slot(2, slots[2] + 1)
    case.expect_divergence(
        recording.save(case.folder / "tampered.cut"), what="argument", index=1,
        incall=recording.incall_number(index), site_name="out_log", function_name="in_book",
        expected=hex(slots[2] + 1), actual=hex(slots[2]))


run_case(test)
