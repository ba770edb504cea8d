#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs without a dynamic loader, or at fixed low addresses, cannot be recorded."""
from harness.case import run_case


def test(case):
    for option, text in (("-static", "static"), ("-no-pie", "position")):
        program = case.build("ledger.c", flags=[option], name=f"ledger{option}")
        case.run([program]).require(0)
        case.expect_error([case.stage.tool, "record", "-o", "run.cut", "--", program], 1, text, "hint: ")


run_case(test)
