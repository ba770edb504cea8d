#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The tool and the program are killed: `record --finish` packs what the log holds."""
import os
import signal
import subprocess
import time

from harness.case import run_case


def wait_for(condition, timeout_s=30):
    end = time.monotonic() + timeout_s
    while not condition() and time.monotonic() < end:
        time.sleep(0.02)
    return condition()


def test(case):
    program = case.build("endless.c")
    command = [case.stage.tool, "record", "--verify", "-o", "run.cut", "--", program]
    recorder = subprocess.Popen(command, cwd=case.folder, start_new_session=True)
    marker = case.folder / "running"
    case.require(wait_for(marker.exists), "the program starts")
    os.killpg(recorder.pid, signal.SIGKILL)
    recorder.wait()
    logs = [p for p in case.folder.iterdir() if p.read_bytes()[:6] == b"CUTRAW"]
    case.require(len(logs) == 1, f"one raw log is left: {sorted(p.name for p in case.folder.iterdir())}")
    case.expect_error([case.stage.tool, "replay", logs[0]], 1, "not finished", "--finish")
    case.tool("record", "--finish", logs[0], "-o", "run.cut").require(0)
    report = case.replay("run.cut")
    case.require(report["incalls"] >= 1000, f"all incalls up to the marker are there: {report}")


run_case(test)
