#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Repeats SCARPE's efficiency study: what it costs to record one class, for each class of four libraries.

Overhead is CPU time (user and system) of the recorded run over that of plain ones that run at the same time on the same
processor, the median of some such runs; packing is not counted. Libraries and drivers are compiled with -O2. The tables have
the classes that the driver calls, as in the paper; the last line says what it is for all. Results are appended to
<work>/efficiency.jsonl; what stands there is not measured again. Never a test: figures depend on the machine.
"""
import argparse
import concurrent.futures
import contextlib
import json
import os
import pathlib
import random
import shutil
import statistics
import sys

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "tests" / "study")]

import measure  # noqa: E402
from packages import BenchError  # noqa: E402
from projects import PROJECTS, run  # noqa: E402
from harness.stage import Stage  # noqa: E402

DRIVERS = {"tinyxml2": "tinyxml2_orders.cc", "pugixml": "pugixml_orders.cc", "jsoncpp": "jsoncpp_orders.cc",
           "yaml-cpp": "yaml_orders.cc"}
PLAIN_S = 0.4  # CPU time of the plain run that the number of documents is chosen for
RECORDED_PART = 8  # the recording whose events and bytes are counted has this part of the documents
MEDIAN_BAR, LARGE_BAR, LOG_BAR = 0.10, 1.00, 8.0
SEED = 2007


class Subject:
    def __init__(self, name, options, bench):
        self.name, self.bench, self.options = name, bench, options
        self.project = PROJECTS[name](Stage(options.prefix), options.work, level=2)
        self.program = self.build()
        self.documents = self.choose_documents()

    def build(self):
        project = self.project
        folder = project.built / "efficiency"
        objects = project.compile(project.paths(*project.library), folder, 2)
        objects += project.compile([HERE / "drivers" / DRIVERS[self.name]], folder, 2)
        program = folder / f"{self.name}-orders"
        run([project.stage.drivers["c++"], *objects, "-o", program], folder).require(0)
        return program

    def choose_documents(self):
        few = 16
        sample, _, _ = self.bench.launch(self.program, [str(few)], {})
        return max(few, int(few * PLAIN_S / sample.cpu_s) // 8 * 8)

    def classes(self):
        listed = run([self.bench.tree.tool, "list", "--json", self.program]).require(0)
        classes = self.project.classes(json.loads(listed.out))
        random.Random(SEED).shuffle(classes)  # a study that is stopped has a fair sample
        return classes

    def measure(self, name, runs):
        tool = str(self.bench.tree.tool)
        woven = run([tool, "weave", "-q", "--inside", name, self.program], timeout_s=1800).require(0)
        variant = pathlib.Path(woven.out.decode().strip())
        line = {"project": self.name, "class": name, "documents": self.documents, **self.count(name)}
        line["pairs"] = [self.time_pair(variant) for _ in range(runs)]
        shutil.rmtree(variant.parent)
        return line

    def count(self, name):
        """What a recording of some of the documents holds; it is replayed, too."""
        recording = self.options.work / "efficiency.cut"
        few = max(1, self.documents // RECORDED_PART)
        run([self.bench.tree.tool, "record", "-q", "--force", "--inside", name, "-o", recording, "--", self.program, few],
            timeout_s=600).require(0)
        ended = run([self.bench.tree.tool, "replay", "--json", recording], timeout_s=600)
        if ended.status == 1 and b"the inside was never called" in ended.err:
            return {"incalls": 0}
        report = json.loads(ended.require(0).out)
        return {"incalls": report["incalls"], "outcalls": report["outcalls"], "events": report["events"],
                "counted_documents": few, "bytes": recording.stat().st_size}

    def time_pair(self, variant):
        """CPU seconds of a plain and a recorded run. They share a processor in slices of milliseconds, so whatever else a
        shared machine does slows both. Plain runs follow each other until the recorded one ends, so it is never alone; what
        they do alone after that is not counted."""
        arguments = [str(self.documents)]
        with one_processor(), concurrent.futures.ThreadPoolExecutor(1) as pool:
            recorded = pool.submit(self.bench.run_recorded, variant, arguments)
            plain = [self.bench.launch(self.program, arguments, {})]
            while not recorded.done():
                company = self.bench.launch(self.program, arguments, {})
                if not recorded.done():
                    plain.append(company)
        for kind, (_, code, output) in [("record", recorded.result()), *(("plain", each) for each in plain)]:
            if code != 0:
                raise BenchError(f"{self.name}: {kind} ended with {code}")
            if output != plain[0][2]:
                raise BenchError(f"{self.name}: the recorded run prints something else")
        return statistics.mean(sample.cpu_s for sample, _, _ in plain), recorded.result()[0].cpu_s


@contextlib.contextmanager
def one_processor():
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


# --- Report ---------------------------------------------------------------------------------


def overhead(line):
    return statistics.median(record / plain - 1 for plain, record in line["pairs"])


def crossings_per_s(line):
    plain_s = statistics.median(plain for plain, _ in line["pairs"])
    return (line["incalls"] + line["outcalls"]) * line["documents"] / line["counted_documents"] / plain_s


def bytes_per_1000(lines):
    return sum(line["bytes"] for line in lines) / sum(line["events"] for line in lines) * 1000


def quantile(values, part):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))]


def describe(name, lines):
    overheads = [overhead(line) for line in lines]
    worst = max(lines, key=overhead)
    return [name, str(len(lines)), f"{min(overheads):.0%}", f"{statistics.median(overheads):.0%}",
            f"{statistics.mean(overheads):.0%}", f"{quantile(overheads, 0.9):.0%}", f"{max(overheads):.0%}",
            f"`{worst['class']}`, {crossings_per_s(worst) / 1e6:.1f} M crossings/s", f"{bytes_per_1000(lines):.0f}"]


def print_report(path):
    every = {}
    for text in path.read_text().splitlines():
        line = json.loads(text)
        every[line["project"], line["class"]] = line
    lines = [line for line in every.values() if line["incalls"]]
    if not lines:
        return
    print("| library | classes called | min | median | mean | 90th percentile | max | its cause | bytes per 1,000 events |")
    print("|---|" + "---:|" * 6 + "---|---:|")
    for name in sorted({line["project"] for line in lines}):
        print("| " + " | ".join(describe(name, [line for line in lines if line["project"] == name])) + " |")
    print("| " + " | ".join(describe("**all**", lines)) + " |")
    for which, some in (("classes that are called", lines), ("classes", list(every.values()))):
        overheads = [overhead(line) for line in some]
        print(f"\n{len(some)} {which}: median {statistics.median(overheads):.1%} (bar {MEDIAN_BAR:.0%}), 90th percentile "
              f"{quantile(overheads, 0.9):.0%} (bar {LARGE_BAR:.0%})")
    print(f"\n{bytes_per_1000(lines) / 1000:.2f} kB for 1,000 events (bar {LOG_BAR:.0f} kB)")
    print("\n| class | overhead | crossings per second | events | bytes per 1,000 events |\n|---|---:|---:|---:|---:|")
    for line in sorted(lines, key=overhead, reverse=True):
        print(f"| `{line['class']}` | {overhead(line):.1%} | {crossings_per_s(line):,.0f} | {line['events']:,} | "
              f"{bytes_per_1000([line]):,.0f} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    root = HERE.parent
    parser.add_argument("--prefix", type=pathlib.Path, default=root / "build" / "stage", help="install tree")
    parser.add_argument("--work", type=pathlib.Path, default=root / "build" / "study", help="builds and results")
    parser.add_argument("--project", action="append", choices=sorted(DRIVERS), help="only this one; may be repeated")
    parser.add_argument("--runs", type=int, default=5, help="pairs of runs for each class")
    parser.add_argument("--report", action="store_true", help="only print what the results say")
    options = parser.parse_args()
    options.prefix, options.work = options.prefix.resolve(), options.work.resolve()
    results = options.work / "efficiency.jsonl"
    if options.report:
        print_report(results)
        return 0
    options.work.mkdir(parents=True, exist_ok=True)
    os.environ["CUTAWAY_STORE"] = str(options.work / "store")
    os.environ["CUTAWAY_CACHE"] = os.environ.get("CUTAWAY_CACHE", str(options.work / "cache"))
    bench = measure.Bench(measure.Tree(options.prefix), options.work)
    known = {json.loads(text)["class"] for text in results.read_text().splitlines()} if results.exists() else set()
    todo = []
    for name in options.project or DRIVERS:
        subject = Subject(name, options, bench)
        todo.append([(subject, each) for each in subject.classes() if each not in known])
        measure.note(f"{name}: {len(todo[-1])} classes to measure, {subject.documents} documents")
    for number in range(max(map(len, todo))):  # the projects in turn
        for subject, name in (each[number] for each in todo if number < len(each)):
            measure.note(f"{name}")
            with open(results, "a", encoding="utf-8") as file:
                file.write(json.dumps(subject.measure(name, options.runs)) + "\n")
    print_report(results)
    return 0


if __name__ == "__main__":
    sys.exit(main())
