# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Seeded mutants of C++ sources: small changes of the text, each of one place that the project's tests reach.

Comments, texts and lines of the preprocessor are left alone. Whether a mutant compiles is for the caller to see.
"""
import dataclasses
import pathlib
import random
import re

HIDDEN = re.compile(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|^[ \t]*#(?:\\\n|[^\n])*",
                    re.DOTALL | re.MULTILINE)
COMPARISONS = {"==": "!=", "!=": "==", "<=": "<", ">=": ">", "<": "<=", ">": ">="}
# A statement on one line that is no declaration, no label and no jump: it can be left out.
STATEMENT = re.compile(r"^[ \t]+(?:(?:[\w:.\[\]]|->)+ *(?:[-+|&]?= *|\()[^{}\n]*|(?:\+\+|--)[\w.>-]+);", re.MULTILINE)
CONTROL = re.compile(r"\s*(?:return|if|for|while|else|switch|case|do|delete|throw|goto|break|continue|using|typedef)\b")


@dataclasses.dataclass(frozen=True)
class Mutant:
    source: pathlib.Path
    line: int
    kind: str
    before: str
    after: str
    start: int  # place in the text

    def key(self):
        """What tells it from others, for a line of results."""
        return {"source": self.source.name, "line": self.line, "start": self.start,
                "before": self.before.strip(), "after": self.after.strip()}

    def text(self):
        text = self.source.read_text(errors="surrogateescape")
        return text[:self.start] + self.after + text[self.start + len(self.before):]


def without_hidden(text):
    """The same with blanks for what is no code, so that places stay where they are."""
    return HIDDEN.sub(lambda found: re.sub(r"[^\n]", " ", found.group()), text)


def closing(code, start):
    """The place of the parenthesis that closes the one before `start`."""
    depth = 1
    for place in range(start, len(code)):
        depth += {"(": 1, ")": -1}.get(code[place], 0)
        if depth == 0:
            return place
    return start


def changes(code):
    """All changes of a text without hidden parts, as (start, kind, before, after)."""
    for found in re.finditer(r"(?<=[\w)\]] )(==|!=|<=|>=|<|>)(?= [\w(*!-])", code):
        yield found.start(), "comparison", found.group(), COMPARISONS[found.group()]
    for found in re.finditer(r"&&|\|\|", code):
        if re.match(r"[ \t]*[\w(!*\n]", code[found.end():]) and not re.search(r"\w\s*&&\s*\w+\s*[,)]\s*[:{;]?$",
                                                                              code[:found.end()]):
            yield found.start(), "connective", found.group(), "||" if found.group() == "&&" else "&&"
    for found in re.finditer(r"\b(?:if|while) ?\(", code):
        end = closing(code, found.end())
        condition = code[found.end():end]
        if not re.search(r"[;{}\n]", condition):
            yield found.end(), "negation", condition, ""
    for found in re.finditer(r"(?<=[-+=<>(,] )\b(\d{1,6})\b(?![.\w])", code):
        yield found.start(), "constant", found.group(), str(int(found.group()) + 1)
    for found in re.finditer(r"\breturn (true|false);", code):
        yield found.start(), "returned", found.group(), f"return {'false' if found.group(1) == 'true' else 'true'};"
    for found in re.finditer(r"\breturn (?!true|false|0;|nullptr;|NULL;)[^;{}\n]+;", code):
        yield found.start(), "returned", found.group(), "return {};"
    for found in STATEMENT.finditer(code):
        if not CONTROL.match(found.group()):
            yield found.start(), "dropped", found.group(), ";"


def find_mutants(source):
    text = source.read_text(errors="surrogateescape")
    code = without_hidden(text)
    return [Mutant(source, text.count("\n", 0, start + len(before) - len(before.lstrip())) + 1, kind,
                   text[start:start + len(before)],
                   f"!({text[start:start + len(before)]})" if kind == "negation" else after, start)
            for start, kind, before, after in sorted(changes(code))]


def shuffled(mutants, seed):
    """In an order of the seed, in which the kinds take turns."""
    choice = random.Random(seed)
    by_kind = {}
    for mutant in choice.sample(mutants, len(mutants)):
        by_kind.setdefault(mutant.kind, []).append(mutant)
    order = []
    while any(by_kind.values()):
        order += [by_kind[kind].pop() for kind in sorted(by_kind) if by_kind[kind]]
    return order
