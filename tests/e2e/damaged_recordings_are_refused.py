#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""1,000 truncations and 10,000 byte flips: never a hang or crash, always an error or a prefix.

All of them are read in one process by damage_probe; a sample goes through the command line, where
replay also runs the program on streams that were changed under right checksums.
"""
import json
import os
import random

from harness.case import run_case

SEED = 20240229
TRUNCATIONS, FLIPS = 1_000, 10_000
SAMPLE = 25


def probe_all(case, recording):
    probe = os.environ.get("CUTAWAY_DAMAGE_PROBE") or case.stage.prefix / "bin/damage_probe"
    ended = case.run([probe, recording, TRUNCATIONS, FLIPS, SEED], timeout_s=300).require(0)
    outcomes = json.loads(ended.out)
    total = outcomes["errors"] + outcomes["prefixes"] + outcomes["intact"]
    case.require(total == TRUNCATIONS + FLIPS and outcomes["silent"] == 0, f"every copy has an outcome: {outcomes}")
    case.require(outcomes["errors"] > 1000 and outcomes["prefixes"] > 0, f"damage is noticed: {outcomes}")
    print(outcomes)


def expect_clear_outcome(case, verb, file):
    ended = case.tool(verb, file, timeout_s=60)
    case.require(ended.status in (0, 1, 3), f"an error, a prefix or a divergence\n{ended.describe()}")
    if ended.status == 1:
        case.require(b"error: " in ended.err or b": " in ended.out, f"the reason is said\n{ended.describe()}")


def damaged_copies(case, recording):
    choice = random.Random(SEED)
    data = recording.read_bytes()
    for i in range(SAMPLE):
        yield f"cut{i}", data[:choice.randrange(len(data))]
        flipped = bytearray(data)
        flipped[choice.randrange(len(data))] ^= choice.randrange(1, 256)
        yield f"flip{i}", bytes(flipped)
    for i in range(4 * SAMPLE):
        tampered = case.load(recording)
        event = choice.choice([event for event in tampered.events if event.words])
        event.words[choice.randrange(len(event.words))] ^= choice.randrange(1, 256) << 8 * choice.randrange(8)
        yield f"stream{i}", tampered.save(case.folder / "tampered").read_bytes()


def test(case):
    recording = case.record(case.build("faults.c"), "write", status=128 + 11)
    probe_all(case, recording)
    for name, data in damaged_copies(case, recording):
        copy = case.folder / f"{name}.cut"
        copy.write_bytes(data)
        for verb in ("show", "replay"):
            expect_clear_outcome(case, verb, copy)
        copy.unlink()


run_case(test)
