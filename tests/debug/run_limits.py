#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`cutaway debug` keeps the best so far when it is stopped, and its result does not depend on the number of jobs."""
import argparse
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
ALL_CALLS, NEEDED_CALLS = 242, 82  # the constructor, 80 fills, the drive


def command_of(process):
    try:
        return pathlib.Path(f"/proc/{process}/cmdline").read_text()
    except OSError:  # it has ended
        return ""


class Limits(unittest.TestCase):
    stage = work = None

    @classmethod
    def setUpClass(cls):
        shutil.rmtree(cls.work, ignore_errors=True)
        cls.work.mkdir(parents=True)
        subprocess.run([cls.stage / "bin/cutaway-c++", "-g", "-O0", ROOT / "tests/debug/traps/many_needed.cc", "-o", "app"],
                       cwd=cls.work, check=True)
        subprocess.run([cls.stage / "bin/cutaway", "weave", "--whole-program", "./app"], cwd=cls.work, check=True,
                       capture_output=True)
        # A script makes tests slow enough to be stopped among them.
        cls.slow = cls.work / "slow.sh"
        cls.slow.write_text("#!/bin/sh\nsleep 0.02\ngrep -q '\"failed\"' \"$CUTAWAY_OUTCOME\"\n")
        cls.slow.chmod(0o755)

    def start(self, *options, of=("--", "./app")):
        self.folder = self.work / (self.id().split(".")[-1] + ".cut")
        command = [self.stage / "bin/cutaway", "debug", "--json", "--force", "-o", self.folder, *options, *of]
        return subprocess.Popen(command, cwd=self.work, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def finish(self, process):
        output, errors = process.communicate(timeout=300)
        self.assertEqual(process.returncode, 0, errors)
        return json.loads([line for line in output.splitlines() if line.startswith("{")][-1])["levels"][0]

    def check_that_it_fails(self, level):
        done = subprocess.run([self.stage / "bin/cutaway", "replay", level["recording"]], cwd=self.work)
        self.assertEqual(done.returncode, 0)

    def check_partly_shrunk(self, level):
        self.assertFalse(level["minimal"])
        self.assertGreater(level["calls_after"], NEEDED_CALLS)
        self.check_that_it_fails(level)

    def test_is_the_same_for_any_number_of_jobs(self):
        subprocess.run([self.stage / "bin/cutaway", "record", "-q", "--whole-program", "-o", "run.cut", "--", "./app"],
                       cwd=self.work, capture_output=True)
        results = []
        for jobs in ("1", "2", "5"):
            level = self.finish(self.start("--jobs", jobs, of=("--recording", "run.cut")))
            self.assertEqual((level["calls_after"], level["minimal"]), (NEEDED_CALLS, True))
            results.append((level["calls"], pathlib.Path(self.work / level["recording"]).read_bytes()))
        self.assertEqual(results[0], results[1])
        self.assertEqual(results[0], results[2])

    def test_max_tests(self):
        level = self.finish(self.start("--no-slice", "--max-tests", "30"))
        self.check_partly_shrunk(level)
        self.assertLessEqual(level["tests"], 40)  # one that was running is still confirmed, the result written

    def test_timeout(self):
        self.check_partly_shrunk(self.finish(self.start("--no-slice", "--script", self.slow, "--timeout", "2")))

    def test_timeout_starts_when_the_run_is_recorded(self):
        level = self.finish(self.start("--timeout", "4", of=("--", "./app", "5")))
        self.assertLess(level["calls_after"], ALL_CALLS)

    def test_a_server_that_dies_is_a_problem_of_its_level(self):
        process = self.start("--no-slice", "--jobs", "1", "--script", self.slow)
        log = self.folder / "1.tests"
        while process.poll() is None and not (log.exists() and log.read_text().count("\n") > 25):
            time.sleep(0.02)
        # While the script runs, so that the tool writes to the server next.
        server = None
        while process.poll() is None and server is None:
            children = pathlib.Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
            commands = {child: command_of(child) for child in children}
            if any("slow.sh" in command for command in commands.values()):
                server = next((child for child, command in commands.items() if command and "slow.sh" not in command), None)
        os.kill(int(server), signal.SIGKILL)
        output, errors = process.communicate(timeout=300)
        self.assertEqual(process.returncode, 5, errors)  # at no level
        level = json.loads(output.splitlines()[-1])["levels"][0]
        self.assertIn("the server of tests ended", level["problem"])

    def test_interrupt(self):
        process = self.start("--no-slice", "--script", self.slow)
        log = self.folder / "1.tests"
        while process.poll() is None and not (log.exists() and log.read_text().count("\n") > 25):
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        self.check_partly_shrunk(self.finish(process))

    def test_log_has_a_line_for_each_test(self):
        level = self.finish(self.start("--no-state"))
        lines = [json.loads(line) for line in (self.work / (level["recording"] + ".tests")).read_text().splitlines()]
        self.assertEqual(sorted(line["test"] for line in lines), list(range(1, len(lines) + 1)))
        self.assertGreaterEqual(len(lines), level["tests"])

    def test_a_pass_can_be_switched_off(self):
        level = self.finish(self.start("--no-calls"))
        self.assertEqual(level["calls_after"], level["calls_sliced"])
        level = self.finish(self.start("--no-calls", "--no-slice"))
        self.assertEqual(level["calls_after"], ALL_CALLS)

    def test_a_folder_that_exists_stays(self):
        self.finish(self.start())
        command = [self.stage / "bin/cutaway", "debug", "-o", self.folder, "--", "./app"]
        done = subprocess.run(command, cwd=self.work, capture_output=True, text=True)
        self.assertEqual(done.returncode, 1)
        self.assertIn("--force", done.stderr)
        self.assertTrue((self.folder / "1").exists())


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--stage", type=pathlib.Path, required=True)
    parser.add_argument("--work", type=pathlib.Path, required=True)
    options, rest = parser.parse_known_args()
    Limits.stage, Limits.work = options.stage.resolve(), options.work.resolve() / "limits"
    unittest.main(argv=[sys.argv[0], *rest])
