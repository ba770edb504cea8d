# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sources of the subjects: Debian packages, from the cache that tests/real fetches and prepares."""
import pathlib
import shutil
import sys
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tests" / each) for each in ("real", "e2e", "whole")]

from harness.process import TestFailure  # noqa: E402
from sources import fetch_source  # noqa: E402


class BenchError(Exception):
    """Something the user has to see and to mend; the message says how."""


def fetch(package: str, needs: tuple[str, ...] = ("apt-get", "dpkg-source")) -> pathlib.Path:
    """The unpacked package, prepared as the recipe in tests/real says (both use one cache)."""
    for tool in needs:
        if shutil.which(tool) is None:
            raise BenchError(f"{tool}: not found; it is needed to get the sources of {package}")
    recipe = tomllib.loads((ROOT / "tests" / "real" / f"{package}.toml").read_text())
    try:
        return fetch_source(recipe["package"], recipe.get("prepare", ()))
    except TestFailure as failure:
        raise BenchError(str(failure)) from failure
