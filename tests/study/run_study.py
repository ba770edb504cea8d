#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Repeats SCARPE's feasibility study: insides of one class, then of 2 to 5, recorded with all tests of a project.

Each recorded run must behave like the plain one (status, output, files) and its recording is replayed strictly, each
fifth one made with --verify. Results are appended to <work>/results.jsonl; what stands there and was made with the same
build of Cutaway is not done again, unless it failed.
Repeat one recording with --project, --inside and --case. `--table` only prints what the results say.
"""
import hashlib
import itertools
import json
import pathlib
import random
import re
import shutil
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from options import make_parser, parse  # noqa: E402
from projects import PROJECTS, TestFailure, fingerprint, prepare_folder, run  # noqa: E402
from harness.stage import Stage  # noqa: E402
from summary import FAILURES, print_summary, print_table, read_results  # noqa: E402

SEED = 2007
SETS_OF_EACH_SIZE = 25
SIZES = (2, 3, 4, 5)
VERIFY_EACH = 5
TIMEOUT_S = 300
WEAVE_TIMEOUT_S = 1800
NEVER_CALLED = b"the inside was never called"


def choose_insides(classes):
    """Each class alone, and random sets. In turn, so that a study that is stopped has some of all sizes."""
    choice = random.Random(SEED)
    alone = choice.sample([[name] for name in classes], len(classes))

    def draw(size):
        return tuple(sorted(choice.sample(classes, size)))

    sets = {size: dict.fromkeys(draw(size) for _ in range(SETS_OF_EACH_SIZE)) for size in SIZES}
    for size in SIZES:  # some may have been drawn twice
        while len(sets[size]) < SETS_OF_EACH_SIZE:
            sets[size][draw(size)] = None
    in_turn = [list(each) for in_each_size in zip(*sets.values()) for each in in_each_size]
    pairs = itertools.zip_longest(alone, in_turn)
    return [inside for pair in pairs for inside in pair if inside]


def behaviour(ended, folder, ignore):
    """All that a user sees of a run: status, output and the files that are there afterwards."""
    def lines(data):
        return [line for line in data.decode(errors="replace").splitlines() if not (ignore and re.search(ignore, line))]

    files = {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
             for path in sorted(folder.rglob("*")) if path.is_file()}
    return {"status": ended.status, "out": lines(ended.out), "err": lines(ended.err), "files": files}


class Subject:
    """A project that is built, with what its plain runs do, and the insides that are still to be studied."""

    def __init__(self, project, options, done):
        self.project, self.stage, self.options = project, project.stage, options
        project.build()
        self.cases = project.cases()
        self.classes_of = {program.name: self.list_classes(program.name) for program in project.programs()}
        self.classes = sorted(set().union(*self.classes_of.values()))
        self.insides = [inside for inside in choose_insides(self.classes)
                        if any(self.key(inside, case) not in done for case in self.cases)]
        self.done = done
        self.run_folder, self.kept = project.work / "run", project.work / "kept"
        self.cache = project.work / "cache"
        self.environment = {"CUTAWAY_CACHE": str(self.cache)}
        self.plain = {}
        self.spent_s = 0.0

    def key(self, inside, case):
        return self.project.name, "+".join(inside), case.name

    def list_classes(self, program):
        listed = run([self.stage.tool, "list", "--json", self.project.program(program)], timeout_s=TIMEOUT_S).require(0)
        return self.project.classes(json.loads(listed.out))

    def run_case(self, case, command):
        prepare_folder(self.run_folder, case.files)
        ended = run(command, self.run_folder, timeout_s=TIMEOUT_S, env=self.environment)
        return ended, behaviour(ended, self.run_folder, self.project.ignore)

    def plain_behaviour(self, case):
        if case.name not in self.plain:
            _, self.plain[case.name] = self.run_case(case, [self.project.program(case.program), *case.args])
        return self.plain[case.name]

    # --- One inside -------------------------------------------------------------------------

    def study(self, inside, report):
        woven = {}
        for program in self.project.programs():
            here = [name for name in inside if name in self.classes_of[program.name]]
            started = time.monotonic()
            woven[program.name] = self.weave(program.name, here)
            report({"kind": "weave", "program": program.name, "seconds": round(time.monotonic() - started, 2),
                    "failure": woven[program.name].get("failure", "")}, self.project.name, inside)
        for number, case in enumerate(self.cases):
            if self.key(inside, case) in self.done or "failure" in woven[case.program]:
                continue
            is_verified = (len(inside) + number) % VERIFY_EACH == 0
            report(self.check(inside, case, woven[case.program]["patterns"], is_verified), self.project.name, inside)
        shutil.rmtree(self.cache / "variants", ignore_errors=True)  # objects serve other insides

    def weave(self, program, inside):
        patterns = [word for name in inside for word in ("--inside", name)]
        if not inside:
            return {"patterns": []}
        try:
            run([self.stage.tool, "weave", "-q", *patterns, self.project.program(program)],
                timeout_s=WEAVE_TIMEOUT_S, env=self.environment).require(0)
        except TestFailure as failure:
            return {"failure": str(failure)}
        return {"patterns": patterns}

    def check(self, inside, case, patterns, is_verified):
        """Records and replays; returns the line of the results."""
        line = {"kind": "recording", "case": case.name, "verify": is_verified}
        if not patterns:  # no function of these classes is in this program
            return {**line, "result": "empty"}
        recording = self.project.work / "study.cut"
        recording.unlink(missing_ok=True)
        command = [self.stage.tool, "record", "-q", *(["--verify"] if is_verified else []), *patterns, "-o", recording,
                   "--", self.project.program(case.program), *case.args]
        try:
            expected = self.plain_behaviour(case)
            ended, seen = self.run_case(case, command)
            if seen != expected:
                different = [key for key in seen if seen[key] != expected[key]]
                return self.keep({**line, "result": "differs", "text": f"{different} differ\n{ended.describe()}"},
                                 inside, case, recording)
            return self.replay({**line, "bytes": recording.stat().st_size}, inside, case, recording)
        except TestFailure as failure:
            return self.keep({**line, "result": "failed", "text": str(failure)}, inside, case, recording)

    def replay(self, line, inside, case, recording):
        ended = self.stage.replay(recording, timeout_s=TIMEOUT_S, env=self.environment)
        if ended.status == 1 and NEVER_CALLED in ended.err:
            return {**line, "result": "empty"}
        if ended.status == 0:
            report = json.loads(ended.out)
            if report["outcome"] == "followed":
                return {**line, "result": "replayed",
                        **{key: report[key] for key in ("incalls", "outcalls", "events", "patched_bytes")}}
        result = "diverged" if ended.status == 3 else "failed"
        return self.keep({**line, "result": result, "text": ended.describe()}, inside, case, recording)

    def keep(self, line, inside, case, recording):
        name = hashlib.sha256(repr(self.key(inside, case)).encode()).hexdigest()[:12]
        self.kept.mkdir(parents=True, exist_ok=True)
        if recording.exists():
            shutil.copy(recording, self.kept / f"{name}.cut")
        line["repeat"] = (f"python3 {sys.argv[0]} --stage {self.options.stage} --work {self.options.work} "
                          f"--project {self.project.name} --inside {'+'.join(inside)} --case '{case.name}'")
        return line


# --- All of them ----------------------------------------------------------------------------


class Study:
    def __init__(self, options):
        self.options = options
        self.path = options.work / "results.jsonl"
        self.lock = threading.Lock()
        self.ends_at = time.monotonic() + options.minutes * 60
        self.tool = fingerprint(options.stage)
        self.subjects, self.is_built = [], False  # subjects in nobody's hands

    def report(self, line, project, inside):
        line = {"project": project, "inside": "+".join(inside), **line, "tool": self.tool}
        with self.lock, open(self.path, "a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
        if line.get("result") in ("differs", "diverged", "failed") or line.get("failure"):
            print(f"FAILED: {json.dumps(line, indent=1)}", flush=True)

    def work(self):
        """Takes the project that has had the least time and is in nobody's hands: its tests write beside it."""
        while time.monotonic() < self.ends_at:
            with self.lock:
                idle = [each for each in self.subjects if each.insides]
                subject = min(idle, key=lambda each: each.spent_s, default=None)
                if subject:
                    self.subjects.remove(subject)
                    inside = subject.insides.pop(0)
                elif self.is_built:
                    return
            if subject is None:
                time.sleep(1)
                continue
            started = time.monotonic()
            try:
                subject.study(inside, self.report)
            finally:
                subject.spent_s += time.monotonic() - started
                with self.lock:
                    self.subjects.append(subject)

    def run(self, names):
        threads = [threading.Thread(target=self.work) for _ in range(self.options.jobs)]
        for thread in threads:
            thread.start()
        try:
            recordings = read_results(self.path, self.tool)["recordings"]
            done = {key for key, line in recordings.items() if line["result"] not in FAILURES}
            for name in names:
                self.add(name, done)
        finally:
            self.is_built = True
            for thread in threads:
                thread.join()

    def add(self, name, done):
        subject = Subject(PROJECTS[name](Stage(self.options.stage), self.options.work), self.options, done)
        self.report({"kind": "project", "classes": subject.classes, "cases": len(subject.cases)}, name, [])
        print(f"{name}: {len(subject.classes)} classes, {len(subject.cases)} cases, "
              f"{len(subject.insides)} insides to do", flush=True)
        with self.lock:
            self.subjects.append(subject)

    def repeat(self, name, inside, case_name):
        subject = Subject(PROJECTS[name](Stage(self.options.stage), self.options.work), self.options, set())
        subject.cases = [case for case in subject.cases if case_name in (None, case.name)]
        subject.study(inside, lambda line, *_: print(json.dumps(line, indent=1)))


def main():
    parser = make_parser(__doc__, PROJECTS, "projects studied at the same time", "inside")
    parser.add_argument("--inside", help="classes joined by +: only this inside, result to stdout")
    parser.add_argument("--case", help="only this case")
    options = parse(parser)
    study = Study(options)
    if options.table:
        print_table(study.path, study.tool)
        return 0
    try:
        if options.inside:
            study.repeat(options.project[0], options.inside.split("+"), options.case)
            return 0
        study.run(options.project or list(PROJECTS))
    except TestFailure as failure:
        print(f"FAILED: {failure}")
        return 1
    return print_summary(study.path, study.tool, options.project or list(PROJECTS))


if __name__ == "__main__":
    sys.exit(main())
