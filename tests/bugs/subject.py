# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A bug that a patch of a Debian source package mends: its sources without and with it, and the program that fails.

In the folder of a bug, <work>/<name>: `parent` has the sources with the patches of the package's series that come before that
one, `fixed` those with it, too. Beside them lie our own files (driver, input). Commands run there and name sources relative to
it, so generated tests can be built with `fixed` in the place of `parent`.
"""
import hashlib
import pathlib
import re
import shutil
import sys
import tomllib

TESTS = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS / "e2e"), str(TESTS / "debug"), str(TESTS / "real")]
from harness.process import TestFailure, run  # noqa: E402
from harness.stage import CLANG  # noqa: E402
from changed_functions import changed_functions  # noqa: E402
from sources import copy_source  # noqa: E402

BUILD_TIMEOUT_S = 1800
RUN_TIMEOUT_S = 20
SUFFIXES = {".c", ".h", ".cpp", ".cc", ".cxx", ".hpp", ".tcc", ".l", ".y"}
DEFAULTS = {"package": "", "suite": "bookworm", "patch": "", "about": "", "quick": False, "driver": "", "prepare_command": "", "packages": [],
            "sources": [], "include": [], "flags": [], "libraries": [], "arguments": [], "options": [], "reached": {}}


class Bug:
    def __init__(self, folder, work):
        """`folder` has the recipe, `work` is where all is made."""
        self.name, self.recipe = folder.name, folder
        self.facts = tomllib.loads((folder / "bug.toml").read_text())
        unknown = set(self.facts) - set(DEFAULTS)
        if unknown:
            raise TestFailure(f"{folder}/bug.toml: unknown keys {sorted(unknown)}")
        self.folder = work / self.name
        stdin = folder / "stdin"
        self.stdin = stdin.read_bytes() if stdin.exists() else b""

    def __getattr__(self, key):
        if key in DEFAULTS:
            return self.facts.get(key, DEFAULTS[key])
        raise AttributeError(key)

    @property
    def is_hang(self):
        return "--hang-after" in self.options

    def own_files(self):
        """Names in the folder of the bug, and where they are from."""
        files = {path.name: path for path in sorted(self.recipe.iterdir()) if path.name != "bug.toml"}
        shared = {f"driver{pathlib.Path(self.driver).suffix}": self.recipe / self.driver} if self.driver else {}
        return files | shared

    def fixed_functions(self):
        """(file, function, first line, last line) in the parent, of each that the patch changes."""
        places = []
        for path in sorted((self.folder / "parent").rglob("*")):
            mended = self.folder / "fixed" / path.relative_to(self.folder / "parent")
            if path.suffix in SUFFIXES and "test" not in str(path.relative_to(self.folder)) and path.is_file() and mended.exists() and path.read_bytes() != mended.read_bytes():
                texts = [each.read_text(errors="replace") for each in (path, mended)]
                places += [(str(path.relative_to(self.folder)), *function) for function in changed_functions(*texts)]
        if not places:
            raise TestFailure(f"{self.name}: {self.patch} changes no function")
        return places

    # --- Sources ----------------------------------------------------------------------------

    def prepare(self):
        """Both trees, and our files beside them; built plainly, the parent must fail and the fix must not."""
        stamp, digest = self.folder / "checked", self.digest()
        if stamp.exists() and stamp.read_text() == digest:
            return
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        for name in "parent", "fixed":
            self.extract(self.folder / name, with_patch=name == "fixed")
        for name, path in self.own_files().items():
            shutil.copy(path, self.folder / name)
        self.check_plainly()
        stamp.write_text(digest)

    def digest(self):
        """Of the recipe, without what was reached with it."""
        facts = {key: value for key, value in self.facts.items() if key != "reached"}
        ours = [path.read_bytes() for path in self.own_files().values()]
        return hashlib.sha256(repr(sorted(facts.items())).encode() + b"".join(ours)).hexdigest()

    def extract(self, target, with_patch):
        """apt unpacks the package with all of its patches: the later ones are taken back."""
        copy_source(self.package, target, self.suite)
        patches = target / "debian/patches"
        lines = [line.split() for line in (patches / "series").read_text().splitlines()]
        series = [words[0] for words in lines if words and not words[0].startswith("#")]
        if self.patch not in series:
            raise TestFailure(f"{self.name}: {self.package} of {self.suite} has no patch {self.patch} (any more), only {series}")
        for patch in reversed(series[series.index(self.patch) + with_patch:]):
            run(["patch", "-R", "-p1", "-s", "-f", "--no-backup-if-mismatch", "-i", patches / patch], target, timeout_s=BUILD_TIMEOUT_S).require(0)
        for path in target.rglob("*.rej"):
            raise TestFailure(f"{self.name}: cannot take back patches: {path}")
        if self.prepare_command:
            run(["bash", "-ec", self.prepare_command], target, timeout_s=BUILD_TIMEOUT_S).require(0)

    # --- Programs ---------------------------------------------------------------------------

    def build(self, tree, compilers, program):
        drivers = [name for name in self.own_files() if name.startswith("driver.")]
        sources = drivers + [str(path.relative_to(self.folder)) for glob in self.sources
                             for path in sorted((self.folder / tree).glob(glob))]
        language = "c" if all(source.endswith(".c") for source in sources) else "c++"
        include = [f"-I{tree}" if path == "." else f"-I{tree}/{path}" for path in self.include]
        if language == "c++":  # C stays C
            sources = [word for source in sources for word in (["-x", "c", source, "-x", "none"] if source.endswith(".c") else [source])]
        run([compilers[language], "-O1", "-g", "-w", *self.flags, *include, *sources, "-o", program, *self.libraries],
            self.folder, timeout_s=BUILD_TIMEOUT_S).require(0)

    def check_plainly(self):
        for tree in "parent", "fixed":
            self.build(tree, CLANG, f"plain-{tree}")
        fixed = self.run_plainly("plain-fixed").require(0)
        try:
            ended = self.run_plainly("plain-parent")
        except TestFailure:
            if not self.is_hang:
                raise
            return
        is_wrong = "--fails-when" in self.options and ended.out != fixed.out
        if (ended.status == 0 and not is_wrong) or self.is_hang:
            raise TestFailure(f"{self.name}: the sources without the patch do not fail\n{ended.describe()}")

    def is_report(self, failure):
        """Whether it is what AddressSanitizer reports when nothing is recorded; true if that is nothing."""
        if "-fsanitize=address" not in self.flags:
            return True
        kind = re.search(rb"ERROR: AddressSanitizer: ([\w-]+)", self.run_plainly("plain-parent").err)
        return kind is None or kind.group(1).decode() in failure

    def run_plainly(self, program):
        return run([f"./{program}", *self.arguments], self.folder, self.stdin, timeout_s=RUN_TIMEOUT_S)
