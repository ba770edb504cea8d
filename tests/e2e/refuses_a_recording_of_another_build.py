#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The program was built again with other code: its build id differs."""
from harness.case import run_case


def test(case):
    case.record(case.build("ledger.c"))
    case.build("ledger.c", flags=["-DFEE=4"])
    case.expect_error([case.stage.tool, "replay", "run.cut"], 1, "another build", "hint: ")


run_case(test)
