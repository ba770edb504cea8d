#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs and recordings that are not there."""
from harness.case import run_case


def test(case):
    tool = case.stage.tool
    case.expect_error([tool, "record", "-o", "run.cut", "--", "./absent"], 1, "absent", "not found", "hint: ")
    case.require(not (case.folder / "run.cut").exists(), "no recording is left")
    for verb in ("replay", "show"):
        case.expect_error([tool, verb, "absent.cut"], 1, "absent.cut", "No such file", "hint: ")
    case.expect_error([tool, "record"], 2, "expected a program", "hint: ")
    case.expect_error([tool, "reply", "run.cut"], 2, "hint: ")

    program = case.build("ledger.c")
    case.record(program)
    program.unlink()
    case.expect_error([tool, "replay", "run.cut"], 1, "ledger", "hint: ")


run_case(test)
