#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A recording that was stopped by a limit gives a zoomed one that ends there, too."""
from shop import record_shop, run_case, zoom


def test(case):
    big = record_shop(case, options=("--max-events", "18"))
    zoom(case, big, "shop::Till")
    report = case.replay("small.cut")
    case.expect({"outcome": "followed", "ended": "truncated"}, report)
    case.require(report["incalls"] >= 1, "nothing was zoomed")


run_case(test)
