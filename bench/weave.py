#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures how long weaving takes: single classes of cppcheck, all of tinyxml2's test, and a variant that is there.

Each class is woven with an empty cache, `--runs` times, of which the best counts: on a shared host processors are taken away for
seconds. How much of their time was, is shown (steal). Which classes is chosen at random, the same ones each time; `--class` names one.
Wall time, so nothing else may run on the machine.
"""
import argparse
import json
import os
import pathlib
import random
import re
import shutil
import statistics
import subprocess
import sys
import time

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "bench"), str(ROOT / "tests" / "study")]

import whole  # noqa: E402
from projects import TinyXml2  # noqa: E402
from harness.stage import Stage  # noqa: E402

CLASS_BAR_S, WHOLE_BAR_S, HIT_BAR_S = 20, 15, 0.3
SEED = 2007


class Weaver:
    def __init__(self, prefix, cache):
        self.tool, self.cache = prefix / "bin/cutaway", cache
        os.environ["CUTAWAY_CACHE"] = str(cache)

    def weave(self, program, *options, is_fresh=True):
        """Returns seconds, the share of processors that was stolen, and what the tool says that it wove."""
        if is_fresh:
            shutil.rmtree(self.cache, ignore_errors=True)
        started, stolen = time.monotonic(), stolen_seconds()
        done = subprocess.run([self.tool, "weave", *options, program], capture_output=True, text=True, check=True)
        taken = time.monotonic() - started
        found = re.search(r"wove (.* files)", done.stderr)
        share = (stolen_seconds() - stolen) / (taken * os.cpu_count())
        return taken, share, found.group(1) if found else ""

    def weave_best(self, runs, program, *options):
        return min(self.weave(program, *options) for _ in range(runs))

    def classes(self, program):
        """Those outside of namespaces."""
        listed = subprocess.run([self.tool, "list", "--json", program], capture_output=True, check=True)
        tree = json.loads(listed.stdout)["children"]
        return sorted(node["pattern"] for name, node in tree.items()
                      if "children" in node and "place" not in node and name[0].isupper())


def stolen_seconds():
    """That the host gave to others, of all processors together."""
    fields = pathlib.Path("/proc/stat").read_text(encoding="ascii").split("\n", 1)[0].split()
    return int(fields[8]) / os.sysconf("SC_CLK_TCK")


def time_of_clang(project):
    """Seconds of both files side by side with -O2 -g: how fast the machine is."""
    started = time.monotonic()
    compilers = [subprocess.Popen(["clang++-19", "-O2", "-g", "-c", path, "-o", "/dev/null"])
                 for path in project.paths("tinyxml2.cpp", "xmltest.cpp")]
    if any([each.wait() for each in compilers]):
        raise SystemExit("clang fails")
    return time.monotonic() - started


def build_xmltest(project, compiler):
    """The library and its test, both with -O2."""
    program = project.work / "xmltest"
    objects = project.compile(project.paths("tinyxml2.cpp", "xmltest.cpp"), project.work / "objects", 2)
    subprocess.run([compiler, *objects, "-o", program], check=True)
    return program


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--prefix", type=pathlib.Path, default=ROOT / "build" / "stage", help="install tree")
    parser.add_argument("--work", type=pathlib.Path, default=ROOT / "build" / "weave-bench", help="builds")
    parser.add_argument("--sample", type=int, default=15, help="number of classes")
    parser.add_argument("--runs", type=int, default=3, help="the best of so many counts")
    parser.add_argument("--class", action="append", dest="classes", help="only this one; may be repeated")
    options = parser.parse_args()
    prefix, work = options.prefix.resolve(), options.work.resolve()
    os.environ["CUTAWAY_STORE"] = str(work / "store")
    drivers = {"c": prefix / "bin/cutaway-cc", "c++": prefix / "bin/cutaway-c++"}
    cppcheck = whole.build(whole.read_recipe("cppcheck"), work / "cppcheck", drivers)
    project = TinyXml2(Stage(prefix), work)
    xmltest = build_xmltest(project, drivers["c++"])
    weaver = Weaver(prefix, work / "cache")

    every = weaver.classes(cppcheck)
    classes = options.classes or random.Random(SEED).sample(every, min(options.sample, len(every)))
    seconds = []
    print(f"| one class of cppcheck, of {len(every)} | woven | seconds | stolen |\n|---|---|---:|---:|")
    for name in classes:
        taken, stolen, what = weaver.weave_best(options.runs, cppcheck, "--inside", name)
        seconds.append(taken)
        print(f"| `{name}` | {what} | {taken:.1f} | {stolen:.0%} |", flush=True)
    met = sum(taken <= CLASS_BAR_S for taken in seconds)
    print(f"\none class: median {statistics.median(seconds):.1f} s, {met} of {len(seconds)} within the bar of {CLASS_BAR_S} s")
    hit, _, _ = weaver.weave(cppcheck, "--inside", classes[-1], is_fresh=False)
    print(f"the same plan again: {hit:.2f} s (bar {HIT_BAR_S} s)")
    taken, stolen, what = weaver.weave_best(options.runs, xmltest, "--whole-program")
    print(f"tinyxml2's test as a whole, {what}: {taken:.1f} s (bar {WHOLE_BAR_S} s), {stolen:.0%} stolen; clang alone takes {time_of_clang(project):.1f} s")


if __name__ == "__main__":
    sys.exit(main())
