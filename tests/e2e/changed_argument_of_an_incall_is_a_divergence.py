#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Another argument of an incall shows at the first outgoing value that depends on it."""
from harness.case import run_case


def test(case):
    recording = case.load(case.record(case.build("ledger.c"), options=[]))
    index = recording.find("incall", "in_book", nth=5)
    slots = recording.events[index].slots()  # account, amount
    recording.events[index].set_slot(1, slots[1] + 1000)
    logged = recording.events[recording.find("outcall", "out_log", nth=5)].slots()
    report = case.expect_divergence(
        recording.save(case.folder / "tampered.cut"), what="argument", index=1, incall=6,
        site_name="out_log", expected=hex(logged[2]))
    case.require(int(report["actual"], 16) > logged[2], f"a bigger amount must be booked: {report}")


run_case(test)
