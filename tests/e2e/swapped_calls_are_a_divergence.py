#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Two incalls of the recording change places: the state they leave behind differs."""
from harness.case import run_case


def test(case):
    recording = case.load(case.record(case.build("ledger.c")))
    second, third, fourth = (recording.find("incall", "in_book", nth=n) for n in (1, 2, 3))
    events = recording.events
    events[second:fourth] = events[third:fourth] + events[second:third]
    case.expect_divergence(recording.save(case.folder / "tampered.cut"), incall=2, function_name="in_book")


run_case(test)
