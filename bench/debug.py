#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures `cutaway debug`: tests a second, the event slice, a recording of a million incalls, the time-zone example; and
`cutaway testgen`: writing a test, running it.

Programs are woven before anything is timed. Wall time, so the machine must be quiet.
"""
import argparse
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
TESTS_BAR, SLICE_BAR_S, MEMORY_BAR_GIB, EXAMPLE_BAR_S = 1000, 2, 2, 10
TESTGEN_BAR_S, UNIT_TEST_BAR_MS = 1, 200


def memory_of_group(group):
    """Bytes that the processes of a group have for themselves, and their parts of what they share."""
    total = 0
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if os.getpgid(int(folder.name)) != group:
                continue
            for line in (folder / "smaps_rollup").read_text().splitlines():
                if line.startswith("Pss:"):
                    total += int(line.split()[1]) * 1024
        except OSError:
            continue
    return total


class Debugger:
    def __init__(self, prefix, work):
        self.tool, self.work = prefix / "bin/cutaway", work

    def run(self, *options, environment=None, watches_memory=False):
        """Returns the last level, seconds of wall time, and the most memory seen."""
        command = [self.tool, "debug", "--json", "--force", "-o", self.work / "debug.cut", *options]
        started = time.monotonic()
        process = subprocess.Popen(command, cwd=self.work, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                                   env=os.environ | (environment or {}), start_new_session=True)
        peak = [0]

        def watch():
            while process.poll() is None:
                peak[0] = max(peak[0], memory_of_group(process.pid))
                time.sleep(0.02)
        if watches_memory:
            threading.Thread(target=watch, daemon=True).start()
        output = process.communicate()[0]
        seconds = time.monotonic() - started
        if process.returncode != 0:
            raise SystemExit(f"{command}: exit status {process.returncode}\n{output}")
        result = json.loads([line for line in output.splitlines() if line.startswith("{")][-1])
        return result["levels"], seconds, peak[0]


def build(prefix, sources, program):
    subprocess.run([prefix / "bin/cutaway-c++", "-g", "-O1", "-std=c++17", *sources, "-o", program], check=True)


def record(prefix, work, calls, needed):
    recording = work / f"{calls}.cut"
    subprocess.run([prefix / "bin/cutaway", "record", "-q", "--force", "--inside", "Ledger", "-o", recording, "--",
                    work / "ledger", str(calls), str(needed)], capture_output=True)
    return recording


def measure_tests(debugger, recording, runs):
    """Tests a second while calls are left out, slicing and the rest switched off."""
    rates = []
    for _ in range(runs):
        levels, _, _ = debugger.run("--no-levels", "--no-slice", "--no-state", "--no-values", "--recording", recording)
        rates.append(levels[0]["tests"] / levels[0]["seconds"])
    return rates


def measure_slice(debugger, recording, runs):
    """What slicing adds to a run that only reproduces and traces."""
    options = ["--no-levels", "--no-calls", "--no-state", "--no-values", "--recording", recording]
    def seconds(*more):
        return statistics.median(debugger.run(*options, *more)[1] for _ in range(runs))
    return max(0.0, seconds() - seconds("--no-slice"))


def measure_example(debugger, prefix, runs):
    folder = debugger.work / "time_zone"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(ROOT / "examples/time_zone", folder)
    build(prefix, sorted(folder.glob("*.cc")), folder / "app")
    subprocess.run([prefix / "bin/cutaway", "weave", "--whole-program", folder / "app"], check=True, capture_output=True)
    samples = [debugger.run("--", folder / "app", environment={"TZ": "PST8"}) for _ in range(runs)]
    period = next(level for level in samples[0][0] if level["inside"][-1] == "joda::Period")
    to_period = [sum(level["seconds"] for level in levels[:levels.index(next(
        each for each in levels if each["inside"][-1] == "joda::Period")) + 1]) for levels, _, _ in samples]
    return period, [seconds for _, seconds, _ in samples], to_period


def seconds_of(runs, *command, **options):
    samples = []
    for _ in range(runs):
        started = time.monotonic()
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **options)
        samples.append(time.monotonic() - started)
    return statistics.median(samples)


def measure_testgen(debugger, recording, runs):
    """Of a recording of ten calls: with the check, without it, and the test, built by the command in its header."""
    levels, _, _ = debugger.run("--no-levels", "--no-values", "--recording", recording)
    tests = debugger.work / "tests"
    command = [debugger.tool, "testgen", "--force", "--kind", "standalone", "--name", "ledger", "-o", tests, debugger.work / "debug.cut/1"]
    checked = seconds_of(runs, *command)
    written = seconds_of(runs, *command, "--no-check")
    header = [line.removeprefix("//   ") for line in (tests / "ledger_test.cc").read_text().splitlines() if line.startswith("//   ")]
    subprocess.run(["bash", "-c", "\n".join(header)], cwd=tests, check=True)
    return levels[0]["calls_after"], checked, written, seconds_of(runs, tests / "ledger_test", cwd=tests)


def say(what, figure, bar):
    print(f"{what:<62} {figure:>14}   {bar}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--prefix", type=pathlib.Path, default=ROOT / "build/stage")
    parser.add_argument("--work", type=pathlib.Path, default=ROOT / "build/bench/debug")
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    prefix, work, runs = options.prefix.resolve(), options.work.resolve(), options.runs
    work.mkdir(parents=True, exist_ok=True)
    build(prefix, [ROOT / "bench/drivers/ledger.cpp"], work / "ledger")
    debugger = Debugger(prefix, work)

    rates = measure_tests(debugger, record(prefix, work, 100, 60), runs)
    say("tests a second, 100 calls of small functions", f"{statistics.median(rates):,.0f}", f"at least {TESTS_BAR:,}")
    added = measure_slice(debugger, record(prefix, work, 100_000, 3), runs)
    say("slice of 100,000 incalls, beyond the traced replay", f"{added:.2f} s", f"at most {SLICE_BAR_S} s")
    levels, seconds, peak = debugger.run("--no-levels", "--recording", record(prefix, work, 1_000_000, 3),
                                         watches_memory=True)
    say("memory for 1,000,000 incalls", f"{peak / 2**30:.2f} GiB", f"at most {MEMORY_BAR_GIB} GiB")
    say("  the same, time; calls that are left", f"{seconds:.1f} s; {levels[0]['calls_after']}", "")
    period, totals, to_period = measure_example(debugger, prefix, runs)
    say(f"time zone, all levels ({period['calls_before']:,} calls at Period)", f"{statistics.median(totals):.1f} s",
        f"at most {EXAMPLE_BAR_S} s")
    say("  the same, levels up to Period", f"{statistics.median(to_period):.1f} s", "")
    calls, checked, written, ran = measure_testgen(debugger, record(prefix, work, 100, 7), runs)
    say(f"testgen of {calls} calls, built and run", f"{checked:.2f} s", f"at most {TESTGEN_BAR_S} s")
    say("  the same, --no-check", f"{written:.2f} s", "")
    say("  the test", f"{1000 * ran:.0f} ms", f"at most {UNIT_TEST_BAR_MS} ms")


main()
