#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Recordings of projects' own tests as regression tests: do these pass elsewhere, and do they find mutants?

1. Each case of a project's tests is recorded with several insides, and `cutaway testgen --regression` writes a test.
2. All tests are built with the library's sources by clang++ -O0, clang++ -O2 and g++ -O2, and run: all must pass. The
   tests themselves are compiled by the same compiler without optimisation.
3. Seeded mutants of the library, in lines that the project's tests reach: whether those find them, and which of the
   generated tests do.

Results are appended to <work>/results.jsonl; what stands there and was made with the same build of Cutaway is not done
again. `--table` only prints what the results say. The exit status is 1 if a test fails without a mutant, if there are
fewer tests than LEAST says, or if the project's tests find more mutants.
"""
import collections
import concurrent.futures
import dataclasses
import hashlib
import json
import pathlib
import re
import shutil
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from mutants import find_mutants, shuffled  # noqa: E402
from projects import BUILD_TIMEOUT_S, PROJECTS, Case, TestFailure, fingerprint, prepare_folder, run  # noqa: E402
from options import make_parser, parse  # noqa: E402
from regression_tables import print_table, summarize  # noqa: E402
from run_study import behaviour  # noqa: E402
from harness.stage import CLANG, Stage  # noqa: E402

SEED = 2007
MUTANTS = 20
LEAST = {"tinyxml2": 30, "jsoncpp": 170}  # tests that there must be
MOST_CALLS = 2000  # of a test; what comes later in the recording is left out
MOST_BYTES = 1 << 20  # of a recording
HANGS = "hangs"
GROUP = 8  # tests that are compiled as one file
TIMEOUT_S = 300
RUN_TIMEOUT_S = 20  # of all generated tests, or one of the project's, which take a second if they do not hang
TEST_TIMEOUT_S = 5  # of one generated test
MOST_HANGS = 3  # of a mutant; what has not been run then is not counted
COMPILERS = {"clang++ -O0": [CLANG["c++"], "-O0"], "clang++ -O2": [CLANG["c++"], "-O2"], "g++ -O2": ["g++", "-O2"]}
MUTANT_COMPILER = "clang++ -O0"
FLAGS = ["-std=gnu++17", "-w"]


def cases_of(project):
    """Single tests, where the other study takes several together."""
    cases = [case for case in project.cases() if case.program != "jsontest"]
    if project.name == "jsoncpp":
        names = run([project.program("jsontest"), "--list-tests"]).require(0).out.decode().split()
        cases = [Case(name, "jsontest", ["--test", name]) for name in names] + cases
    return cases


def tool_fingerprint(prefix):
    return hashlib.sha256((prefix / "bin/cutaway").read_bytes()).hexdigest()[:8] + fingerprint(prefix)


@dataclasses.dataclass
class Test:
    """A generated test, in a folder of its own."""
    key: tuple  # inside, case
    folder: pathlib.Path
    own_program: bool = False

    @property
    def name(self):
        return self.folder.name

    @property
    def source(self):
        return self.folder / f"{self.name}_test.cc"


def in_one_file(tests):
    """Their headers, then each test in a namespace of its own."""
    headers, bodies = {}, []
    for test in tests:
        lines = test.source.read_text(errors="surrogateescape").splitlines()
        headers |= dict.fromkeys(line for line in lines if line.startswith("#include "))
        body = "\n".join(line for line in lines if not line.startswith("#include "))
        bodies.append(f"namespace {test.name} {{\n{body}\n}}\n")
    return "\n".join([*headers, *bodies])


class Subject:
    def __init__(self, project, study):
        self.project, self.stage, self.study = project, project.stage, study
        self.folder = project.work / "regression"
        self.cache = project.work / "cache"
        self.environment = {"CUTAWAY_CACHE": str(self.cache)}
        project.build()
        self.cases = cases_of(project)

    def report(self, **line):
        self.study.report({"project": self.project.name, **line})

    def insides(self):
        """The library as a whole, then each of its classes."""
        found = set()
        for program in self.project.programs():
            listed = run([self.stage.tool, "list", "--json", self.project.program(program.name)],
                         timeout_s=TIMEOUT_S).require(0)
            found.update(self.project.classes(json.loads(listed.out)))
        return [f"{self.project.namespaces[0]}::", *sorted(found)]

    # --- 1: recordings and tests ------------------------------------------------------------

    def write_tests(self, done):
        for inside in self.insides():
            left = [case for case in self.cases if (self.project.name, inside, case.name) not in done]
            with concurrent.futures.ThreadPoolExecutor(self.study.options.jobs) as pool:
                list(pool.map(lambda case, inside=inside: self.study.has_time() and self.write_test(inside, case), left))
            shutil.rmtree(self.cache / "variants", ignore_errors=True)  # objects serve other insides

    def write_test(self, inside, case):
        name = "case_" + hashlib.sha256(repr((inside, case.name)).encode()).hexdigest()[:10]
        folder, recording = self.folder / "tests" / name, self.folder / "recordings" / f"{name}.cut"
        line = {"kind": "test", "inside": inside, "case": case.name, "name": name}
        try:
            self.record(inside, case, recording)
            shutil.rmtree(folder, ignore_errors=True)
            started = time.monotonic()
            ended = run([self.stage.tool, "testgen", "--regression", "--kind", "standalone", "--json", "--name", name,
                         "--calls", MOST_CALLS, "-o", folder, recording], timeout_s=TIMEOUT_S, env=self.environment)
            line["seconds"] = round(time.monotonic() - started, 1)
            if ended.status == 0:
                made = json.loads(ended.out)
                line |= {"result": "written", "calls": made["calls"], "own_program": made["own_program"],
                         "expectations": made["expectations"], "left_out": made["left_out"]}
            else:
                line |= {"result": "none", "text": ended.err.decode(errors="replace")}
        except TestFailure as failure:
            line |= {"result": "none", "text": str(failure)}
        self.report(**line)

    def record(self, inside, case, recording):
        """Keeps the recording of an earlier run with the same plugin and runtimes."""
        tool = recording.with_suffix(".tool")
        if recording.exists() and tool.exists() and tool.read_text() == fingerprint(self.stage.prefix):
            return
        recording.parent.mkdir(parents=True, exist_ok=True)
        where = self.folder / "run" / recording.stem
        prepare_folder(where, case.files)
        run([self.stage.tool, "record", "-q", "--force", "--inside", inside, "-o", recording, "--",
             self.project.program(case.program), *case.args], where, timeout_s=TIMEOUT_S, env=self.environment)
        if not recording.exists():
            raise TestFailure("nothing was recorded")
        if recording.stat().st_size > MOST_BYTES:
            raise TestFailure("the recording is too long")
        tool.write_text(fingerprint(self.stage.prefix))
        shutil.rmtree(where)

    # --- 2: builds --------------------------------------------------------------------------

    def tests(self, lines):
        return [Test((line["inside"], line["case"]), self.folder / "tests" / line["name"], line["own_program"])
                for line in lines if line["result"] == "written"]

    def flags(self):
        return FLAGS + [re.sub(r"^-I(?!/)", f"-I{self.project.source}/", flag) for flag in self.project.flags]

    def compile_library(self, compiler, folder, replaced=None):
        """Objects of the library; `replaced` is a mutant of one of its sources."""
        objects = []
        folder.mkdir(parents=True, exist_ok=True)
        for source in self.project.paths(*self.project.library):
            target, actual = folder / f"{source.stem}.o", source
            if replaced and replaced.source == source:
                actual = folder / source.name
                actual.write_text(replaced.text(), errors="surrogateescape")
            run([*COMPILERS[compiler], *self.flags(), f"-I{source.parent}", "-c", actual, "-o", target], folder,
                timeout_s=TIMEOUT_S).require(0)
            objects.append(target)
        return objects

    def compile_tests(self, compiler, tests):
        """Object of each test, by its name; the text of an error in place of what does not compile."""
        folder = self.build_folder(compiler)
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)

        def compile_one(source, name):
            target = folder / f"{name}.o"
            ended = run([COMPILERS[compiler][0], "-O0", *self.flags(), "-c", source, "-o", target], folder,
                        timeout_s=BUILD_TIMEOUT_S)
            return target if ended.status == 0 else ended.describe()

        def compile_group(group):
            """Most of the time goes to headers, so several tests are one file; each alone if that does not compile."""
            if len(group) > 1:
                source = folder / f"group_{group[0].name}.cc"
                source.write_text(in_one_file(group))
                made = compile_one(source, source.stem)
                if isinstance(made, pathlib.Path):
                    return {test.name: made for test in group}
            return {test.name: compile_one(test.source, test.name) for test in group}

        together = [test for test in tests if not test.own_program]
        groups = [together[start:start + GROUP] for start in range(0, len(together), GROUP)]
        groups += [[test] for test in tests if test.own_program]
        objects = {}
        with concurrent.futures.ThreadPoolExecutor(self.study.options.jobs) as pool:
            for made in pool.map(compile_group, groups):
                objects |= made
        return objects

    def build_folder(self, compiler):
        return self.folder / compiler.replace(" ", "").replace("+", "p")

    def link(self, compiler, tests, objects, library, folder):
        """Programs by name of their tests: one of all, and one of each that defines functions of the library's."""
        together = [test for test in tests if not test.own_program]
        programs = {}
        for group in [together, *([test] for test in tests if test.own_program)]:
            program = folder / ("tests" if group is together else group[0].name)
            own = dict.fromkeys(objects[test.name] for test in group)
            run([*COMPILERS[compiler], *own, *library, "-lgtest_main", "-lgtest", "-pthread", "-o", program], folder,
                timeout_s=TIMEOUT_S).require(0)
            programs |= {test.name: program for test in group}
        return programs

    def run_test(self, program, test):
        """In a process of its own: a mutant may crash it, or hang."""
        try:
            ended = run([program, f"--gtest_filter=*.{camel_case(test.name)}"], self.folder, timeout_s=TEST_TIMEOUT_S)
        except TestFailure as failure:
            return f"{HANGS}: {failure}"
        if b"[  PASSED  ] 1 test" in ended.out:
            return ""
        return ended.describe()

    def run_tests(self, programs, tests):
        """What each failing one says, by its name. One process for all, and one for each if that does not end well."""
        groups = collections.defaultdict(list)
        for test in tests:
            groups[programs[test.name]].append(test)
        failed = {}
        for program, group in groups.items():
            try:
                ended = run([program, "--gtest_brief=1"], self.folder, timeout_s=RUN_TIMEOUT_S)
            except TestFailure:
                ended = None
            if ended is None or ended.status not in (0, 1):
                failed |= self.run_each(programs, group)
                continue
            names = set(re.findall(r"^\[  FAILED  \] \w+\.(\w+)", ended.out.decode(errors="replace"), re.MULTILINE))
            failed |= {test.name: ended.describe() for test in group if camel_case(test.name) in names}
        return failed

    def run_each(self, programs, tests):
        failed, hangs = {}, 0
        for test in tests:
            text = self.run_test(programs[test.name], test)
            hangs += text.startswith(HANGS)
            if text:
                failed[test.name] = text
            if hangs == MOST_HANGS:
                break
        return failed

    def build_and_run(self, compiler, tests):
        folder = self.build_folder(compiler)
        objects = self.compile_tests(compiler, tests)
        library = self.compile_library(compiler, folder)
        built = [test for test in tests if isinstance(objects[test.name], pathlib.Path)]
        programs = self.link(compiler, built, objects, library, folder)
        failed = self.run_tests(programs, built)
        failed |= {test.name: objects[test.name] for test in tests if test not in built}
        for test in tests:
            self.report(kind="run", compiler=compiler, name=test.name, inside=test.key[0], case=test.key[1],
                        passed=test.name not in failed, object=str(objects[test.name]),
                        text=failed.get(test.name, "")[:2000])

    # --- 3: mutants -------------------------------------------------------------------------

    def reached_lines(self):
        """Lines of the library's sources that the project's tests run, by source."""
        folder = self.folder / "coverage"
        programs = self.build_own(folder, ["g++", "-O0", "--coverage"])
        for case in self.own_cases():
            self.run_own(programs, case, folder / "run")
        reached = collections.defaultdict(set)
        for source in self.project.paths(*self.project.library):
            ended = run(["gcov", "--json-format", "--stdout", folder / f"{source.stem}.o"], folder).require(0)
            for file in json.loads(ended.out.splitlines()[0])["files"]:
                if (folder / file["file"]).resolve() == source:
                    reached[source] |= {line["line_number"] for line in file["lines"] if line["count"] > 0}
        return reached

    def build_own(self, folder, compiler, library=None):
        """The project's test programs, plainly compiled."""
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        if library is None:
            library = []
            for source in self.project.paths(*self.project.library):
                library.append(folder / f"{source.stem}.o")
                run([*compiler, *self.flags(), "-c", source, "-o", library[-1]], folder, timeout_s=TIMEOUT_S).require(0)
        programs = {}
        for program in self.project.programs():
            own = self.own_objects(program)
            programs[program.name] = folder / program.name
            run([*compiler, *own, *library, *program.libs, "-o", programs[program.name]], folder,
                timeout_s=TIMEOUT_S).require(0)
        return programs

    def own_objects(self, program):
        folder = self.folder / "own" / program.name
        folder.mkdir(parents=True, exist_ok=True)
        objects = [folder / f"{source.stem}.o" for source in program.sources]
        for source, target in zip(program.sources, objects, strict=True):
            if not target.exists():
                run([*COMPILERS[MUTANT_COMPILER], *self.flags(), "-c", source, "-o", target], folder,
                    timeout_s=TIMEOUT_S).require(0)
        return objects

    def own_cases(self):
        """All that the project's tests do: with jsontest in one run."""
        cases = [case for case in self.project.cases() if case.program != "jsontest"]
        return cases + ([Case("all", "jsontest", [])] if self.project.name == "jsoncpp" else [])

    def run_own(self, programs, case, where):
        prepare_folder(where, case.files)
        try:
            ended = run([programs[case.program], *case.args], where, timeout_s=RUN_TIMEOUT_S)
        except TestFailure:
            return {"status": HANGS}
        return behaviour(ended, where, self.project.ignore)

    def try_mutants(self, tests, objects, wanted):
        """Mutants of lines that the project's tests reach; one that does not compile is none.
        Those that an earlier run has tried are in the results."""
        reached = self.reached_lines()
        mutants = [mutant for source in self.project.paths(*self.project.library) for mutant in find_mutants(source)
                   if mutant.line in reached[source]]
        folder = self.folder / "mutant"
        programs = self.build_own(folder, COMPILERS[MUTANT_COMPILER])
        expected = {case.name: self.run_own(programs, case, folder / "run") for case in self.own_cases()}
        done = self.study.lines("mutant", self.project.name)
        for mutant in shuffled(mutants, SEED):
            if wanted <= 0:
                return
            if any(line.items() >= mutant.key().items() for line in done):
                wanted -= 1
                continue
            wanted -= self.try_mutant(mutant, tests, objects, expected, folder)

    def try_mutant(self, mutant, tests, objects, expected, folder):
        shutil.rmtree(folder)
        try:
            library = self.compile_library(MUTANT_COMPILER, folder / "library", mutant)
        except TestFailure:
            folder.mkdir(exist_ok=True)
            return 0
        generated = self.link(MUTANT_COMPILER, tests, objects, library, folder / "library")
        found_by = sorted(self.run_tests(generated, tests))
        own = self.build_own(folder / "own", COMPILERS[MUTANT_COMPILER], library)
        own_found, hangs = [], 0
        for case in self.own_cases():
            seen = self.run_own(own, case, folder / "run")
            hangs += seen["status"] == HANGS
            if seen != expected[case.name]:
                own_found.append(case.name)
            if hangs == MOST_HANGS:
                break
        self.report(kind="mutant", **mutant.key(), change=mutant.kind, own=len(own_found), generated=len(found_by),
                    found_by=found_by[:10])
        return 1


