#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""An existing output stays unless --force is given; without -o the name is new each time."""
from harness.case import run_case


def test(case):
    program = case.build("ledger.c")
    (case.folder / "run.cut").write_text("precious")
    case.expect_error([case.stage.tool, "record", "-o", "run.cut", "--", program], 1, "run.cut", "exists", "--force")
    case.require((case.folder / "run.cut").read_text() == "precious", "the file is unchanged")
    case.record(program, options=["--verify", "--force"])
    case.replay("run.cut")
    for _ in range(2):
        case.tool("record", "--", program).require(0)
    case.require(len(list(case.folder.glob("ledger*.cut"))) == 2, "two recordings named after the program")


run_case(test)
