#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Replays a recording on a changed program and compares the differences that are told: see cases.toml."""
import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tomllib

HERE = pathlib.Path(__file__).resolve().parent


class Failed(Exception):
    pass


def require(condition, text):
    if not condition:
        raise Failed(text)


def build(stage, folder, flags, outside=None):
    """`outside`: main.cc compiled before; it need not be compiled for each test."""
    program = HERE / "program"
    sources = [program / "account.cc", program / "rating.cc", outside or program / "main.cc"]
    subprocess.run([stage / "bin/cutaway-c++", "-g", *flags, *sources, "-o", folder / "ledger"], check=True)


def record(stage, work):
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    subprocess.run([stage / "bin/cutaway-c++", "-g", "-O1", "-c", HERE / "program/main.cc", "-o", work / "main.o"], check=True)
    build(stage, work, ["-O1"], work / "main.o")
    # A run of close() and one of rate(): the program fails in both.
    for name, words in (("run", ["close"]), ("rating", ["rating", "more"])):
        done = subprocess.run([stage / "bin/cutaway", "record", "--inside", "ledger::Account", "--inside", "ledger_rating",
                               "-q", "-o", f"{name}.cut", "--", "./ledger", *words], cwd=work, capture_output=True)
        require(done.returncode == -11, f"recorded program: exit status {done.returncode}, expected SIGSEGV\n{done.stderr}")
    subprocess.run([stage / "bin/cutaway", "debug", "-q", "--force", "--", "./ledger", "close"], cwd=work, check=True)


def replay(stage, work, folder, case):
    recording = {"debug": "debug.cut/1"}.get(case.get("recording"), case.get("recording", "run") + ".cut")
    command = [stage / "bin/cutaway", "replay", recording, "--against", folder, *case.get("options", [])]
    said = subprocess.run([*command, "--json"], cwd=work, capture_output=True, text=True)
    outcome = case.get("outcome", "same")
    expected = 0 if outcome == "same" else 3
    require(said.returncode == expected, f"exit status {said.returncode}, expected {expected}\n{said.stdout}{said.stderr}")
    text = subprocess.run(command, cwd=work, capture_output=True, text=True).stdout
    return json.loads(said.stdout), text


def check(case, report, text):
    require(report["outcome"] == case.get("outcome", "same"), f"outcome is {report['outcome']}")
    expected = case.get("differences", [])
    told = [(d["what"], d["function_name"]) for d in report["differences"]]
    require(told == [(d[0], d[1]) for d in expected], f"differences are\n  {told}")
    lines = [line for line in text.splitlines() if line.startswith("  #")]
    for line, difference in zip(lines, expected):
        require(difference[2] in line, f"expected {difference[2]} in {line}")
    failure = report["failure"]["difference"]
    require(failure == case.get("failure", "same"), f"failure is {failure}")
    gone = [function["function"] for function in report["gone"]]
    require(gone == case.get("gone", []), f"gone are {gone}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("step", choices=["record", "check"])
    parser.add_argument("case", nargs="?")
    parser.add_argument("--stage", type=pathlib.Path, required=True)
    parser.add_argument("--work", type=pathlib.Path, required=True)
    options = parser.parse_args()
    stage, work = options.stage.resolve(), options.work.resolve()
    try:
        if options.step == "record":
            record(stage, work)
            return 0
        case = tomllib.loads((HERE / "cases.toml").read_text())[options.case]
        folder = work / options.case
        folder.mkdir(exist_ok=True)
        build(stage, folder, case["flags"], None if case.get("outside_changes") else work / "main.o")
        report, text = replay(stage, work, folder, case)
        try:
            check(case, report, text)
        except Failed as problem:
            raise Failed(f"{problem}\n{text}")
    except Failed as problem:
        print(f"{problem}\nfolder: {work}", file=sys.stderr)
        return 1
    return 0


sys.exit(main())
