#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A zoomed recording can be zoomed again, with the same result as from the first one."""
from crossings import crossings, first_difference
from shop import record_shop, run_case, zoom


def test(case):
    big = record_shop(case)
    zoom(case, big, "shop::", output="middle.cut")
    zoom(case, "middle.cut", "shop::Prices", output="small.cut")
    zoom(case, big, "shop::Prices", output="direct.cut")
    case.replay("middle.cut")
    case.replay("small.cut")
    difference = first_difference(crossings(case.load("direct.cut")), crossings(case.load("small.cut")))
    case.require(not difference, difference)


run_case(test)
