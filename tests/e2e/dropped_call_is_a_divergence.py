#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""An outcall with its return is missing in the recording: the replayed inside calls all the same."""
from harness.case import run_case


def test(case):
    recording = case.load(case.record(case.build("ledger.c")))
    first = recording.find("outcall", "out_rate", nth=3)
    last = recording.find("outcall_return", "out_rate", nth=3)
    next_call = recording.find("outcall", "out_log", nth=3)
    del recording.events[first:next_call]
    case.require(first < last < next_call, "a call, its return, the next call")
    case.expect_divergence(
        recording.save(case.folder / "tampered.cut"), incall=4, function_name="in_book",
        site_name="out_rate", expected_site_name="out_log")


run_case(test)
