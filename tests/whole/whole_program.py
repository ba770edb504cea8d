# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A program of a Debian package, built as its makers build it; bench/ uses it too.

A recipe is a TOML file:

    package = "jq"                     Debian source package
    packages = ["flex"]                what its build needs; scripts/setup installs it
    build = "make"                     for sh, in a copy of the package; $CC and $CXX are the compilers
    program = "src/jq"                 what comes out
    ignore = "seconds"                 lines of the output with this expression may differ

    [[run]]
    name = "1 MB"
    quick = true                       part of the ordinary tests; without it only of `scripts/test --full`
    args = ["{source}/x", "{url}"]     {source}: the package; {inputs}: tests/whole/inputs; {input}: what
                                       `input` made; {url}: where it is served
    input = "json 1"                   or `bytes 4`: a generated file of so many MB
    needs = "lua-5.4.4-tests"          folder in the cache of sources; the run happens in a copy of it
    output = "copy"                    file that the program writes
    max_log = 0.1                      size of the recording, compared with the input's
"""
import contextlib
import functools
import http.server
import json
import pathlib
import random
import re
import threading
import tomllib

from harness.process import run
from sources import cache_folder, copy_source

BUILD_TIMEOUT_S = 3000
MB = 1_000_000
INPUTS = pathlib.Path(__file__).resolve().parent / "inputs"


class WholeProgram:
    def __init__(self, path):
        given = tomllib.loads(pathlib.Path(path).read_text())
        self.name = pathlib.Path(path).stem
        self.package, self.commands = given["package"], given["build"]
        self.program, self.ignore = given["program"], given.get("ignore", "")
        self.runs = given["run"]

    def comparable_lines(self, output):
        """Lines of the output that two runs have in common."""
        lines = output.decode(errors="replace").splitlines()
        return [line for line in lines if not (self.ignore and re.search(self.ignore, line))]

    def build(self, folder, compilers):
        """Returns the program, built in `folder`."""
        copy_source(self.package, folder)
        env = {"CC": str(compilers["c"]), "CXX": str(compilers["c++"]), "LC_ALL": "C.UTF-8", "MAKEFLAGS": "",
               "CUTAWAY_INSIDE": ""}
        run(["sh", "-ec", self.commands], cwd=folder, timeout_s=BUILD_TIMEOUT_S, env=env).require(0)
        return folder / self.program


def needed_folder(given):
    """Where the run happens, or None if it needs nothing; a folder that is missing does not exist."""
    return cache_folder() / "src" / given["needs"] if "needs" in given else None


@contextlib.contextmanager
def arrange(given, source, folder):
    """Makes the input and serves it. Gives the arguments of the program."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "input"
    if "input" in given:
        kind, megabytes = given["input"].split()
        GENERATORS[kind](path, int(megabytes) * MB)
    with _serve(folder) as url:
        yield [arg.format(source=source, input=path, url=f"{url}/input", inputs=INPUTS) for arg in given["args"]]


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@contextlib.contextmanager
def _serve(folder):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Quiet, directory=folder))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def _write_bytes(path, size):
    path.write_bytes(random.Random(3).randbytes(size))


def _write_json(path, size):
    chance = random.Random(7)

    def word():
        return "".join(chance.choices("abcdefghijklmnopqrstuvwxyz", k=chance.randint(3, 10)))

    written = 0
    with open(path, "w", encoding="utf-8") as file:
        while written < size:
            item = {"id": written, "name": f"{word()} {word()}", "price": round(chance.uniform(1, 1000), 2),
                    "tags": [word() for _ in range(chance.randint(0, 5))], "stock": chance.randint(0, 500),
                    "nested": {"a": chance.random() * 1e6, "b": [chance.randint(-1000, 1000) for _ in range(4)],
                               "note": f'line "{word()}" \u00e9\n'}, "active": chance.random() < 0.5, "none": None}
            written += file.write(("," if written else "[") + json.dumps(item))
        file.write("]")


GENERATORS = {"bytes": _write_bytes, "json": _write_json}
