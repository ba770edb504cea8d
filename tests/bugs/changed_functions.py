# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which functions a change of C or C++ sources is in, by their lines before it.

A function is the outermost pair of braces that is no namespace, class or list of values: before its brace stand
parentheses. One that starts at the first column ends there, too, since branches of the preprocessor may have braces that do
not match.
"""
import difflib
import re

NO_CODE = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|^[ \t]*#(?:[^\n\\]|\\.|\\\n)*', re.DOTALL | re.MULTILINE)
NAME = re.compile(r"\b((?!(?:if|for|while|switch|catch)\b)[\w:~]+|operator\s*\S+)\s*\([^()]*(?:\([^()]*\)[^()]*)*\)(?:\s*const)?\s*(?::.*)?$", re.DOTALL)


def functions(text):
    """(name, first line, last line) of each."""
    text = NO_CODE.sub(lambda found: re.sub(r"[^\n]", " ", found.group()), text)
    found, braces, head = [], [], 0
    for at, character in enumerate(text):
        if character == "{":
            before = text[head:at]
            name = None if any(name for name, _ in braces) else NAME.search(before.strip())
            braces.append((name and name.group(1), head + len(before) - len(before.lstrip())))
        elif character == "}" and braces:
            is_first = text[at - 1] == "\n"
            if not is_first and braces[-1][0] and text[braces[-1][1] - 1] == "\n" and "\n" in text[braces[-1][1]:at]:
                continue
            ended = braces if is_first else [braces.pop()]
            found += [(name, text.count("\n", 0, start) + 1, text.count("\n", 0, at) + 1) for name, start in ended if name]
            braces = [] if is_first else braces
        if character in "{};" or (character == ":" and re.search(r"\b(?:public|private|protected)\s*$", text[head:at])):
            head = at + 1
    return found


def changed_lines(old, new):
    """Of the old text: those that are gone, and those around what is new."""
    changes = difflib.SequenceMatcher(None, old.splitlines(), new.splitlines(), autojunk=False).get_opcodes()
    return {line for kind, first, last, _, _ in changes if kind != "equal"
            for line in (range(first + 1, last + 1) if last > first else (first, first + 1))}


def changed_functions(old, new):
    lines = changed_lines(old, new)
    return [function for function in functions(old) if any(function[1] <= line <= function[2] for line in lines)]
