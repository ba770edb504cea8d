#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Debugs bugs that a patch of a Debian source package mends, without that patch, and makes a unit test of each.

Each folder here is a bug. Its bug.toml says:

  package, suite, patch    where it is from; `patch` is a name in debian/patches/series; the suite is bookworm if none is given
  about                    one line on it
  quick                    it runs with the ordinary tests
  packages                 Debian packages that it needs to be built; scripts/setup installs them
  prepare_command          makes sources that are not in the package
  sources, include         globs and folders in the package
  driver                   compiled with them; default: driver.c or driver.cpp beside the file, if there is one
  flags, libraries         for the compiler, before and after the sources
  arguments                of the program; its input is in the file `stdin`, if there is one
  options                  of `cutaway debug`
  reached                  {calls, fixed_function_runs, test}: what came of it; calls = 0: the failure was not reproduced.
                           A run with --bug fails if it is worse

Sources come from the cache of tests/real/sources.py. Results are appended to <work>/results.jsonl; `--table` only prints what
they say of this build of Cutaway. The exit status is 1 if a bug cannot be run or the bars of docs/debug-study.md are missed.
"""
import argparse
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
from unittest import mock

from subject import TESTS, Bug, TestFailure, run
from harness.stage import Stage, parse_report
from tables import has_missed_bars, is_worse, print_tables, read_results, shown_levels
from unit_test import make

HERE = TESTS / "bugs"
WEAVE_TIMEOUT_S = 1800
DEBUG_S = 60
DEBUG_TIMEOUT_S = 900  # with recording and reproducing, which --timeout does not count
REPLAY_TIMEOUT_S = 120
NOT_REPRODUCED = 5
RUNS = "a fixed function runs"
# For gdb, stopped at the first call, which may be in such a function. A line without code has its breakpoint at a later
# one, maybe of another function, so the place of each stop is looked at. Lines, not names: gdb takes minutes for names of
# members of templates.
BREAK_AT_LINES = """python
def runs(frame):
    place = frame.find_sal()
    return place.symtab and any(place.symtab.filename.endswith(file) and first <= place.line <= last
                                for file, first, last in {places})
class FixedLine(gdb.Breakpoint):
    def stop(self):
        return bool(runs(gdb.newest_frame()))
def tell():
    frame = gdb.newest_frame()
    if runs(frame): print("\\n{runs}")
