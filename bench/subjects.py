# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What is measured: a library (the inside) and a driver (the outside) each."""
import dataclasses
import pathlib
import re
from collections.abc import Callable

import packages
from whole import read_recipe

DRIVERS = pathlib.Path(__file__).resolve().parent / "drivers"
MIB = 1 << 20

# What expat's configure would find; the header that its cmake makes does not compile with Debian's patches.
EXPAT_CONFIG = """\
#define BYTEORDER 1234
#define HAVE_GETRANDOM 1
#define XML_CONTEXT_BYTES 1024
#define XML_DTD 1
#define XML_NS 1
"""
# Debian's lua includes a header that only its packaging makes.
LUA_HEADER = "lua5.4-deb-multiarch.h"
LUA_DEFINITION = '#define DEB_HOST_MULTIARCH "x86_64-linux-gnu"\n'


@dataclasses.dataclass
class Files:
    """The files of a subject on this machine."""
    inside: list[pathlib.Path]  # to compile
    outside: list[pathlib.Path]
    # What is named inside: also files that those include, because code belongs to the file it
    # stands in (expat's tokenizer in xmltok_impl.c, tinyxml2's pools in its header).
    patterns: list[str]
    flags: list[str] = dataclasses.field(default_factory=list)
    libraries: list[str] = dataclasses.field(default_factory=list)


@dataclasses.dataclass
class Subject:
    name: str
    what: str
    find: Callable[[pathlib.Path], Files] | None  # gets a folder for generated sources
    arguments: list[str]
    quick_arguments: list[str]
    record_bar: float | None = None  # ratio to plain
    in_mean: bool = False  # counts for the geometric mean
    in_whole_mean: bool = False  # the same for whole programs
    replay_bar: float | None = None
    log_bar: float | None = None  # of crossing_bytes
    crossing_bytes: Callable[[list[str]], int] | None = None
    crossings: Callable[[list[str]], int] | None = None  # a crossing subject: ns each
    normalize: Callable[[bytes], bytes] = lambda output: output
    recipe: str = ""  # of tests/whole: main and all are inside; `arguments` name its run


def glob_sources(folder: pathlib.Path, without: set[str]) -> list[pathlib.Path]:
    return sorted(path for path in folder.glob("*.c") if path.name not in without)


def write_header(path: pathlib.Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def find_zlib(_: pathlib.Path) -> Files:
    folder = packages.fetch("zlib")
    return Files(glob_sources(folder, set()), [DRIVERS / "zlib_roundtrip.c"], [f"{folder}/*"],
                 [f"-I{folder}", "-DHAVE_UNISTD_H", "-D_LARGEFILE64_SOURCE=1", "-DHAVE_HIDDEN"])


def find_cjson(_: pathlib.Path) -> Files:
    folder = packages.fetch("cjson")
    return Files([folder / "cJSON.c"], [DRIVERS / "cjson_roundtrip.c"], [f"{folder}/*"],
                 [f"-I{folder}"], ["-lm"])


def find_tinyxml2(_: pathlib.Path) -> Files:
    folder = packages.fetch("tinyxml2")
    return Files([folder / "tinyxml2.cpp"], [DRIVERS / "tinyxml2_parse.cc"], [f"{folder}/*"],
                 [f"-I{folder}"])


def find_expat(generated: pathlib.Path) -> Files:
    folder = packages.fetch("expat", ("apt-get", "dpkg-source", "cmake")) / "expat" / "lib"
    write_header(generated / "expat_config.h", EXPAT_CONFIG)
    inside = [folder / name for name in ("xmlparse.c", "xmlrole.c", "xmltok.c")]
    return Files(inside, [DRIVERS / "expat_parse.c"], [f"{folder}/*"],
                 [f"-I{folder}", f"-I{generated}", "-DXML_GE=1"])


def find_lua(generated: pathlib.Path) -> Files:
    folder = packages.fetch("lua5.4") / "src"
    write_header(generated / LUA_HEADER, LUA_DEFINITION)
    return Files(glob_sources(folder, {"lua.c", "luac.c"}), [folder / "lua.c"],
                 [f"{folder}/*", f"-{folder}/lua.c"],
                 [f"-I{folder}", f"-I{generated}", "-DLUA_USE_POSIX"], ["-lm"])


def find_sqlite(_: pathlib.Path) -> Files:
    folder = packages.fetch("sqlite3", ("apt-get", "dpkg-source", "make", "tclsh"))
    return Files([folder / "sqlite3.c"], [folder / "test" / "speedtest1.c"], [f"{folder}/sqlite3.c"],
                 [f"-I{folder}"], ["-lm", "-lpthread", "-ldl"])


def find_crossing(_: pathlib.Path) -> Files:
    return Files([DRIVERS / "crossing_inside.c"],
                 [DRIVERS / "crossing_main.c", DRIVERS / "crossing_callee.c"],
                 [str(DRIVERS / "crossing_inside.c")])


def drop_times(output: bytes) -> bytes:
    return re.sub(rb"\.* *\d+\.\d+s", b"", output)


def whole(name: str, run: str, quick_run: str, **more) -> Subject:
    """Of tests/whole, where the recipe says which lines may differ."""
    return Subject(f"whole-{name}", run, None, [run], [quick_run], in_whole_mean=True, recipe=name,
                   normalize=lambda output: read_recipe(name).comparable_lines(output), **more)


LUA_SCRIPT = str(DRIVERS / "lua_loops.lua")

SUBJECTS = [
    Subject("zlib", "16 MiB deflate+inflate", find_zlib, ["16"], ["1"], record_bar=1.6,
            replay_bar=1.1, log_bar=1.06, crossing_bytes=lambda arguments: int(arguments[0]) * MIB),
    Subject("cjson", "parse+print", find_cjson, ["150"], ["20"], 2.5, True),
    Subject("tinyxml2", "parse", find_tinyxml2, ["400"], ["20"], 2.5, True),
    Subject("expat", "parse", find_expat, ["100"], ["4"], 2.5, True),
    Subject("lua", "fib, string and table loops", find_lua, [LUA_SCRIPT, "250"], [LUA_SCRIPT, "5"],
            2.5, True),
    Subject("sqlite3", "speedtest1 --size 20", find_sqlite, ["--size", "20"], ["--size", "2"],
            2.5, True, normalize=drop_times),
    Subject("crossing-in", "empty inside function", find_crossing, ["in", "5000000"],
            ["in", "200000"], crossings=lambda arguments: int(arguments[1])),
    Subject("crossing-out", "empty outside callee", find_crossing, ["out", "5000000"],
            ["out", "200000"], crossings=lambda arguments: int(arguments[1])),
    whole("wget", "4 MB from a local server", "4 MB from a local server", log_bar=0.1,
          crossing_bytes=lambda _: 4_000_000),
    whole("jq", "10 MB", "1 MB"),
    whole("sqlite3", "speedtest1 --size 20", "speedtest1 --size 20"),
    whole("lua5.4", "own tests", "tour"),
    whole("cppcheck", "two of its own files", "two of its own files"),
]
