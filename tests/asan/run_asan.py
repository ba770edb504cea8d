#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs with AddressSanitizer do the same, and report the same, when they are recorded; the recording is followed to
its end, and so is one that is zoomed from it.

Without --programs: reports.cc, once for each kind. With it: programs that are right, a run each."""
import argparse
import pathlib
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
KINDS = ["", "stack", "under", "scope", "variable", "heap", "copy", "overlap", "text", "length", "negative", "huge", "middle", "other", "freed", "twice",
         "printed", "global", "null", "leak", "exit"]


class Failed(Exception):
    pass


def require(condition, text):
    if not condition:
        raise Failed(text)


def run(command, folder, status=None):
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, errors="replace", timeout=200)
    require(status is None or done.returncode == status,
            f"{' '.join(map(str, command))}: exit status {done.returncode}, expected {status}\n{done.stdout}{done.stderr}")
    return done


def report_of(text):
    """What a report says, without addresses, and without frames that are not the program's."""
    lines = []
    for line in text.splitlines():
        if re.match(r" +#\d+ .* in (__libc_|_start|main\.dispatch)", line) or "BuildId" in line and "SUMMARY" not in line:
            continue
        if re.match(r"(=>)? *0x[0-9a-f]+: |==\d+==Register| ?r..? ?= |==\d+==Hint|HINT|.*DEADLYSIGNAL|.*ABORTING", line):
            continue
        line = re.sub(r"==\d+==|0x[0-9a-f]+| \(BuildId.*?\)| \(/\S+\+\)", "", line)
        line = re.sub(r"#\d+", "#", re.sub(r"\.i\d*'", "'", line))
        if re.match(r" +\[\d+, \d+\)|  This frame|.*located in stack|.*at pc ", line):
            line = re.sub(r"\d+|\(s\)|[(T].*", "", line)
        lines.append(line)
    return [line for line in lines if line.strip()]


def check(stage, folder, program, arguments):
    plain = run([f"./{program}", *arguments], folder)
    recording = f"{program}.{'.'.join(arguments)}.cut"
    tool = stage / "bin/cutaway"
    recorded = run([tool, "record", "-q", "--verify", "--whole-program", "--force", "-o", recording, "--", f"./{program}", *arguments],
                   folder, plain.returncode)
    recorded.stderr = "\n".join(line for line in recorded.stderr.splitlines() if not line.startswith("cutaway: wove"))
    require(recorded.stdout == plain.stdout, f"{arguments}: output differs:\n{recorded.stdout}\nexpected\n{plain.stdout}")
    ours, theirs = report_of(recorded.stderr), report_of(plain.stderr)
    kinds = [re.findall(r"(?:ERROR|SUMMARY): (\S+ \S+)", text) for text in (recorded.stderr, plain.stderr)]
    require(kinds[0] == kinds[1], f"{arguments}: {kinds[0]}, expected {kinds[1]}\n{recorded.stderr}")
    frames = [[line for line in report if ".cc:" in line or ".c:" in line] for report in (ours, theirs)]
    require(frames[0] == frames[1], f"{arguments}: frames differ:\n" + "\n".join(frames[0]) + "\nexpected\n" + "\n".join(frames[1]))
    run([tool, "replay", recording], folder, 0)
    return recording


def check_reports(stage, folder, level):
    run([stage / "bin/cutaway-c++", "-g", f"-O{level}", "-fsanitize=address", "-fno-omit-frame-pointer", HERE / "reports.cc", "-o", "reports"], folder, 0)
    for kind in KINDS:
        recording = check(stage, folder, "reports", [kind])
        small = {"": ["Wrong"], "stack": ["Wrong"], "heap": ["Wrong"], "freed": ["Wrong"], "twice": ["Wrong"], "text": ["Wrong"],
                 "under": [str(HERE / "reports.cc"), "-Wrong"]}.get(kind)  # of the last one the frame is the outside's
        if small:
            patterns = [word for pattern in small for word in ("--inside", pattern)]
            run([stage / "bin/cutaway", "zoom", "-q", recording, *patterns, "--force", "-o", "small.cut"], folder, 0)
            run([stage / "bin/cutaway", "replay", "small.cut"], folder, 0)


def check_programs(stage, folder, level, programs):
    for source in programs:
        is_c = source.suffix == ".c"
        compiler = [stage / "bin/cutaway-cc"] if is_c else [stage / "bin/cutaway-c++", "-std=c++20"]
        run([*compiler, "-g", f"-O{level}", "-fsanitize=address,undefined", "-fno-sanitize=vptr", source, "-o", source.stem, "-lpthread", "-lm"], folder, 0)
        check(stage, folder, source.stem, [])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--stage", type=pathlib.Path, required=True)
    parser.add_argument("--work", type=pathlib.Path, required=True)
    parser.add_argument("--level", required=True)
    parser.add_argument("--programs", type=pathlib.Path, nargs="*", default=[])
    options = parser.parse_args()
    folder = options.work.resolve() / f"{'programs' if options.programs else 'reports'}.O{options.level}"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    stage = options.stage.resolve()
    try:
        if options.programs:
            check_programs(stage, folder, options.level, options.programs)
        else:
            check_reports(stage, folder, options.level)
    except Failed as problem:
        print(f"{problem}\nfolder: {folder}", file=sys.stderr)
        return 1
    return 0


sys.exit(main())
