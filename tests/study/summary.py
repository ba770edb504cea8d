# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the lines of a results file say, for each project and size of the inside."""
import collections
import json

FAILURES = ("differs", "diverged", "failed")


def read_results(path, tool):
    """The last line of this build for each recording and each variant, and the last description of each project."""
    results = {"recordings": {}, "variants": {}, "projects": {}}
    if not path.exists():
        return results
    for text in path.read_text(encoding="utf-8").splitlines():
        line = json.loads(text)
        if line["tool"] != tool:
            continue
        if line["kind"] == "project":
            results["projects"][line["project"]] = line
        elif line["kind"] == "weave":
            results["variants"][line["project"], line["inside"], line["program"]] = line
        else:
            results["recordings"][line["project"], line["inside"], line["case"]] = line
    return results


def count(lines):
    totals = collections.Counter(line["result"] for line in lines)
    totals["recordings"] = len(lines)
    totals["events"] = sum(line.get("events", 0) for line in lines)
    totals["verified"] = sum(line["verify"] and line["result"] == "replayed" for line in lines)
    return totals


def print_summary(path, tool, names):
    """A line for each project; returns the exit status."""
    results = read_results(path, tool)
    has_failed = False
    for name in names:
        totals = count([line for key, line in results["recordings"].items() if key[0] == name])
        variants = [line for key, line in results["variants"].items() if key[0] == name]
        not_woven = sum(bool(line["failure"]) for line in variants)
        has_failed |= any(totals[kind] for kind in FAILURES) or not_woven > 0
        print(f"{name}: {len(results['projects'][name]['classes'])} classes, {len(variants)} variants "
              f"({not_woven} not woven), {totals['recordings']} recordings, {totals['replayed']} replayed "
              f"({totals['verified']} verified), {totals['empty']} never called, {totals['diverged']} diverged, "
              f"{totals['differs']} with another output, {totals['failed']} failed")
    return 1 if has_failed else 0


def print_table(path, tool):
    """In Markdown, with a row for each project and size of the inside."""
    results = read_results(path, tool)
    columns = ("recordings", "replayed", "verified", "empty", "diverged", "differs", "failed", "events")
    print("| project | classes inside | insides | recordings | replayed | of these verified | never called | diverged "
          "| other output | failed | events replayed |\n|---|" + "---:|" * 10)
    everything = []
    for name in sorted(results["projects"]):
        for size in range(1, 6):
            lines = [line for key, line in results["recordings"].items()
                     if key[0] == name and key[1].count("+") == size - 1]
            everything += lines
            print_row([name if size == 1 else "", str(size)], lines, columns)
    print_row(["**all**", "1–5"], everything, columns)


def print_row(head, lines, columns):
    totals = count(lines)
    insides = {(line["project"], line["inside"]) for line in lines}
    print("| " + " | ".join([*head, f"{len(insides):,}", *(f"{totals[column]:,}" for column in columns)]) + " |")
