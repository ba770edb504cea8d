# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Generates the unit test of a debugged bug: it must fail on the parent of the fix and pass on the fix."""
import json
import os
import shutil
import subprocess

from generated_tests import Failed, build, run as run_test
from harness.process import TestFailure, run

FEW_CALLS = 8
MOST_CALLS = 200  # as the default of `cutaway testgen`
TIMEOUT_S = 600


def levels_to_try(levels):
    """As `cutaway debug --testgen`: those with few calls, the highest first, then the others, fewest calls first."""
    tried = [number for number, level in enumerate(levels, 1) if level.get("calls_after", MOST_CALLS + 1) <= MOST_CALLS]
    return sorted(tried, key=lambda number: (max(levels[number - 1]["calls_after"], FEW_CALLS), -number))


def make(stage, folder, levels, env):
    """The first test that fails on the parent and passes on the fix: of a low level the fix may not be part. If there
    is none, the first that can be made. A standalone one if any level can be; and why others cannot. `choice` is 1 if it
    is the test that `cutaway debug --testgen`, which does not know the fix, writes."""
    obstacles = []
    first = {"kind": "none"}
    choice = 0
    for kind in "standalone", "replay":
        for number in levels_to_try(levels):
            command = [stage.tool, "testgen", "--json", "--force", "--kind", kind, f"debug.cut/{number}", "-o",
                       f"tests/{number}-{kind}"]
            try:
                ended = run(command, folder, timeout_s=TIMEOUT_S, env=env)
            except TestFailure as failure:
                obstacles.append({"level": number, "kind": kind, "text": str(failure).splitlines()[0]})
                continue
            if ended.status == 0:
                choice += 1
                made = {"kind": kind, "level": number, "choice": choice, "test": json.loads(ended.out)["test"]}
                made |= check(made, stage, folder, env)
                if made["fails_on_parent"] and made["passes_on_fix"]:
                    return made | {"obstacles": obstacles}
                obstacles += [{"level": number, "kind": kind, "text": text} for text in made["problems"]]
                first = made if first["kind"] == "none" else first
                continue
            text = ended.err.decode(errors="replace").strip()
            obstacles.append({"level": number, "kind": kind, "text": f"exit status {ended.status}: {text}"})
    return first | {"obstacles": obstacles}


def check(made, stage, folder, env):
    """Builds and runs the test in both trees; returns what is to be added to `made`."""
    test = folder / made["test"]
    mended = folder / "fixed-tests" / test.parent.name / test.name
    shutil.rmtree(mended.parent, ignore_errors=True)
    shutil.copytree(test.parent, mended.parent)
    for path in mended.parent.glob("*.c*"):
        if path.suffix not in (".cut", ".cmake"):
            path.write_text(path.read_text().replace("../../parent", "../../fixed"))
    env = os.environ | env | {"PATH": f"{stage.prefix / 'bin'}:{os.environ['PATH']}"}
    fails, why_not = outcome(test, made["kind"], env, is_mended=False)
    passes, why_fails = outcome(mended, made["kind"], env, is_mended=True)
    problems = [text for text in (why_not, why_fails) if text]
    return {"fails_on_parent": fails, "passes_on_fix": passes, "problems": problems}


def outcome(test, kind, env, is_mended):
    """Whether it is as it should be, and if not, what is wrong."""
    try:
        build(test, "g++", "-O0", env)
        done = run_test(test, env)
    except (Failed, subprocess.TimeoutExpired) as problem:
        return False, str(problem)
    if is_mended:
        is_right = done.returncode == 0 and "[  PASSED  ] 1 test" in done.stdout
    else:
        is_right = done.returncode != 0 and (kind == "standalone" or "fails_as_recorded" in done.stdout)
    return is_right, "" if is_right else f"{test}: {done.returncode}\n{done.stdout[-2000:]}{done.stderr[-2000:]}"
