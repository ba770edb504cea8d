# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A test program: one file, or a folder with main.c or main.cc, and what its comments ask for.

    // inside: PATTERN            repeatable; a pattern of the inside
    // args: A B                  of the program
    // stdin: TEXT
    // flags: -mavx2              for compiling
    // libs: -latomic             for linking
    // library: shared words.c    also static and plugin; this file goes into a library of its own
    // expect-exit: 3             or a signal: SIGSEGV
    // expect: refused "text"     the driver refuses to compile it and says so
    // min-incalls: 10
    // record: --dlopen           further options of cutaway record
    // requires-cpu: avx2         else the test is skipped
    // nondeterministic           output differs from run to run: only the exit status counts
    // zoom: differs: why         a zoomed recording replays, but is another than one of the inside alone
    // zoom: no                   cannot be inside as a whole
"""
import pathlib
import re
import shlex
import signal

SUFFIXES = {".c": "c", ".cc": "c++"}
_DIRECTIVE = re.compile(r"^// (inside|args|stdin|flags|libs|library|expect-exit|expect|min-incalls|record|"
                        r"requires-cpu|nondeterministic|zoom)(?:: *(.*?))?\s*$", re.MULTILINE)


class Program:
    def __init__(self, path):
        path = pathlib.Path(path).resolve()
        self.name = path.stem
        self.main = _find_main(path)
        self.language = SUFFIXES[self.main.suffix]
        self.sources = [self.main]
        if path.is_dir():
            self.sources = sorted(p for p in path.iterdir() if p.suffix in SUFFIXES)
        self._given = {}
        for key, value in _DIRECTIVE.findall(self.main.read_text()):
            self._given.setdefault(key, []).append(value)

        self.inside = self._given.get("inside", [])
        assert self.inside, f"{self.main}: no line '// inside: PATTERN'"
        self.args = shlex.split(self._first("args"))
        self.stdin = (self._first("stdin") + "\n").encode() if "stdin" in self._given else b""
        self.flags = shlex.split(self._first("flags"))
        self.libs = shlex.split(self._first("libs"))
        self.exit_status = _parse_status(self._first("expect-exit", "0"))
        self.refusal = _parse_refusal(self._first("expect"))
        self.min_incalls = int(self._first("min-incalls", "1"))
        self.record_options = shlex.split(self._first("record"))
        self.cpu_feature = self._first("requires-cpu")
        self.zoom = self._first("zoom")
        self.is_deterministic = "nondeterministic" not in self._given
        self.libraries = []  # (kind, source)
        for library in self._given.get("library", []):
            kind, source = library.split()
            self.libraries.append((kind, self.main.parent / source))
            self.sources.remove(self.main.parent / source)

    def _first(self, key, otherwise=""):
        return self._given.get(key, [otherwise])[0]

    def can_run_here(self):
        if not self.cpu_feature:
            return True
        flags = re.search(r"^flags\s*:(.*)$", pathlib.Path("/proc/cpuinfo").read_text(), re.MULTILINE)
        return self.cpu_feature in flags.group(1).split()


def _find_main(path):
    if path.is_file():
        return path
    for suffix in SUFFIXES:
        if (path / f"main{suffix}").exists():
            return path / f"main{suffix}"
    raise FileNotFoundError(f"{path}: no main.c or main.cc")


def _parse_status(text):
    return 128 + signal.Signals[text].value if text.startswith("SIG") else int(text)


def _parse_refusal(text):
    match = re.fullmatch(r'refused "(.*)"', text)
    return match.group(1) if match else ""
