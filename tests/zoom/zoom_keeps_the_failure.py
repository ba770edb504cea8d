#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A failure in the small inside happens again there; one beside it ends the recording outside."""
from shop import record_shop, run_case, zoom

SIGSEGV = 11


def test(case):
    wild = record_shop(case, "wild", status=128 + SIGSEGV)
    zoom(case, wild, "shop::Till", output="inside.cut")
    zoom(case, wild, "shop::Prices", output="outside.cut")
    inside, outside = case.replay("inside.cut")["failure"], case.replay("outside.cut")["failure"]
    case.expect({"signal": SIGSEGV, "side": "inside", "reproduced": True}, inside)
    case.expect({"signal": SIGSEGV, "side": "outside"}, outside)


run_case(test)
