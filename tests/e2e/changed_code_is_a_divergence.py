#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The same recording, replayed by changed code: other value, additional call, silent store."""
from harness.case import run_case

# The tool refuses other builds; a build id given by hand makes them the same.
SAME_BUILD = "-Wl,--build-id=0x0123456789abcdef0123456789abcdef01234567"


def build(case, *flags):
    # Not optimised: the silent store would go.
    return case.build("ledger.c", level=0, flags=[SAME_BUILD, *flags])


def test(case):
    program = build(case)
    verified = case.record(program, recording="verified.cut")
    recording = case.record(program, options=[])
    logged = case.load(recording).find("outcall", "out_log")
    amount = case.load(recording).events[logged].slots()[2]

    build(case, "-DFEE=4")
    case.expect_divergence(recording, incall=1, what="argument", site_name="out_log",
                           expected=hex(amount), actual=hex(amount + 1))

    build(case, "-DEXTRA_CALL=5")
    case.expect_divergence(recording, incall=6, function_name="in_book")

    build(case, "-DSILENT=1")
    case.replay(recording)  # nothing that crosses the cut differs
    case.expect_divergence(verified, incall=1, what="checksum")


run_case(test)
