#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a person reads: the call with file and line, the argument by name, both values."""
from harness.case import run_case


def test(case):
    recording = case.load(case.record(case.build("ledger.c")))
    index = recording.find("outcall", "out_log", nth=4)
    amount = recording.events[index].slots()[2]
    recording.events[index].set_slot(2, amount + 1)
    recording.save(case.folder / "tampered.cut")
    text = case.tool("replay", "tampered.cut").require(3).out.decode()
    line = next(n for n, code in enumerate(open(case.source("ledger.c")), 1) if "out_log(account, booked)" in code)
    for expected in ("tampered.cut: replay diverged in incall 5", "in_book at ", f"ledger.c:{line}", "out_log",
                     "amount", f"expected {amount + 1}", f"got {amount}", "last crossings", "out_rate"):
        case.require(expected in text, f"expected the text '{expected}' in\n{text}")


run_case(test)
