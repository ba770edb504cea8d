# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds test programs, plain by clang or woven by the drivers."""
from .process import run
from .stage import CLANG

STANDARD = {"c": "-std=gnu17", "c++": "-std=gnu++20"}


class Compiler:
    def __init__(self, level, drivers=None, inside=(), debug=False):
        """Plain clang if there are no drivers."""
        self.commands = drivers or CLANG
        self.options = [f"-O{level}"] + (["-g"] if debug else [])
        if drivers:
            for pattern in inside:
                self.options += ["--inside", pattern]

    def command(self, language, *arguments):
        return [self.commands[language], STANDARD[language], *self.options, *arguments]


def build_program(program, compiler, folder):
    """Returns the path of the executable in `folder`; libraries lie beside it."""
    linked = []
    for kind, source in program.libraries:
        linked += _build_library(program, compiler, kind, source, folder)
    executable = folder / program.name
    run(compiler.command(program.language, *program.flags, *program.sources, "-o", executable,
                         *linked, "-pthread", "-lm", *program.libs),
        cwd=folder, timeout_s=120).require(0)
    return executable


def _build_library(program, compiler, kind, source, folder):
    name = source.stem
    if kind == "static":
        build = compiler.command(program.language, *program.flags, "-c", source, "-o", f"{name}.o")
        run(build, cwd=folder).require(0)
        run(["ar", "rcs", f"lib{name}.a", f"{name}.o"], cwd=folder).require(0)
        return [folder / f"lib{name}.a"]
    output = f"{name}.so" if kind == "plugin" else f"lib{name}.so"
    run(compiler.command(program.language, *program.flags, "-fPIC", "-shared", source, "-o", output),
        cwd=folder).require(0)
    return [] if kind == "plugin" else [f"-L{folder}", f"-l{name}", f"-Wl,-rpath,{folder}"]
