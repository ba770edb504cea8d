#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""If the large recording does not replay, that is said, and no recording is left."""
from shop import record_shop, run_case, zoom


def test(case):
    record_shop(case)
    recording = case.load("run.cut")
    recording.events[recording.find("outcall", "printf", nth=1)].set_slot(2, 1)
    recording.save(case.folder / "changed.cut")
    ended = zoom(case, "changed.cut", "shop::Till", status=3)
    case.require(b"nothing was zoomed" in ended.err and b"printf" in ended.out, ended.describe())
    case.require(not list(case.folder.glob("small.cut*")), "left a file")


run_case(test)
