#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Empty files, other files, newer formats and raw logs, each with its own message."""
import struct

from harness.case import run_case
from harness.recording import VERSION


def test(case):
    recording = case.record(case.build("ledger.c"))
    header = bytearray(recording.read_bytes())
    struct.pack_into("<I", header, 8, VERSION + 1)
    files = {"empty.cut": (b"", "not a recording"), "text.cut": (b"hello\n" * 50, "not a recording"),
             "newer.cut": (bytes(header), f"format {VERSION + 1} is newer"),
             "header.cut": (recording.read_bytes()[:64], "damaged")}
    for name, (content, text) in files.items():
        (case.folder / name).write_bytes(content)
        for verb in ("replay", "show"):
            case.expect_error([case.stage.tool, verb, name], 1, name, text)


run_case(test)
