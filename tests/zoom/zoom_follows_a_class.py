#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Calls of the class are incalls, its calls of others outcalls; the info says what was zoomed to."""
from shop import record_shop, run_case, zoom


def test(case):
    zoom(case, record_shop(case), "shop::Till")
    report = case.replay("small.cut")
    case.expect({"outcome": "followed", "incalls": 4, "outcalls": 6}, report)
    small = case.load("small.cut")
    case.require(small.find("outcall", "_ZN4shop6Prices5centsEPKc") > 0, "no call of the price list")
    case.expect({"zoom": ["shop::Till"]}, small.info())


run_case(test)