def camel_case(name):
    return "".join(word[:1].upper() + word[1:] for word in name.split("_"))


# --- All of it ------------------------------------------------------------------------------


class Study:
    def __init__(self, options):
        self.options = options
        self.path = options.work / "results.jsonl"
        self.ends_at = time.monotonic() + options.minutes * 60
        self.tool = tool_fingerprint(options.stage)
        self.writing = threading.Lock()

    def has_time(self):
        return time.monotonic() < self.ends_at

    def report(self, line):
        with self.writing, open(self.path, "a", encoding="utf-8") as file:
            file.write(json.dumps({**line, "tool": self.tool}) + "\n")
        if line["kind"] == "run" and not line["passed"]:
            print(f"FAILED: {json.dumps(line, indent=1)}", flush=True)

    def lines(self, kind, project=None):
        """Of this build of Cutaway; of those about the same thing the last."""
        if not self.path.exists():
            return []
        lines = map(json.loads, self.path.read_text(encoding="utf-8").splitlines())
        about = ("project", "name", "compiler", "source", "start", "after")
        return list({tuple(line.get(key) for key in about): line for line in lines
                     if line["kind"] == kind and line["tool"] == self.tool
                     and project in (None, line["project"])}.values())

    def run(self, name):
        subject = Subject(PROJECTS[name](Stage(self.options.stage), self.options.work), self)
        done = {(line["project"], line["inside"], line["case"]) for line in self.lines("test")}
        subject.write_tests(done)
        tests = subject.tests(self.lines("test", name))
        print(f"{name}: {len(tests)} tests", flush=True)
        ran = {(line["compiler"], line["name"]) for line in self.lines("run", name)}
        for compiler in COMPILERS:
            if any((compiler, test.name) not in ran for test in tests):
                subject.build_and_run(compiler, tests)
        objects = {line["name"]: pathlib.Path(line["object"]) for line in self.lines("run", name)
                   if line["compiler"] == MUTANT_COMPILER and line["passed"]}
        tests = [test for test in tests if test.name in objects]
        if len(self.lines("mutant", name)) < self.options.mutants:
            subject.try_mutants(tests, objects, self.options.mutants)


def main():
    parser = make_parser(__doc__, LEAST, "compilers and tests at the same time", "recording")
    parser.add_argument("--mutants", type=int, default=MUTANTS, help="for each project")
    options = parse(parser)
    study = Study(options)
    if options.table:
        print_table(study, PROJECTS, COMPILERS)
        return 0
    names, is_good = options.project or list(LEAST), True
    for name in names:
        try:
            study.run(name)
        except TestFailure as failure:
            print(f"FAILED: {name}: {failure}")
            return 1
        found = summarize(study, name, COMPILERS)
        is_good &= found["failed"] == 0 and found["written"] >= LEAST[name] and found["generated"] >= found["own"]
        print(f"{name}: {found}")
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main())
