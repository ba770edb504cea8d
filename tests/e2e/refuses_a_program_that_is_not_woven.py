#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""record of a plain program says so and what to do; the program is not run."""
from harness.case import run_case


def test(case):
    plain = case.build("ledger.c", woven=False, name="plain")
    message = case.expect_error([case.stage.tool, "record", "-o", "run.cut", "--", plain], 1,
                                "plain", "nothing of it is inside", "hint: ")
    case.require("cutaway-c" in message, f"the hint names the driver:\n{message}")
    case.require(not (case.folder / "run.cut").exists(), "no recording is left")


run_case(test)
