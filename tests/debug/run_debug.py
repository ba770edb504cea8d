#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Debugs a program that fails and compares what is left with what the subject (a .toml file) says.

  sources      folder or files, from the root of the project
  optimize     levels of optimisation to build with; default [1]
  flags        more of them for the compiler
  arguments, environment, options   of the program; of `cutaway debug`, where {root} is the root of the project
  failure      text that the description of the failure holds
  levels       [[class, [function, ...]], ...]: calls that are left at each level, in order; a function may be
               several, separated by |; [] after the class: any calls
  problems     [text, ...]: why there is nothing at the first levels; what follows is about the others
  values       [text, ...]: what each call that is left at the first level holds, in order
  state_bytes  [[least, most], [least, most]]: bytes of outside memory that calls of the first level read, and that matter
  at_most      [number, ...]: instead of names, how many calls may be left at each level
  sliced       [number, ...]: how many calls the slice may have at each level
  exit         status of `cutaway debug`; default 0
  fix          [[file, text, text instead of it], ...]: mends the defect. If it is there, a unit test is generated, too
               (generated_tests.py)
  replay_test  a level of which a replay test is made, too
  golden       the test is that of golden/<name of the subject>.cc
"""
import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tomllib

from generated_tests import Failed, check_test, require

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def function_of(call):
    """ns::Class::name[abi:cxx11](…) -> name"""
    return call.split("(")[0].split("::")[-1].split("[")[0]


def include_of(sources):
    needs = any("cutaway/cutaway.h" in pathlib.Path(source).read_text(errors="replace") for source in sources)
    return [f"-I{ROOT}/include"] if needs else []


def build(subject, stage, folder, level):
    sources = []
    for name in [subject["sources"]] if isinstance(subject["sources"], str) else subject["sources"]:
        path = ROOT / name
        if path.is_dir():
            for file in path.iterdir():
                shutil.copy(file, folder)
            sources += sorted(str(p) for p in folder.iterdir() if p.suffix in (".cpp", ".cc", ".c"))
        else:
            sources.append(str(path))
    is_c = all(source.endswith(".c") for source in sources)
    compiler = stage / "bin" / ("cutaway-cc" if is_c else "cutaway-c++")
    standard = [] if is_c else ["-std=c++17"]
    subprocess.run([compiler, "-g", f"-O{level}", *standard, *include_of(sources), *subject.get("flags", []), *sources, "-o", "app"], cwd=folder, check=True)


def debug(subject, stage, folder):
    command = [stage / "bin/cutaway", "debug", "--json", "--force", *[option.replace("{root}", str(ROOT)) for option in subject.get("options", [])],
               *(["--testgen", "tests"] if "fix" in subject else []), "--", "./app", *subject.get("arguments", [])]
    environment = os.environ | subject.get("environment", {})
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=500)
    expected = subject.get("exit", 0)
    require(done.returncode == expected, f"exit status {done.returncode}, expected {expected}\n{done.stdout}{done.stderr}")
    lines = [line for line in done.stdout.splitlines() if line.startswith("{")]
    return json.loads(lines[-1]) if lines else None


def check_level(level, name, functions):
    require("problem" not in level, f"level {name}: {level.get('problem')}")
    require(level["name"] == name, f"level is {level['name']}, expected {name}")
    require(level["minimal"], f"level {name} is not minimal")
    actual = [function_of(call["call"]) for call in level["calls"]]
    if not functions:
        return
    fits = len(actual) == len(functions) and all(a in f.split("|") for a, f in zip(actual, functions))
    listed = "\n  ".join(call["call"] for call in level["calls"])
    require(fits, f"level {name}: expected {functions}, got\n  {listed}")


def check_values(level, subject):
    for call, expected in zip(level["calls"], subject.get("values", [])):
        require(expected in call["call"], f"expected {expected} in {call['call']}")
    if "state_bytes" not in subject:
        return
    for name, (least, most) in zip(("state_bytes_before", "state_bytes_after"), subject["state_bytes"]):
        require(least <= level[name] <= most, f"{name} is {level[name]}, expected {least} to {most}")


def check_recorded_failure(level, result, subject, stage, folder):
    """The recording tells without a replay how it fails; a script may take several failures for the same."""
    shown = subprocess.run([stage / "bin/cutaway", "show", "--json", "--count", "1", level["recording"]],
                           cwd=folder, capture_output=True, text=True, check=True)
    recorded = json.loads(shown.stdout.splitlines()[0])["info"].get("failure", {})
    is_same = recorded.get("signature") == result["failure"]["signature"]
    require(is_same or "--script" in subject.get("options", []), f"{level['recording']} says that it fails by {recorded}")


def check(subject, result, stage, folder):
    text = result["failure"]["text"]
    require(subject["failure"] in text, f"failure is «{text}», expected «{subject['failure']}»")
    problems = subject.get("problems", [])
    for level, problem in zip(result["levels"], problems, strict=False):
        require(problem in level.get("problem", ""), f"{level['name']}: expected the problem «{problem}», got {level}")
    levels = result["levels"][len(problems):]
    expected = subject.get("levels", [])
    require(len(levels) >= len(expected), f"{len(levels)} levels, expected {len(expected)}")
    for level, (name, functions) in zip(levels, expected):
        check_level(level, name, functions)
    check_values(levels[0], subject)
    for level, most in zip(levels, subject.get("at_most", [])):
        require("problem" not in level, f"level {level['inside']}: {level.get('problem')}")
        require(level["calls_after"] <= most, f"{level['inside']}: {level['calls_after']} calls, at most {most} expected")
    for level, most in zip(levels, subject.get("sliced", [])):
        require(level["calls_sliced"] <= most, f"{level['inside']}: a slice of {level['calls_sliced']} calls, at most {most} expected")
    for level in levels:
        check_recorded_failure(level, result, subject, stage, folder)
        replay = subprocess.run([stage / "bin/cutaway", "replay", "--json", level["recording"]],
                                cwd=folder, capture_output=True, text=True)
        require(replay.returncode == 0, f"{level['recording']} does not fail when replayed: {replay.stdout}{replay.stderr}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("subject", type=pathlib.Path)
    parser.add_argument("--stage", type=pathlib.Path, required=True)
    parser.add_argument("--work", type=pathlib.Path, required=True)
    options = parser.parse_args()
    subject = tomllib.loads(options.subject.read_text())
    for level in subject.get("optimize", [1]):
        folder = options.work.resolve() / f"{options.subject.stem}.O{level}"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        (folder / ".clang-format").write_text("DisableFormat: true\n")  # not as the code of Cutaway
        build(subject, options.stage.resolve(), folder, level)
        try:
            result = debug(subject, options.stage.resolve(), folder)
            if result is not None:
                check(subject, result, options.stage.resolve(), folder)
            if "fix" in subject:
                check_test(subject, options.subject, result, folder, options.stage.resolve())
        except Failed as problem:
            print(f"-O{level}: {problem}\nfolder: {folder}", file=sys.stderr)
            return 1
    return 0


sys.exit(main())
