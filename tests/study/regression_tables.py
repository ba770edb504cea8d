# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What came of the study of regression tests: figures for its bars, and tables."""
import collections
import re


def reason_of(text):
    """What stands in the way of a test, without names and numbers, to count equal ones."""
    text = text.split("cutaway: error: ")[-1].splitlines()[0]
    text = re.sub(r"^.*?no standalone test can be written: ", "", text)
    text = re.sub(r"call \d+ of \d+ cannot be written: ", "", text)
    text = re.sub(r"^[\w:~<>,*\[\]!=+ -]*?\S: (?=\w)", "", text) if "::" in text else text
    text = re.sub(r"/tmp/\S+", "", text)
    return re.sub(r"\d+", "N", text)[:160]


def summarize(study, project, compilers):
    tests, runs = study.lines("test", project), study.lines("run", project)
    mutants = study.lines("mutant", project)
    written = [line for line in tests if line["result"] == "written"]
    return {"recordings": len(tests), "written": len(written),
            "calls": sum(line["calls"] for line in written),
            "expectations": sum(line["expectations"] for line in written),
            "passed": {compiler: sum(line["passed"] for line in runs if line["compiler"] == compiler)
                       for compiler in compilers},
            "failed": sum(not line["passed"] for line in runs),
            "mutants": len(mutants), "own": sum(line["own"] > 0 for line in mutants),
            "generated": sum(line["generated"] > 0 for line in mutants)}


def print_table(study, projects, compilers):
    """In Markdown, with a row for each project, and the reasons why there is no test."""
    print("| project | recordings | tests | calls | expectations | " + " | ".join(f"pass: {name}" for name in compilers)
          + " | mutants | found by its own tests | by generated tests |\n|---|" + "---:|" * (7 + len(compilers)))
    for name in [name for name in projects if study.lines("test", name)]:
        found = summarize(study, name, compilers)
        cells = [found["recordings"], found["written"], found["calls"], found["expectations"],
                 *found["passed"].values(), found["mutants"], found["own"], found["generated"]]
        print(f"| {name} | " + " | ".join(f"{cell:,}" for cell in cells) + " |")
    print("\n| mutant | own cases that find it | generated tests that do |\n|---|---:|---:|")
    for line in study.lines("mutant"):
        change = f"{line['before']} → {line['after']}".replace("|", "\\|")
        print(f"| {line['source']}:{line['line']} {line['change']}: `{change}` | {line['own']} | {line['generated']} |")
    for title, key, lines in (("no test", "text", study.lines("test")), ("left out", "left_out", study.lines("test"))):
        texts = [text for line in lines for text in ([line[key]] if isinstance(line.get(key), str) else line.get(key, []))]
        print(f"\n| {title} | |\n|---|---:|")
        for reason, count in collections.Counter(map(reason_of, texts)).most_common(25):
            print(f"| {reason} | {count} |")
