# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds a subject twice, checks that recording and replay are right, and times the variants.

The timed record run sets the environment that `cutaway record` sets and runs the program itself,
so packing is not counted; the timed replay does what `cutaway replay` does after unpacking.
"""
import dataclasses
import json
import math
import os
import pathlib
import shutil
import statistics
import struct
import subprocess
import sys
import threading

import whole
from packages import BenchError
from subjects import Files, Subject

VARIANTS = ("plain", "off", "record", "replay")
TIMEOUT_S = 600
RAW_HEADER_BYTES = 4096


@dataclasses.dataclass
class Sample:
    wall_s: float
    cpu_s: float
    rss_kib: int


@dataclasses.dataclass
class Measurement:
    subject: Subject
    arguments: list[str]
    samples: dict[str, list[Sample]] = dataclasses.field(
        default_factory=lambda: {variant: [] for variant in VARIANTS})
    raw_bytes: int = 0
    packed_bytes: int = 0
    failures: dict[str, str] = dataclasses.field(default_factory=dict)  # by variant

    def median(self, variant: str, clock: str) -> float | None:
        samples = self.samples[variant]
        if variant in self.failures or not samples:
            return None
        return statistics.median(getattr(sample, f"{clock}_s") for sample in samples)

    def spread(self, variant: str, clock: str) -> float:
        """How far the middle half of the runs lies apart, as a part of the median."""
        times = sorted(getattr(sample, f"{clock}_s") for sample in self.samples[variant])
        if len(times) < 4:
            return math.inf
        low, middle, high = statistics.quantiles(times, n=4)
        return (high - low) / middle

    def rss_kib(self, variant: str) -> int | None:
        samples = self.samples[variant]
        if variant in self.failures or not samples:
            return None
        return int(statistics.median(sample.rss_kib for sample in samples))


@dataclasses.dataclass
class Tree:
    """An install or build tree of Cutaway."""
    prefix: pathlib.Path

    def __post_init__(self) -> None:
        for path in (self.tool, self.library("record"), self.library("replay"), self.plugin):
            if not path.exists():
                raise BenchError(f"{path}: not there; run scripts/build, or name a tree with --prefix")

    @property
    def tool(self) -> pathlib.Path:
        return self.prefix / "bin" / "cutaway"

    @property
    def plugin(self) -> pathlib.Path:
        return self.prefix / "lib" / "cutaway" / "cutaway_pass.so"

    def library(self, mode: str) -> pathlib.Path:
        return self.prefix / "lib" / "cutaway" / f"libcutaway_{mode}.so"

    def compiler(self, source: pathlib.Path) -> str:
        return str(self.prefix / "bin" / ("cutaway-cc" if source.suffix == ".c" else "cutaway-c++"))


def plain_compiler(source: pathlib.Path) -> str:
    return "clang-19" if source.suffix == ".c" else "clang++-19"


def note(text: str) -> None:
    print(f"bench: {text}", file=sys.stderr, flush=True)


def must_run(command: list[str], what: str) -> None:
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    if done.returncode != 0:
        text = done.stdout.decode(errors="replace")
        raise BenchError(f"{what}: failed ({done.returncode}): {' '.join(command)}\n{text}")


class Bench:
    def __init__(self, tree: Tree, work: pathlib.Path):
        self.tree = tree
        self.work = work
        work.mkdir(parents=True, exist_ok=True)
        self.folder = work  # to run programs in
        self.needed: pathlib.Path | None = None  # what the folder holds at the start of each run
        self.launcher = work / "launch"
        source = pathlib.Path(__file__).resolve().parent / "launch.c"
        must_run(["clang-19", "-O2", "-D_GNU_SOURCE", str(source), "-o", str(self.launcher)], "launch.c")

    # --- Building ---------------------------------------------------------------------------

    def build(self, subject: Subject, files: Files, is_woven: bool) -> pathlib.Path:
        folder = self.work / subject.name / ("woven" if is_woven else "plain")
        folder.mkdir(parents=True, exist_ok=True)
        program = folder / subject.name
        patterns = [part for pattern in files.patterns for part in ("--inside", pattern)]
        extra = patterns if is_woven else []
        compiler = self.tree.compiler if is_woven else plain_compiler
        commands, objects = [], []
        for source in files.inside + files.outside:
            objects.append(str(folder / (source.name + ".o")))
            commands.append([compiler(source), *extra, "-O2", "-w", *files.flags, "-c", str(source),
                             "-o", objects[-1]])
        main = files.outside[0]
        commands.append([compiler(main), *extra, *objects, "-o", str(program), *files.libraries])
        if not self.is_built(program, commands, files, is_woven):
            note(f"{subject.name}: building {folder.name}")
            for command in commands:
                must_run(command, subject.name)
            self.stamp_of(program).write_text(json.dumps(commands))
        return program

    @staticmethod
    def stamp_of(program: pathlib.Path) -> pathlib.Path:
        return program.with_name(program.name + ".commands")

    def is_built(self, program, commands, files: Files, is_woven: bool) -> bool:
        stamp = self.stamp_of(program)
        if not program.exists() or not stamp.exists() or json.loads(stamp.read_text()) != commands:
            return False
        newest = max(path.stat().st_mtime for path in files.inside + files.outside
                     + ([self.tree.plugin] if is_woven else []))
        return stamp.stat().st_mtime > newest

    # --- Running ----------------------------------------------------------------------------

    def launch(self, program: pathlib.Path, arguments: list[str], environment: dict[str, str],
               is_replay: bool = False, fds: tuple[int, ...] = ()) -> tuple[Sample, int, bytes]:
        self.refresh_folder()
        result = self.work / f"launch.{threading.get_ident()}.result"
        flags = ["--compat-layout"] if is_replay else []
        variables = {name: value for name, value in os.environ.items()
                     if name != "LD_PRELOAD" and not name.startswith("CUTAWAY_")}
        variables |= {f"LAUNCH_{name}": value for name, value in environment.items()}
        done = subprocess.run([str(self.launcher), *flags, str(result), str(program), *arguments],
                              env=variables, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              pass_fds=fds, timeout=TIMEOUT_S, cwd=self.folder, check=False)
        if done.returncode != 0:
            raise BenchError(f"launch failed ({done.returncode}): {done.stderr.decode(errors='replace')}")
        wall_ns, user_us, system_us, rss_kib, status = map(int, result.read_text().split())
        result.unlink()
        sample = Sample(wall_ns / 1e9, (user_us + system_us) / 1e6, rss_kib)
        return sample, os.waitstatus_to_exitcode(status), done.stdout

    def run_recorded(self, program: pathlib.Path, arguments: list[str]):
        log = self.work / "timed.raw"
        log.unlink(missing_ok=True)
        try:
            outcome = self.launch(program, arguments, {
                "CUTAWAY_LOG": str(log), "CUTAWAY_OPTIONS": "",
                "LD_PRELOAD": str(self.tree.library("record"))})
            if not log.exists():
                raise BenchError("the recorder left no log")
            return outcome
        finally:
            log.unlink(missing_ok=True)

    def run_replayed(self, program: pathlib.Path, unpacked: pathlib.Path):
        report_path = self.work / "replay.report"
        with open(report_path, "w+b") as report, open(unpacked, "rb") as log:
            sample, code, _ = self.launch(program, [], {
                "CUTAWAY_LOG": f"/proc/self/fd/{log.fileno()}",
                "CUTAWAY_OPTIONS": f"report_fd={report.fileno()},sandbox=1",
                "LD_PRELOAD": str(self.tree.library("replay"))},
                is_replay=True, fds=(report.fileno(), log.fileno()))
            text = report_path.read_text(errors="replace")
        return sample, code, text

    def refresh_folder(self) -> None:
        """A whole program runs in a fresh copy of what it needs."""
        if self.needed is not None:
            shutil.rmtree(self.folder, ignore_errors=True)
            shutil.copytree(self.needed, self.folder)

    # --- Checking ---------------------------------------------------------------------------

    def record_with_tool(self, measurement: Measurement, program: pathlib.Path,
                         expected: bytes) -> pathlib.Path:
        """Records and replays with the tool; notes failures. Returns the unpacked events."""
        self.refresh_folder()
        recording = self.work / f"{measurement.subject.name}.cut"
        raw_log = recording.with_name(recording.name + ".raw")
        done = subprocess.run([str(self.tree.tool), "record", "-q", "--force", "--keep-raw", "-o",
                               str(recording), "--", str(program), *measurement.arguments],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=TIMEOUT_S,
                              cwd=self.folder, check=False)
        errors = done.stderr.decode(errors="replace").strip()
        if done.returncode != 0 or not raw_log.exists():
            measurement.failures["record"] = f"cutaway record ended with {done.returncode}: {errors}"
            measurement.failures["replay"] = "not recorded"
            return raw_log
        if measurement.subject.normalize(done.stdout) != expected:
            measurement.failures["record"] = "output differs from the plain build's"
        measurement.raw_bytes = used_bytes(raw_log)
        measurement.packed_bytes = recording.stat().st_size
        done = subprocess.run([str(self.tree.tool), "replay", str(recording)], timeout=TIMEOUT_S,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=self.work, check=False)
        if done.returncode != 0:
            text = done.stdout.decode(errors="replace").strip()
            measurement.failures["replay"] = f"cutaway replay ended with {done.returncode}: {text}"
        raw_log.unlink()
        unpacked = recording.with_suffix(".unpacked")
        subprocess.run([str(self.tree.tool), "replay", "--unpack", str(unpacked), str(recording)],
                       timeout=TIMEOUT_S, check=True)
        return unpacked

    def check(self, measurement: Measurement, programs, variant: str, expected: bytes,
              unpacked: pathlib.Path) -> None:
        """One timed run of one variant; its output must be the plain one."""
        if variant in measurement.failures:
            return
        arguments, normalize = measurement.arguments, measurement.subject.normalize
        try:
            if variant == "replay":
                sample, code, report = self.run_replayed(programs["woven"], unpacked)
                if code != 0:
                    raise BenchError(f"replay ended with {code}: {report[:400]}")
            else:
                if variant == "record":
                    sample, code, output = self.run_recorded(programs["woven"], arguments)
                else:
                    sample, code, output = self.launch(programs[variant], arguments, {})
                if code != 0:
                    raise BenchError(f"ended with {code}")
                if normalize(output) != expected:
                    raise BenchError("output differs from the plain build's")
        except (BenchError, subprocess.TimeoutExpired) as error:
            measurement.failures[variant] = str(error)
        else:
            measurement.samples[variant].append(sample)

    def measure(self, subject: Subject, arguments: list[str], runs: int) -> Measurement:
        if subject.recipe:
            with whole.prepare(self, subject, arguments[0]) as (programs, made):
                return self.measure_programs(Measurement(subject, made), programs, runs)
        files = subject.find(self.work / subject.name / "generated")
        woven = self.build(subject, files, True)
        programs = {"plain": self.build(subject, files, False), "off": woven, "woven": woven}
        return self.measure_programs(Measurement(subject, arguments), programs, runs)

    def measure_programs(self, measurement: Measurement, programs, runs: int) -> Measurement:
        subject, arguments = measurement.subject, measurement.arguments
        _, code, output = self.launch(programs["plain"], arguments, {})
        if code != 0:
            raise BenchError(f"{subject.name}: the plain build ended with {code}")
        expected = subject.normalize(output)
        note(f"{subject.name}: recording and replaying with the tool")
        unpacked = self.record_with_tool(measurement, programs["woven"], expected)
        note(f"{subject.name}: {runs} runs of {', '.join(VARIANTS)}")
        for run in range(runs):
            first = run % len(VARIANTS)  # no variant always runs after the same one
            for variant in VARIANTS[first:] + VARIANTS[:first]:
                self.check(measurement, programs, variant, expected, unpacked)
        if not measurement.failures:  # kept to look at otherwise
            unpacked.unlink(missing_ok=True)
        return measurement


def used_bytes(raw_log: pathlib.Path) -> int:
    """Bytes of events in a raw log: what has left its window, and what the window holds."""
    with open(raw_log, "rb") as file:
        header = file.read(40)
        window_bytes, flushed = struct.unpack("<QQ", header[24:40])
        file.seek(RAW_HEADER_BYTES)
        return flushed + len(file.read(window_bytes).rstrip(b"\0"))
