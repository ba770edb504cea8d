# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the lines of a results file say: two tables in Markdown, and the bars."""
import json
import re

from unit_test import FEW_CALLS

# Out of ten.
WANTED_FEW_CALLS = 9
WANTED_FUNCTION_RUNS = 8


def read_results(path, tool):
    """The last line of this build for each bug."""
    results = {}
    for text in path.read_text(encoding="utf-8").splitlines() if path.exists() else []:
        line = json.loads(text)
        if line["tool"] == tool:
            results[line["bug"]] = line
    return results


def shown_levels(levels):
    """Numbers of those that `cutaway debug` shows: fewest calls, and the highest with few. The last one is the row's."""
    return list(dict.fromkeys(best for few in (0, FEW_CALLS) if (best := best_level(levels, few))))


def best_level(levels, few):
    best = calls = None
    for number, level in enumerate(levels, 1):
        if "problem" not in level and (best is None or level["calls_after"] <= max(few, calls)):
            best, calls = number, level["calls_after"]
    return best


# --- What was reached -----------------------------------------------------------------------


def row_level(line):
    numbers = shown_levels(line.get("levels", []))
    return line["levels"][numbers[-1] - 1] if numbers else None


def has_few_calls(line):
    level = row_level(line)
    return level is not None and level["fails_again"] and level["calls_after"] <= FEW_CALLS


def function_runs(line):
    level = row_level(line)
    return level is not None and level["fixed_function_runs"]


def has_test(line, kinds=("standalone", "replay")):
    test = line.get("test", {})
    return test.get("kind") in kinds and test["fails_on_parent"] and test["passes_on_fix"]


def is_standalone(line):
    return has_test(line, ("standalone",))


def is_first_choice(line):
    return has_test(line) and line["test"].get("choice") == 1


def is_worse(line, reached):
    """Than what bug.toml says; tells in which way."""
    level, found = row_level(line), []
    if reached.get("calls") == 0:
        return False
    if level is None or not level["fails_again"]:
        found.append("the failure is not reproduced")
    elif level["calls_after"] > reached.get("calls", FEW_CALLS):
        found.append(f"{level['calls_after']} calls, {reached.get('calls', FEW_CALLS)} were reached before")
    if reached.get("fixed_function_runs", True) and not function_runs(line):
        found.append("no function that the fix changes runs")
    wanted = {"standalone": is_standalone, "replay": has_test, "none": lambda _: True}[reached.get("test", "replay")]
    if not wanted(line):
        found.append(f"no {reached.get('test', 'replay')} test that fails on the parent and passes on the fix")
    for text in found:
        print(f"FAILED: {line['bug']}: {text}")
    return bool(found)


# --- Tables ---------------------------------------------------------------------------------


def cell(text, limit=160):
    text = " ".join(str(text).split()).replace("|", "\\|")
    return text if len(text) <= limit else text[:limit - 1] + "…"


def print_row(*cells):
    print("| " + " | ".join(map(cell, cells)) + " |")


def yes(value):
    return "yes" if value else "**no**"


def level_text(line):
    row = row_level(line)
    others = [f"{level['name']} → {level.get('calls_after', 'fails otherwise')}" for level in line["levels"] if level is not row]
    return row["name"] + ("; " + ", ".join(others) if others else ", the only one")


def print_calls(lines):
    print("| bug | patch | failure | level | calls | tests | seconds | fixed function runs |\n|---|---|---|---|---|---|---|---|")
    for line in lines:
        head = (line["bug"], line.get("patch", ""))
        row = row_level(line)
        if row is None:
            problems = [f"{level['name']}: {level['problem']}" for level in line.get("levels", [])]
            print_row(*head, line.get("error") or line["failure"], "; ".join(problems), "**not reproduced**", "", "", "**no**")
            continue
        calls = f"{row['calls_before']:,} → {row['calls_after']:,}"
        if row["calls_after"] > FEW_CALLS:
            calls = f"{row['calls_before']:,} → **{row['calls_after']:,}**"
        notes = ("" if row["minimal"] else ", not minimal") + ("" if row["fails_again"] else ", **does not fail again**")
        print_row(*head, line["failure"], level_text(line), calls + notes, f"{row['tests']:,}", f"{row['seconds']:.1f}",
                  yes(row["fixed_function_runs"]))


def print_unit_tests(lines):
    print("\n| bug | unit test | level | fails on parent | passes on fix | obstacle |\n|---|---|---|---|---|---|")
    for line in lines:
        test = line.get("test", {"kind": "none", "obstacles": []})
        obstacles = [problem_text(text) for text in test.get("problems", [])]
        obstacles += [f"level {each['level']}, {each['kind']}: " + obstacle_text(each["text"]) for each in test["obstacles"]]
        kind = "**none**" if test["kind"] == "none" else test["kind"]
        found = [yes(test[key]) if key in test else "" for key in ("fails_on_parent", "passes_on_fix")]
        print_row(line["bug"], kind, test.get("level", ""), *found, obstacles[0] if obstacles else "")


def problem_text(text):
    """What a test that does not behave says: how it failed, or what the compiler says."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    telling = [line for line in lines if re.search(r"failure: |cannot run|error: |warning: |what\(\)|undefined reference", line)]
    return re.sub(r".*: cannot run", "cannot run", (telling or lines)[0])


def obstacle_text(text):
    """What is said after `no standalone test can be written: `; all of it, if that is not said."""
    return text.split(" can be written: ")[-1]


def print_tables(results, names):
    lines = [results[name] for name in names if name in results]
    print_calls(lines)
    print_unit_tests(lines)
    print()
    for text, number, of in bars(results, names):
        print(f"{text}: {number} of {of}")
    missing = [name for name in names if name not in results]
    if missing:
        print(f"not run with this build: {', '.join(missing)}")


def bars(results, names):
    lines = [results[name] for name in names if name in results]
    found = (("reproduced and at most 8 calls", has_few_calls), ("fixed function runs", function_runs),
             ("unit test fails on parent and passes on fix", has_test), ("standalone", is_standalone),
             ("it is the first that can be made", is_first_choice))
    return [(text, sum(map(is_met, lines)), len(lines)) for text, is_met in found]


def has_missed_bars(results, names):
    """Bugs that were not run, or cannot be, miss them, too."""
    (_, few, of), (_, runs, _), *_ = bars(results, names)
    return of < len(names) or any("error" in results[name] for name in names) \
        or few * 10 < WANTED_FEW_CALLS * of or runs * 10 < WANTED_FUNCTION_RUNS * of
