#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Another answer of the outside shows at the first outgoing value that depends on it."""
from harness.case import run_case


def test(case):
    recording = case.load(case.record(case.build("ledger.c"), options=[]))
    index = recording.find("outcall_return", "out_rate", nth=2)
    recording.events[index].set_slot(0, recording.events[index].slots()[0] + 10)
    logged = recording.events[recording.find("outcall", "out_log", nth=2)].slots()
    case.expect_divergence(
        recording.save(case.folder / "tampered.cut"), what="argument", index=1, incall=3,
        site_name="out_log", expected=hex(logged[2]), actual=hex(logged[2] + 102))


run_case(test)
