# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A bug of a public project: its sources before and after the fix, and the program that fails.

In the folder of a bug, <work>/<name>: `parent` and `fixed` have the sources, beside them lie our own files (driver, input).
Commands run there and name sources relative to it, so generated tests can be built with `fixed` in the place of `parent`.
"""
import hashlib
import pathlib
import re
import shutil
import sys
import tomllib

TESTS = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS / "e2e"), str(TESTS / "debug")]
from harness.process import TestFailure, run  # noqa: E402
from harness.stage import CLANG  # noqa: E402

BUILD_TIMEOUT_S = 1800
CLONE_TIMEOUT_S = 3600
RUN_TIMEOUT_S = 20
KEYS = {"repository", "fix", "issue", "driver", "sources", "prepare_command", "include", "flags", "libraries", "arguments", "options",
        "fixed_functions", "reached"}


class Bug:
    def __init__(self, folder, work):
        """`folder` has the recipe, `work` is where all is made."""
        self.name, self.recipe = folder.name, folder
        self.facts = tomllib.loads((folder / "bug.toml").read_text())
        unknown = set(self.facts) - KEYS
        if unknown:
            raise TestFailure(f"{folder}/bug.toml: unknown keys {sorted(unknown)}")
        self.work, self.folder = work, work / self.name
        stdin = folder / "stdin"
        self.stdin = stdin.read_bytes() if stdin.exists() else b""

    def __getattr__(self, key):
        if key in KEYS:
            return self.facts.get(key, {"issue": "", "driver": "", "reached": {}}.get(key, []))
        raise AttributeError(key)

    @property
    def is_hang(self):
        return "--hang-after" in self.options

    def own_files(self):
        """Names in the folder of the bug, and where they are from."""
        files = {path.name: path for path in sorted(self.recipe.iterdir()) if path.name != "bug.toml"}
        shared = {f"driver{pathlib.Path(self.driver).suffix}": self.recipe / self.driver} if self.driver else {}
        return files | shared

    def fixed_places(self):
        """(file, first line, last line) in the parent, of each function that the fix changes."""
        return [(f"parent/{file}", int(first), int(last))
                for file, first, last in (re.fullmatch(r"(.*):(\d+)-(\d+)", place).groups() for place in self.fixed_functions.values())]

    # --- Sources ----------------------------------------------------------------------------

    def prepare(self, mirrors):
        """Both trees, and our files beside them; built plainly, the parent must fail and the fix must not."""
        stamp, digest = self.folder / "checked", self.digest()
        if stamp.exists() and stamp.read_text() == digest:
            return
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        repository = self.find_repository(mirrors)
        for commit, name in (f"{self.fix}^", "parent"), (self.fix, "fixed"):
            self.extract(repository, commit, self.folder / name)
        for name, path in self.own_files().items():
            shutil.copy(path, self.folder / name)
        self.check_plainly()
        stamp.write_text(digest)

    def digest(self):
        """Of the recipe, without what was reached with it."""
        facts = {key: value for key, value in self.facts.items() if key != "reached"}
        ours = [path.read_bytes() for path in self.own_files().values()]
        return hashlib.sha256(repr(sorted(facts.items())).encode() + b"".join(ours)).hexdigest()

    def find_repository(self, mirrors):
        name = "+".join(self.repository.split("/")[-2:])
        if mirrors and (mirrors / name / "repo").is_dir():
            return mirrors / name / "repo"
        clone = self.work / "repositories" / name
        if not clone.exists():
            ended = run(["git", "clone", "-q", "--bare", self.repository, clone], timeout_s=CLONE_TIMEOUT_S)
            if ended.status != 0:
                shutil.rmtree(clone, ignore_errors=True)
                raise TestFailure(f"{self.name}: cannot clone {self.repository}, and there is no mirror of it "
                                  f"in {mirrors}\n{ended.describe()}")
        return clone

    def extract(self, repository, commit, target):
        archive = self.folder / "sources.tar"
        ended = run(["git", "--git-dir", repository, "archive", "-o", archive, commit], timeout_s=BUILD_TIMEOUT_S)
        if ended.status != 0:
            raise TestFailure(f"{self.name}: {repository} does not have {commit}\n{ended.describe()}")
        target.mkdir()
        run(["tar", "xf", archive, "-C", target], timeout_s=BUILD_TIMEOUT_S).require(0)
        archive.unlink()
        if self.prepare_command:
            run(["bash", "-ec", self.prepare_command], target, timeout_s=BUILD_TIMEOUT_S).require(0)

    # --- Programs ---------------------------------------------------------------------------

    def build(self, tree, compilers, program):
        drivers = [name for name in self.own_files() if name.startswith("driver.")]
        sources = drivers + [str(path.relative_to(self.folder)) for glob in self.sources
                             for path in sorted((self.folder / tree).glob(glob))]
        language = "c" if all(source.endswith(".c") for source in sources) else "c++"
        include = [f"-I{tree}" if path == "." else f"-I{tree}/{path}" for path in self.include]
        run([compilers[language], "-O1", "-g", "-w", *self.flags, *include, *sources, "-o", program, *self.libraries],
            self.folder, timeout_s=BUILD_TIMEOUT_S).require(0)

    def check_plainly(self):
        for tree in "parent", "fixed":
            self.build(tree, CLANG, f"plain-{tree}")
        self.run_plainly("plain-fixed").require(0)
        try:
            ended = self.run_plainly("plain-parent")
        except TestFailure:
            if not self.is_hang:
                raise
            return
        if ended.status == 0 or self.is_hang:
            raise TestFailure(f"{self.name}: the parent of the fix does not fail\n{ended.describe()}")

    def run_plainly(self, program):
        return run([f"./{program}", *self.arguments], self.folder, self.stdin, timeout_s=RUN_TIMEOUT_S)
