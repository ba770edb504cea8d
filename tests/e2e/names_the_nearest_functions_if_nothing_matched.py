#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A mistyped pattern: building warns and names what may be meant, recording refuses."""
from harness.case import run_case


def test(case):
    build = [case.stage.drivers["c"], "--inside", "in_bok", case.source("ledger.c"), "-o", "ledger"]
    ended = case.run(build).require(0)
    case.require(b"in_book" in ended.err, f"the driver names the nearest function\n{ended.describe()}")
    case.expect_error([case.stage.tool, "record", "-o", "run.cut", "--", "./ledger"], 1, "nothing of it is inside", "--inside")


run_case(test)
