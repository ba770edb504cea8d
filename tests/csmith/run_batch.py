#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Records and replays random C programs made by csmith, a random half of their functions inside.

A batch runs until it has --count good programs; those that take too long even when plain, or that
the optimiser leaves without an inside function, are skipped and counted. The batch's number decides all seeds. Repeat one program with --seed.
"""
import argparse
import pathlib
import random
import re
import shutil
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "e2e"))
from harness.process import TestFailure, run
from harness.stage import CLANG, Stage

INCLUDE = "/usr/include/csmith"
# csmith's own limits keep programs small enough for some hundred a minute.
CSMITH_OPTIONS = ["--max-funcs", "8", "--max-block-depth", "4", "--bitfields", "--packed-struct"]
PLAIN_TIMEOUT_S = 3
TIMEOUT_S = 60


class NoSubject(Exception):
    """The plain program does not end in time, or no inside function survived optimisation or is called."""


def choose_inside(source, seed):
    """A random half of the functions, main among them."""
    names = sorted(set(re.findall(r"\b(func_\d+)\s*\(", source))) + ["main"]
    choice = random.Random(seed)
    half = choice.sample(names, (len(names) + 1) // 2)
    if half == ["main"]:  # then there is nothing but start-up code outside
        half = names[:1]
    return sorted(half)


def run_plain(folder):
    # Not optimised: an optimiser may remove an endless loop, and then it depends on the build what the program does.
    run([CLANG["c"], "-w", "-O0", "-I", INCLUDE, "program.c", "-o", "plain"], folder, timeout_s=120).require(0)
    try:
        return run(["./plain"], folder, timeout_s=PLAIN_TIMEOUT_S).require(0)
    except TestFailure:
        raise NoSubject() from None


def check_seed(seed, stage, folder):
    source = run(["csmith", "--seed", seed, *CSMITH_OPTIONS], folder, timeout_s=60).require(0).out.decode()
    (folder / "program.c").write_text(source)
    plain = run_plain(folder)
    inside = choose_inside(source, seed)
    patterns = [word for name in inside for word in ("--inside", name)]
    run([stage.drivers["c"], *patterns, "-w", f"-O{seed % 4}", "-I", INCLUDE, "program.c", "-o", "woven"],
        folder, timeout_s=120).require(0)
    symbols = run(["nm", "woven"], folder).require(0).out.decode().split()
    if not set(inside) & set(symbols):
        raise NoSubject()
    recorded = stage.record(["./woven"], "run.cut", ["--verify", "-q", "--force"], cwd=folder, timeout_s=TIMEOUT_S).require(0)
    if recorded.out != plain.out:
        raise TestFailure(f"expected {plain.out}, got\n{recorded.describe()}")
    shown = run([stage.tool, "show", "--count", "1", "run.cut"], folder, timeout_s=TIMEOUT_S).require(0)
    if b"\n0 incalls" in shown.out:
        raise NoSubject()
    stage.replay_exactly("run.cut", cwd=folder, timeout_s=TIMEOUT_S)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--batch", type=int, default=0)
    parser.add_argument("--count", type=int, default=25)
    parser.add_argument("--seed", type=int, help="only this program")
    parser.add_argument("--stage", required=True)
    parser.add_argument("--work", type=pathlib.Path, required=True)
    options = parser.parse_args()
    if not pathlib.Path(INCLUDE, "csmith.h").exists():
        print("FAILED: csmith.h is missing\nhint: apt-get install csmith libcsmith-dev")
        return 1

    stage, done, skipped, failed = Stage(options.stage), 0, 0, []
    seed = options.seed if options.seed is not None else options.batch * 1000
    count = 1 if options.seed is not None else options.count
    while done + len(failed) < count:
        folder = options.work.resolve() / f"seed_{seed}"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        try:
            check_seed(seed, stage, folder)
            done += 1
        except NoSubject:
            skipped += 1
        except TestFailure as failure:
            failed.append(seed)
            print(f"FAILED: seed {seed}, -O{seed % 4}: {failure}\nkept: {folder}\nrepeat with: python3 {sys.argv[0]} "
                  f"--seed {seed} --stage {options.stage} --work {options.work}\n")
        if seed not in failed:
            shutil.rmtree(folder)
        seed += 1
        if options.seed is not None:
            break
    print(f"{done} programs replayed exactly, {len(failed)} failed, {skipped} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
