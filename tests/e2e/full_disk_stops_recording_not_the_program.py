#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The log's file system fills up while the program runs: it must not notice."""
import subprocess

from harness.case import Skipped, run_case


def test(case):
    disk = case.folder / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", disk]
    if subprocess.run(mount, capture_output=True).returncode != 0:
        raise Skipped("cannot mount a small tmpfs: run as root to test a full disk")
    try:
        check(case, disk)
    finally:
        subprocess.run(["umount", disk], check=True)


def check(case, disk):
    program = case.build("chatter.c")
    plain = case.run([program]).require(0)
    ended = case.stage.record([program], disk / "run.cut", cwd=case.folder)
    case.require(ended.out == plain.out, f"the program's output is the same\n{ended.describe()}")
    ended.require(0)
    case.require(b"disk" in ended.err or b"No space" in ended.err, f"it is said\n{ended.describe()}")
    report = case.replay(disk / "run.cut")
    case.expect({"outcome": "followed", "ended": "truncated"}, report)
    case.require(report["incalls"] > 100, f"a usable prefix: {report}")


run_case(test)
