# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The crossings of a recording in a form that two runs of two builds have in common.

Names instead of idents, numbers as they are, pointers only by kind: null, image, memory.
"""
import re

_LEAF = re.compile(r"([ipflvb])(\d+) ")
_LOW, _HIGH = 0x501000000000, 0x800000000000  # k_tracked_low, k_tracked_high
_ENDS = ("failure", "exit", "truncated")


class _Shapes:
    def __init__(self, recording, kind):
        self.names, self.arguments, self.results = {}, {}, {}
        for event in recording.events:
            if event.kind != kind:
                continue
            text = dict(line.split("=", 1) for line in event.text(3).splitlines() if "=" in line)
            self.names[event.ident] = text.get("name", "").split(".specialized.")[0]
            self.arguments[event.ident] = _LEAF.findall(text.get("args", ""))
            self.results[event.ident] = _LEAF.findall(text.get("ret", ""))


def _values(event, first, leaves):
    marks = event.words[:event._first_slot()]
    slots = event.slots()
    result, at = [], first
    for kind, size in leaves:
        count = -(-int(size) // 8)
        for i in range(at, at + count):
            is_image = marks[i // 64] >> i % 64 & 1
            # Also integers made of pointers. Padding of what is passed by value is what the stack had there.
            if is_image or (kind != "b" and _LOW <= slots[i] < _HIGH):
                result.append("image" if is_image else "memory")
            elif kind == "p":
                result.append("null" if slots[i] == 0 else "memory")
            elif kind == "b":
                result.append("bytes")
            else:
                result.append(slots[i])
        at += count
    if at != len(slots):
        result.append(f"{len(slots) - at} more")
    return result


def _type_name(event):
    return event.text(3)


def crossings(recording):
    """[(thread, kind, name, values...)]"""
    functions, sites = _Shapes(recording, "function"), _Shapes(recording, "site")
    threads, thread, found = {}, None, []
    for event in recording.events:
        kind, ident = event.kind, event.ident
        if kind == "thread":
            thread = threads.setdefault(ident, len(threads))
        elif kind == "incall":
            found.append((thread, kind, functions.names[ident], *_values(event, 0, functions.arguments[ident])))
        elif kind == "incall_return":
            found.append((thread, kind, functions.names[ident], *_values(event, 0, functions.results[ident])))
        elif kind == "outcall":
            found.append((thread, kind, sites.names[ident], *_values(event, 1, sites.arguments[ident])))
        elif kind == "outcall_return":
            found.append((thread, kind, sites.names[ident], *_values(event, 0, sites.results[ident])))
        elif kind == "value":
            found.append((thread, kind, sites.names[ident]))
        elif kind in ("incall_throw", "outcall_throw", "throwing"):
            found.append((thread, kind, _type_name(event)))
        elif kind in ("landed", "abandon") or kind in _ENDS:
            found.append((thread, kind, ident))
    return found


def _is_same(want, got):
    """A site where only one of the builds knew at compile time whom it calls has a name in that build only."""
    if want[1:2] == got[1:2] and want[1] in ("outcall", "outcall_return") and "" in (want[2], got[2]):
        return want[3:] == got[3:]
    return want == got


def first_difference(expected, actual):
    """Text of the first place where two lists differ; empty if they are the same."""
    for i, (want, got) in enumerate(zip(expected, actual)):
        if not _is_same(want, got):
            around = "\n".join(f"    {entry}" for entry in actual[max(0, i - 3):i])
            return f"crossing {i}\n  expected {want}\n  got      {got}\n  after\n{around}"
    if len(expected) == len(actual):
        return ""
    longer, rest = ("expected", expected) if len(expected) > len(actual) else ("got", actual)
    at = min(len(expected), len(actual))
    return f"{len(expected)} crossings expected, got {len(actual)}; then {longer} {rest[at]}"
