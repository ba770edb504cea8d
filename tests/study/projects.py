# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The subjects of the study: how to build their tests, which cases those have, which classes they are made of.

Libraries are compiled with -O1. Their tests are outside and compiled with -O0, because weaving compiles again
whatever file holds an inline function of the inside; those functions are then inside code of another level.
"""
import dataclasses
import hashlib
import pathlib
import re
import shutil
import sys

TESTS = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS / "real"), str(TESTS / "e2e")]
from harness.process import TestFailure, run  # noqa: E402
from sources import fetch_source  # noqa: E402

BUILD_TIMEOUT_S = 1800
GROUP = 8  # tests in one recording
PUGIXML_GROUPS = 30  # recordings of all tests
# pugixml's test program runs everything; this makes it run each nth test, from the kth on.
PUGIXML_LOOP = "for (test = test_runner::_tests; test; test = test->_next)\n\t{"
PUGIXML_SELECTING_LOOP = (
    "int number = 0;\n\t" + PUGIXML_LOOP + "\n\t\tif (number++ % atoi(argv[2]) != atoi(argv[1])) continue;")


@dataclasses.dataclass
class Case:
    name: str
    program: str
    args: list[str]
    files: dict[str, pathlib.Path] = dataclasses.field(default_factory=dict)  # copied to where it runs


@dataclasses.dataclass
class Program:
    name: str
    sources: list[pathlib.Path]
    libs: list[str] = dataclasses.field(default_factory=list)


class Project:
    """Subclasses say what differs. `namespaces` are those whose members are classes of the library, if they
    have members of their own and are not among `no_classes`: namespaces of functions, and classes of the tests."""
    name = package = ""
    flags: list[str] = []
    library: list[str] = []
    namespaces: list[str] = []
    no_classes: list[str] = []
    ignore = ""  # lines of output that differ from run to run

    def __init__(self, stage, work, level=1):
        self.stage = stage
        self.level = level
        self.work = work / self.name
        self.source = fetch_source(self.package)
        self.built = self.work / f"O{level}"

    def programs(self):
        raise NotImplementedError

    def cases(self):
        raise NotImplementedError

    def paths(self, *globs):
        return [path for glob in globs for path in sorted(self.source.glob(glob))]

    def program(self, name):
        return self.built / name

    # --- Building ---------------------------------------------------------------------------

    def build(self):
        stamp, tool = self.built / "tool", fingerprint(self.stage.prefix)
        if not stamp.exists() or stamp.read_text() != tool:
            shutil.rmtree(self.built, ignore_errors=True)
            self.built.mkdir(parents=True)
            stamp.write_text(tool)
        library = self.compile(self.paths(*self.library), self.built / "library", self.level)
        for program in self.programs():
            if self.program(program.name).exists():
                continue
            objects = self.compile(program.sources, self.built / f"{program.name}.objects", 0)
            run([self.stage.drivers["c++"], *objects, *library, "-o", self.program(program.name), *program.libs,
                 "-pthread"], self.built, timeout_s=BUILD_TIMEOUT_S).require(0)

    def compile(self, sources, folder, level):
        folder.mkdir(parents=True, exist_ok=True)
        flags = [re.sub(r"^-I(?!/)", f"-I{self.source}/", flag) for flag in self.flags]
        objects = [folder / f"{source.stem}.o" for source in sources]
        for source, target in zip(sources, objects, strict=True):
            if not target.exists():
                run([self.stage.drivers["c++"], "-std=gnu++17", f"-O{level}", "-w", *flags, "-c", source, "-o", target],
                    folder, timeout_s=BUILD_TIMEOUT_S).require(0)
        return objects

    # --- Classes ----------------------------------------------------------------------------

    def classes(self, tree):
        """Patterns of the outermost classes with functions in the tree that `cutaway list --json` prints."""
        found = set()
        for namespace in self.namespaces:
            node = tree
            for label in namespace.split("::"):
                node = node.get("children", {}).get(label, {})
            for label, child in node.get("children", {}).items():
                name = f"{namespace}::{label}"
                # A node with a place is a function; it has children if there are lambdas or classes in it.
                if "children" in child and "place" not in child and "(" not in label \
                        and name not in self.namespaces and name not in self.no_classes:
                    found.add(child["pattern"])
        return sorted(found)


class TinyXml2(Project):
    name = package = "tinyxml2"
    flags = ["-I."]
    library = ["tinyxml2.cpp"]
    namespaces = ["tinyxml2"]
    ignore = r"milli-seconds|^Load time=|^Delete time=|^Total time="

    def programs(self):
        return [Program("xmltest", self.paths("xmltest.cpp"))]

    def cases(self):
        """The test as a whole; with an argument it loads that document instead."""
        resources = self.source / "resources"
        files = {"resources": resources}
        documents = [path.name for path in sorted(resources.glob("*.xml"))]
        return [Case("all", "xmltest", [], files)] + [
            Case(name, "xmltest", [f"resources/{name}"], files) for name in documents]


class PugiXml(Project):
    name = package = "pugixml"
    flags = ["-Isrc", "-Itests"]
    library = ["src/pugixml.cpp"]
    namespaces = ["pugi", "pugi::impl", "pugi::impl::(anonymous namespace)"]

    def programs(self):
        main = self.work / "main.cpp"
        self.work.mkdir(parents=True, exist_ok=True)
        text = (self.source / "tests/main.cpp").read_text()
        if PUGIXML_LOOP not in text:
            raise TestFailure("pugixml: tests/main.cpp has another loop than expected")
        if not main.exists():
            main.write_text(text.replace(PUGIXML_LOOP, PUGIXML_SELECTING_LOOP))
        sources = [path for path in self.paths("tests/*.cpp") if not path.name.startswith("fuzz_")]
        return [Program("tests", [main if path.name == "main.cpp" else path for path in sources])]

    def cases(self):
        files = {"tests/data": self.source / "tests/data"}
        return [Case(f"every {PUGIXML_GROUPS}th from {number}", "tests", [str(number), str(PUGIXML_GROUPS)], files)
                for number in range(PUGIXML_GROUPS)]


class JsonCpp(Project):
    name, package = "jsoncpp", "libjsoncpp"
    flags = ["-Iinclude", "-Isrc/lib_json"]
    library = ["src/lib_json/*.cpp"]
    namespaces = ["Json"]

    def programs(self):
        return [Program("jsontest", self.paths("src/test_lib_json/*.cpp")),
                Program("jsontestrunner", self.paths("src/jsontestrunner/*.cpp"))]

    def cases(self):
        names = run([self.program("jsontest"), "--list-tests"]).require(0).out.decode().split()
        cases = [Case("+".join(group), "jsontest", [word for name in group for word in ("--test", name)])
                 for group in in_groups(names)]
        for path in self.paths("test/data/*.json"):
            checker = ["--json-checker"] if path.name.startswith("fail") else []
            writer = ("StyledWriter", "StyledStreamWriter", "BuiltStyledStreamWriter")[len(cases) % 3]
            cases.append(Case(path.name, "jsontestrunner", [*checker, "--json-writer", writer, path.name],
                              {path.name: path}))
        return cases


class YamlCpp(Project):
    name = package = "yaml-cpp"
    flags = ["-Iinclude", "-Isrc", "-Itest"]
    library = ["src/*.cpp"]
    namespaces = ["YAML", "YAML::detail"]
    no_classes = ["YAML::(anonymous namespace)", "YAML::Exp", "YAML::Utils", "YAML::ErrorMsg", "YAML::conversion",
                  "YAML::HandlerTest", "YAML::MockEventHandler"]

    def programs(self):
        # gen_emitter_test.cpp is left out: 9,936 generated lines with the calls of emitter_test.cpp in all orders.
        sources = [path for path in self.paths("test/*.cpp", "test/*/*.cpp") if path.name != "gen_emitter_test.cpp"]
        return [Program("tests", sources, ["-lgmock", "-lgtest"])]

    def cases(self):
        listed = run([self.program("tests"), "--gtest_list_tests"]).require(0).out.decode()
        suites, suite = {}, ""
        for line in listed.splitlines():
            if not line.startswith(" "):
                suite = line.split()[0]
            elif "DISABLED_" not in line:
                suites.setdefault(suite, []).append(suite + line.split()[0])
        groups = [group for names in suites.values() for group in in_groups(names)]
        return [Case(":".join(group), "tests", ["--gtest_print_time=0", "--gtest_filter=" + ":".join(group)])
                for group in groups]


PROJECTS = {project.name: project for project in (TinyXml2, PugiXml, JsonCpp, YamlCpp)}


def in_groups(names):
    return [names[start:start + GROUP] for start in range(0, len(names), GROUP)]


def fingerprint(prefix):
    """Of the plugin and the runtimes: what recordings depend on."""
    parts = sorted((prefix / "lib/cutaway").glob("*.so"))
    return hashlib.sha256(b"".join(path.read_bytes() for path in parts)).hexdigest()[:8]


def prepare_folder(folder, files):
    """A fresh folder, so that no run sees what another has left."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name, path in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (shutil.copytree if path.is_dir() else shutil.copy)(path, folder / name)
