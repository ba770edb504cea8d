#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The shadow cannot be reserved (ulimit -v): the program runs as always, the reason is said."""
from harness.case import run_case

LIMIT_KIB = 8 << 20


def test(case):
    program = case.build("ledger.c")
    plain = case.run([program]).require(0)
    record = f'ulimit -v {LIMIT_KIB}; exec "$@"'
    ended = case.run(["bash", "-c", record, "-", case.stage.tool, "record", "-o", "run.cut", "--", program])
    case.require(ended.out == plain.out, f"the program runs as always\n{ended.describe()}")
    case.require(b"shadow" in ended.err, f"the reason is said\n{ended.describe()}")
    case.require(ended.status in (0, 1), f"nothing crashes\n{ended.describe()}")


run_case(test)
