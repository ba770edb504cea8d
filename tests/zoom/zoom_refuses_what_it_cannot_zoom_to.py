#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Mistyped names, outside functions, parts of a group, existing files: each with what to do."""
from shop import record_shop, run_case, zoom


def test(case):
    big = record_shop(case)

    def refuse(pattern, *texts):
        command = [case.stage.tool, "zoom", big, "--inside", pattern, "-o", "small.cut"]
        case.expect_error(command, 1, *texts)
        case.require(not (case.folder / "small.cut").exists(), f"{pattern}: left a file")

    refuse("shop::Til", "matches nothing", "hint: did you mean shop::Till")
    refuse("shop::Till::add", "shop::Till: was woven as one", "--zoom-by function")
    refuse("_start", "is outside")
    zoom(case, big, "shop::Till")
    zoom(case, big, "shop::Till", status=1)
    zoom(case, big, "shop::Till", options=["--force"])


run_case(test)