tell()
points = [FixedLine(file + ":" + str(line)) for file, first, last in {places} for line in range(first, last + 1)]
print("\\nbreakpoints:", sum(not point.pending for point in points))
end
continue
python tell()
quit
"""


def build_of(stage):
    """What the results depend on: the commit that is checked out here, and the tool itself."""
    parts = [stage.tool, *sorted((stage.prefix / "lib/cutaway").glob("*.so"))]
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=HERE, capture_output=True, text=True)
    tool = hashlib.sha256(b"".join(path.read_bytes() for path in parts)).hexdigest()[:8]
    return {"commit": commit.stdout.strip(), "tool": tool}


class Study:
    def __init__(self, options):
        self.options, self.stage = options, Stage(options.stage)
        self.build = build_of(self.stage)
        self.path = options.work / "results.jsonl"
        self.env = {"CUTAWAY_CACHE": str(options.work / "cache"), "CUTAWAY_STORE": str(options.work / "store")}

    def run(self, name):
        """Appends a line to the results and returns it."""
        line = {"bug": name}
        try:
            bug = Bug(HERE / name, self.options.work)
            line |= {"package": bug.package, "patch": bug.patch}
            bug.prepare()
            with mock.patch.dict(os.environ, self.env):  # the drivers take them, too
                line |= self.debug(bug)
        except TestFailure as failure:
            line["error"] = str(failure)
            print(f"FAILED: {name}: {failure}\nrepeat with: {self.repeat(name)}", flush=True)
        line |= self.build
        with open(self.path, "a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
        return line

    def repeat(self, name):
        return f"python3 {sys.argv[0]} --stage {self.options.stage} --work {self.options.work} --bug {name}"

    # --- One bug ----------------------------------------------------------------------------

    def debug(self, bug):
        bug.build("parent", self.stage.drivers, "app")
        run([self.stage.tool, "weave", "-q", "--whole-program", "./app"], bug.folder, timeout_s=WEAVE_TIMEOUT_S).require(0)
        ended = run([self.stage.tool, "debug", "--json", "--force", "--timeout", DEBUG_S, *bug.options, "--", "./app",
                     *bug.arguments], bug.folder, bug.stdin, timeout_s=DEBUG_TIMEOUT_S)
        if ended.status != NOT_REPRODUCED:  # which is a result: no level fails again
            ended.require(0)
        result = json.loads(ended.out.splitlines()[-1])  # the program may have written, too
        levels = result["levels"]
        for number in shown_levels(levels):
            self.check_level(bug, levels[number - 1], number)
            levels[number - 1]["fails_again"] &= bug.is_report(result["failure"]["text"])
        made = make(self.stage, bug.folder, levels, self.env)
        functions = sorted({name for _, name, _, _ in bug.fixed_functions()})
        for level in levels:
            level.pop("inside", None)
        return {"failure": result["failure"]["text"], "functions": functions, "levels": levels, "test": made}

    def check_level(self, bug, level, number):
        """Replayed it must fail again; gdb tells whether a function that the fix changes runs."""
        recording = f"debug.cut/{number}"
        ended = self.stage.replay(recording, cwd=bug.folder, timeout_s=REPLAY_TIMEOUT_S)
        level["fails_again"] = ended.status == 0 and parse_report(ended).get("outcome") == "followed"
        if not level["fails_again"]:
            level["replay"] = ended.describe()
        places = [(file, first, last) for file, _, first, last in bug.fixed_functions()]
        script = BREAK_AT_LINES.format(places=places, runs=RUNS)
        ended = run([self.stage.tool, "replay", "--gdb", "1", recording], bug.folder, script.encode(),
                    timeout_s=REPLAY_TIMEOUT_S)
        if not re.search(rb"^breakpoints: [1-9]", ended.out, re.MULTILINE):
            raise TestFailure(f"{bug.name}: gdb cannot tell whether lines of {places} run\n{ended.describe()}")
        level["fixed_function_runs"] = re.search(f"^{RUNS}".encode(), ended.out, re.MULTILINE) is not None


def describe(line):
    if "error" in line:
        return "cannot be run"
    levels = ", ".join(f"{level['calls_before']} -> {level['calls_after']}" for level in line["levels"] if "problem" not in level)
    test = line["test"]
    ends = f", fails on parent: {test['fails_on_parent']}, passes on fix: {test['passes_on_fix']}" if "test" in test else ""
    return f"{line['failure']}; calls {levels}; test: {test['kind']}{ends}"


def main():
    names = sorted(path.parent.name for path in HERE.glob("*/bug.toml"))
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--stage", type=pathlib.Path, required=True, help="install tree")
    parser.add_argument("--work", type=pathlib.Path, required=True, help="folder for sources, builds and results")
    parser.add_argument("--bug", action="append", choices=names, help="only this one; may be repeated")
    parser.add_argument("--table", action="store_true", help="print the tables of the results that are there")
    options = parser.parse_args()
    options.stage, options.work = options.stage.resolve(), options.work.resolve()
    options.work.mkdir(parents=True, exist_ok=True)
    study = Study(options)
    if not options.table:
        lines = []
        for name in options.bug or names:
            lines.append(study.run(name))
            print(f"{name}: {describe(lines[-1])}", flush=True)
        if options.bug:
            return 1 if any([is_worse(line, Bug(HERE / line["bug"], options.work).reached) for line in lines]) else 0
    results = read_results(study.path, study.build["tool"])
    print_tables(results, names)
    return 1 if has_missed_bars(results, names) else 0


if __name__ == "__main__":
    sys.exit(main())
