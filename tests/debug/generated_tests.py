# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a generated unit test must do: compile without warnings, fail on the sources it was made from, pass on mended
ones; with g++ and clang++, without and with optimisation."""
import json
import os
import re
import shutil
import subprocess

COMPILERS = [("g++", "-O0"), ("clang++-19", "-O2")]


class Failed(Exception):
    pass


def require(condition, text):
    if not condition:
        raise Failed(text)


def command_of(test):
    """The command in the header of the test: lines that start with //   ."""
    lines = [line.removeprefix("//   ") for line in test.read_text().splitlines() if line.startswith("//   ")]
    require(lines, f"{test} has no command")
    return "\n".join(lines)


def build(test, compiler, level, env=None):
    command = command_of(test)
    require("/" + "work" not in command and " /" not in command, f"absolute path in the command of {test}: {command}")
    c_compiler = compiler.replace("clang++", "clang").replace("g++", "gcc")
    command = re.sub(r"\bg\+\+ -g", f"{compiler} -g {level} -Wall -Wextra", command)
    command = re.sub(r"\bgcc -g", f"{c_compiler} -g {level}", command)
    done = subprocess.run(["bash", "-ec", command], cwd=test.parent, capture_output=True, text=True, env=env)
    require(done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}")
    warnings = [line for line in done.stderr.splitlines() if "warning:" in line and test.name in line]
    require(not warnings, f"{command}\nwarns: " + "\n".join(warnings))


def run(test, env=None):
    return subprocess.run([f"./{test.stem}"], cwd=test.parent, capture_output=True, text=True, timeout=60, env=env)


def mend(folder, fix):
    for name, old, new in fix:
        path = folder / name
        text = path.read_text()
        require(old in text, f"{name} has no {old!r}")
        path.write_text(text.replace(old, new))


def without_random_numbers(text):
    return re.sub(r"\b\d{6,}u", "0u", text)


def check_golden(test, subject_path):
    golden = subject_path.parent / "golden" / f"{subject_path.stem}.cc"
    if os.environ.get("CUTAWAY_UPDATE_GOLDEN"):
        golden.parent.mkdir(exist_ok=True)
        shutil.copy(test, golden)
    actual, expected = test.read_text(), golden.read_text()
    require(without_random_numbers(actual) == without_random_numbers(expected), f"{test} is not {golden}")
    require(len(expected.splitlines()) <= 40, f"{golden} is longer than 40 lines")


def check_replay_test(test, mended, stage):
    """A test whose state is in a file beside it: its own commands build it, with the drivers."""
    environment = os.environ | {"PATH": f"{stage / 'bin'}:{os.environ['PATH']}"}
    for own in test, mended:
        done = subprocess.run(["bash", "-ec", command_of(own)], cwd=own.parent, capture_output=True, text=True, env=environment)
        require(done.returncode == 0, f"{own}:\n{done.stdout}{done.stderr}")
        done = subprocess.run([f"./{own.stem}"], cwd=own.parent, capture_output=True, text=True, timeout=60, env=environment)
        expected = "[  PASSED  ] 1 test" if own == mended else "fails_as_recorded"
        require(expected in done.stdout, f"{own}: expected {expected!r}\n{done.stdout}{done.stderr}")


def check_other_kind(subject, folder, stage):
    command = [stage / "bin/cutaway", "testgen", "--kind", "replay", f"debug.cut/{subject['replay_test']}", "-o", "replay_tests", "--json", "--force"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    require(done.returncode == 0, f"{command}: {done.stdout}{done.stderr}")
    name = json.loads(done.stdout)["test"]
    mended = folder / "mended"
    shutil.copytree(folder / "replay_tests", mended / "replay_tests")
    check_replay_test(folder / name, mended / name, stage)


def check_test(subject, subject_path, result, folder, stage):
    require(result.get("test"), "no test was generated:\n" + "\n".join(result.get("obstacles", [])))
    test = folder / result["test"]
    if subject.get("golden"):
        check_golden(test, subject_path)
    mended = folder / "mended"
    shutil.rmtree(mended, ignore_errors=True)
    shutil.copytree(folder, mended, ignore=shutil.ignore_patterns("debug.cut", "app", "mended"))
    mend(mended, subject["fix"])
    for compiler, level in COMPILERS:
        for is_mended in False, True:
            own = mended / test.relative_to(folder) if is_mended else test
            build(own, compiler, level)
            done = run(own)
            what = f"{own} with {compiler} {level}: {done.returncode}\n{done.stdout}{done.stderr}"
            require((done.returncode == 0) == is_mended, ("fails though mended: " if is_mended else "does not fail: ") + what)
            require(is_mended or subject.get("test_says", "") in done.stdout + done.stderr, f"expected {subject.get('test_says')!r} of {what}")
    if "replay_test" in subject:
        check_other_kind(subject, folder, stage)
