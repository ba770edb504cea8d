#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The log's file system has no room, or fills up while the program runs: it must not notice."""
import contextlib
import subprocess

from harness.case import Skipped, run_case


@contextlib.contextmanager
def small_disk(case, size):
    disk = case.folder / f"disk{size}"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", disk]
    if subprocess.run(mount, capture_output=True).returncode != 0:
        raise Skipped("cannot mount a small tmpfs: run as root to test a full disk")
    try:
        yield disk
    finally:
        subprocess.run(["umount", disk], check=True)


def record_on(case, disk, program, plain):
    ended = case.stage.record([program], disk / "run.cut", cwd=case.folder)
    case.require(ended.out == plain.out, f"the program's output is the same\n{ended.describe()}")
    said = any(text in ended.err for text in (b"no room", b"No space", b"disk is full"))
    case.require(said and ended.status in (0, 1), f"it is said\n{ended.describe()}")
    return ended


def test(case):
    program = case.build("chatter.c")
    plain = case.run([program]).require(0)
    with small_disk(case, "64k") as disk:
        record_on(case, disk, program, plain)
    with small_disk(case, "24m") as disk:
        # The log fills the disk, so that there may be no room to pack it either.
        if record_on(case, disk, program, plain).status == 0:
            recording = disk / "run.cut"
        else:
            recording = case.folder / "elsewhere.cut"
            logs = [p for p in disk.iterdir() if p.read_bytes()[:6] == b"CUTRAW"]
            case.require(len(logs) == 1, f"the raw log is kept: {list(disk.iterdir())}")
            case.tool("record", "--finish", logs[0], "-o", recording).require(0)
        report = case.replay(recording)
        case.expect({"outcome": "followed", "ended": "truncated"}, report)
        case.require(report["incalls"] > 100, f"a usable prefix: {report}")


run_case(test)
