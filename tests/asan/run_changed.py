#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reports of AddressSanitizer on changed code: with other variables beside it the failure is the same, mended it is gone. So say
`cutaway replay --against` and a replay test, which is built by the command in its header."""
import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "debug"))
from generated_tests import Failed, build as build_test, run as run_test  # noqa: E402

SOURCE = HERE.parent / "debug/traps/address_errors.cc"
# Of each kind what moves the variables and blocks, and what mends the defect.
MORE = ("static int g_counts[6];", "int g_more[40] = {1};\nstatic int g_counts[6];\nint* g_used = g_more;")
MENDS = {
    "global": ("static int g_counts[6];", "static int g_counts[7];"),
    "heap": ("int* cells = new int[size];", "int* cells = new int[size + 1];"),
    "stack": ("char line[12];", "char line[13] = {};"),
    "freed": ("void Table::release() { delete[] cells_; }", "void Table::release() {}"),
    "negative": ("void Table::shift(int count) {", "void Table::shift(int count) {\n  if (count < 0) return;"),
}


def build(stage, folder, changes):
    folder.mkdir(parents=True)
    text = SOURCE.read_text()
    for old, new in changes:
        if text.count(old) != 1:
            raise Failed(f"{SOURCE}: «{old}» is not there once")
        text = text.replace(old, new)
    (folder / SOURCE.name).write_text(text)
    subprocess.run([stage / "bin/cutaway-c++", "-g", "-O1", "-fsanitize=address", SOURCE.name, "-o", "app"], cwd=folder, check=True)


def failure_against(stage, folder, recording, program):
    done = subprocess.run([stage / "bin/cutaway", "replay", recording, "--against", program, "--json"], cwd=folder, capture_output=True,
                          text=True, timeout=100)
    if done.returncode not in (0, 3):
        raise Failed(f"{recording} against {program}: exit status {done.returncode}\n{done.stdout}{done.stderr}")
    return json.loads(done.stdout)["failure"]["difference"]


def check_replay_test(stage, work, kind):
    """Beside both programs the test finds their source by the same relative path."""
    made = work / "recorded/tests" / kind
    subprocess.run([stage / "bin/cutaway", "testgen", "--force", "--kind", "replay", f"{kind}.cut/1", "-o", made.relative_to(work / "recorded")],
                   cwd=work / "recorded", check=True, capture_output=True, timeout=300)
    shutil.copytree(made, work / kind / "tests" / kind)
    env = os.environ | {"PATH": f"{stage / 'bin'}:{os.environ['PATH']}"}
    for tree, expected in ("recorded", "fails_as_recorded"), (kind, "[  PASSED  ] 1 test"):
        test = next((work / tree / "tests" / kind).glob("*_test.cc"))
        build_test(test, "g++", "-O0", env)
        done = run_test(test, env)
        if expected not in done.stdout:
            raise Failed(f"{test}: no «{expected}»\n{done.stdout}{done.stderr}")


def check(stage, work):
    build(stage, work / "recorded", [])
    build(stage, work / "moved", [MORE])
    for kind, mend in MENDS.items():
        build(stage, work / kind, [mend])
        recording = f"{kind}.cut"
        subprocess.run([stage / "bin/cutaway", "debug", "-q", "--force", "-o", recording, "--", "./app", kind], cwd=work / "recorded",
                       check=True, capture_output=True, timeout=200)
        for program, expected in (".", "same"), ("../moved", "same"), (f"../{kind}", "gone"):
            actual = failure_against(stage, work / "recorded", f"{recording}/1", program)
            if actual != expected:
                raise Failed(f"{kind} against {program}: the failure is {actual}, expected {expected}")
        check_replay_test(stage, work, kind)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--stage", type=pathlib.Path, required=True)
    parser.add_argument("--work", type=pathlib.Path, required=True)
    options = parser.parse_args()
    work = options.work.resolve() / "changed"
    shutil.rmtree(work, ignore_errors=True)
    try:
        check(options.stage.resolve(), work)
    except Failed as problem:
        print(f"{problem}\nfolder: {work}", file=sys.stderr)
        return 1
    return 0


sys.exit(main())
