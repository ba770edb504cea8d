#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A program that maps the shadow's addresses itself: it runs, and the recorder says why not."""
from harness.case import run_case


def test(case):
    program = case.build("reserves_shadow.c")
    plain = case.run([program]).require(0)
    ended = case.stage.record([program], "run.cut", cwd=case.folder)
    case.require(ended.out == plain.out, f"the program runs as always\n{ended.describe()}")
    case.require(b"shadow" in ended.err, f"the reason is said\n{ended.describe()}")


run_case(test)
