# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fetches Debian source packages into a cache outside the repository.

The cache is $CUTAWAY_CACHE or ~/.cache/cutaway. It has a sources list of its own for each suite, by default that of
this machine; the system's apt configuration stays as it is.
"""
import fcntl
import os
import pathlib
import re
import shutil

from harness.process import TestFailure, run

MIRROR = os.environ.get("CUTAWAY_DEBIAN_MIRROR", "http://deb.debian.org/debian")
KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg"
TIMEOUT_S = 300


def _own_suite():
    release = pathlib.Path("/etc/os-release").read_text()
    return re.search(r"^VERSION_CODENAME=(\w+)", release, re.MULTILINE).group(1)


def cache_folder(suite=""):
    default = pathlib.Path.home() / ".cache/cutaway"
    return pathlib.Path(os.environ.get("CUTAWAY_CACHE") or default).resolve() / (suite or _own_suite())


def fetch_source(package, prepare=(), suite=""):
    """Returns the folder of the unpacked package; `prepare` commands have run in it once."""
    cache = cache_folder(suite)
    target = cache / "src" / package
    (cache / "src").mkdir(parents=True, exist_ok=True)
    with open(cache / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not target.exists():
            _download(package, cache, target)
    with open(cache / f"{package}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = target / ".cutaway-prepared"
        if prepare and not done.exists():
            for command in prepare:
                run(command, cwd=target, timeout_s=TIMEOUT_S).require(0)
            done.touch()
    return target


def copy_source(package, target, suite=""):
    """Copies the package to `target`, with the times of its files: generated ones stay newer than their sources."""
    source = fetch_source(package, suite=suite)
    with open(cache_folder(suite) / f"{package}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        shutil.copytree(source, target, symlinks=True)


def _download(package, cache, target):
    apt = cache / "apt"
    for folder in ("lists/partial", "archives/partial"):
        (apt / folder).mkdir(parents=True, exist_ok=True)
    sources = apt / "sources.list"
    sources.write_text(f"deb-src [signed-by={KEYRING}] {MIRROR} {cache.name} main\n")
    options = ["-o", f"Dir::Etc::sourcelist={sources}", "-o", "Dir::Etc::sourceparts=-",
               "-o", f"Dir::State::lists={apt / 'lists'}", "-o", f"Dir::Cache={apt}", "-q"]
    folder = cache / "unpacked" / package
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    if not list((apt / "lists").glob("*_Sources*")):
        _apt(["apt-get", *options, "update"], cache)
    _apt(["apt-get", *options, "source", "--only-source", package], folder)
    unpacked = [entry for entry in folder.iterdir() if entry.is_dir()]
    if len(unpacked) != 1:
        raise TestFailure(f"{package}: expected one folder, got {unpacked}")
    unpacked[0].rename(target)
    shutil.rmtree(folder)


def _apt(command, folder):
    ended = run(command, cwd=folder, timeout_s=TIMEOUT_S)
    if ended.status != 0:
        raise TestFailure(f"cannot fetch Debian sources: is there a network, and dpkg-dev?\n{ended.describe()}")
