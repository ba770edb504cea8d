# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the scripts of this folder share: a recording of subjects/shop.cc with all of it inside."""
import os
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "e2e"))
from harness.case import run_case  # noqa: F401

os.environ["CUTAWAY_PLAN_ZOOM"] = "class"  # a cut that is fixed by a driver cannot be zoomed else


def record_shop(case, *args, status=0, **how):
    return case.record(case.build(HERE / "subjects/shop.cc"), *args, status=status, **how)


def zoom(case, recording, *patterns, output="small.cut", status=0, options=()):
    inside = [word for pattern in patterns for word in ("--inside", pattern)]
    return case.tool("zoom", recording, *inside, "-o", output, *options).require(status)
