# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads and writes recordings without the tool's own code, so that tests can tamper with them.

Kinds and sizes come from abi/recording_format.h; everything is kept in memory.
"""
import ctypes
import dataclasses
import json
import pathlib
import re
import struct

_FORMAT = (pathlib.Path(__file__).resolve().parents[3] / "abi/recording_format.h").read_text()
_HEADER = struct.Struct("<8sII48x")
_CHUNK = struct.Struct("<IIQQQ")
_MAGIC = b"CUTAWAY\0"


def _enumerators(prefix):
    found = re.findall(rf"\bk_{prefix}_(\w+) = (\d+),", _FORMAT)
    return {name: int(value) for name, value in found}


KIND = _enumerators("event")
CHUNK = _enumerators("chunk")
KIND_NAME = {value: name for name, value in KIND.items()}
VERSION = int(re.search(r"k_format_version = (\d+)", _FORMAT).group(1))
_CHUNK_MAGIC = int(re.search(r"k_chunk_magic = (0x\w+)", _FORMAT).group(1), 16)
_COMPRESSED = {CHUNK["events"], CHUNK["symbols"], CHUNK["index"]}
_CROSSINGS_WITH_VALUES = ("incall", "incall_return", "outcall", "outcall_return", "value")


@dataclasses.dataclass
class Event:
    kind: str
    ident: int
    words: list

    def slots(self):
        """Values of a crossing, without the words of marks."""
        assert self.kind in _CROSSINGS_WITH_VALUES, self.kind
        return self.words[self._first_slot():]

    def set_slot(self, index, value):
        self.words[self._first_slot() + index] = value & (1 << 64) - 1

    def _first_slot(self):
        # n payload words hold m words of marks and n - m slots, m = ceil((n - m) / 64).
        return -(-len(self.words) // 65)

    def text(self, first_word):
        data = struct.pack(f"<{len(self.words) - first_word}Q", *self.words[first_word:])
        return data.split(b"\0", 1)[0].decode()


class Recording:
    def __init__(self, path):
        data = pathlib.Path(path).read_bytes()
        magic, version, header_bytes = _HEADER.unpack_from(data)
        assert magic == _MAGIC and version == VERSION, f"{path}: not a recording of version {VERSION}"
        self.events = []
        self.texts = {}  # chunk kind -> bytes, of all chunks but events
        at = header_bytes
        while at < len(data):
            _, kind, raw_bytes, stored_bytes, _ = _CHUNK.unpack_from(data, at)
            stored = data[at + _CHUNK.size:at + _CHUNK.size + stored_bytes]
            at += _CHUNK.size + stored_bytes
            raw = _decompress(stored, raw_bytes) if kind in _COMPRESSED else stored
            if kind == CHUNK["events"]:
                self.events += _parse_events(raw)
            else:
                self.texts[kind] = raw

    def info(self):
        return json.loads(self.texts[CHUNK["info"]])

    def save(self, path):
        """Writes the file with right checksums. The index is left out: it may be wrong now."""
        out = bytearray(_HEADER.pack(_MAGIC, VERSION, _HEADER.size))
        for kind in sorted(CHUNK.values()):
            if kind == CHUNK["events"]:
                raw = b"".join(map(_pack_event, self.events))
            elif kind in self.texts and kind != CHUNK["index"]:
                raw = self.texts[kind]
            else:
                continue
            stored = _compress(raw) if kind in _COMPRESSED else raw
            out += _pack_chunk(kind, len(raw), stored)
        pathlib.Path(path).write_bytes(out)
        return path

    def names(self, kind):
        """Linkage names of the functions or sites, by ident."""
        table = {}
        for event in self.events:
            if event.kind == kind:
                match = re.search(r"^name=(.*)$", event.text(3), re.MULTILINE)
                table[event.ident] = match.group(1) if match else ""
        return table

    def find(self, kind, name, nth=0):
        """Index of the nth event of this kind at the function or site called `name`."""
        names = self.names("function" if kind.startswith("incall") else "site")
        found = [i for i, e in enumerate(self.events) if e.kind == kind and names[e.ident] == name]
        return found[nth]

    def incall_number(self, index):
        """Incalls up to and with this event: how reports number them."""
        return sum(event.kind == "incall" for event in self.events[:index + 1])


def _parse_events(raw):
    words = struct.unpack(f"<{len(raw) // 8}Q", raw)
    at, events = 0, []
    while at < len(words):
        head = words[at]
        count = head >> 8 & 0xffffff
        events.append(Event(KIND_NAME[head & 0xff], head >> 32, list(words[at + 1:at + 1 + count])))
        at += 1 + count
    return events


def _pack_event(event):
    head = KIND[event.kind] | len(event.words) << 8 | event.ident << 32
    return struct.pack(f"<{1 + len(event.words)}Q", head, *event.words)


def _pack_chunk(kind, raw_bytes, stored):
    def header(checksum):
        return _CHUNK.pack(_CHUNK_MAGIC, kind, raw_bytes, len(stored), checksum)

    hashed = header(0) + struct.pack("<Q", xxhash64(stored))
    return header(xxhash64(hashed)) + stored


_zstd = ctypes.CDLL("libzstd.so.1")
for _function in (_zstd.ZSTD_compress, _zstd.ZSTD_decompress, _zstd.ZSTD_compressBound):
    _function.restype = ctypes.c_size_t


def _decompress(stored, raw_bytes):
    raw = ctypes.create_string_buffer(raw_bytes or 1)
    size = _zstd.ZSTD_decompress(raw, ctypes.c_size_t(raw_bytes), stored, ctypes.c_size_t(len(stored)))
    assert size == raw_bytes, "chunk does not decompress"
    return raw.raw[:raw_bytes]


def _compress(raw):
    bound = _zstd.ZSTD_compressBound(ctypes.c_size_t(len(raw)))
    stored = ctypes.create_string_buffer(bound)
    size = _zstd.ZSTD_compress(stored, ctypes.c_size_t(bound), raw, ctypes.c_size_t(len(raw)), 3)
    return stored.raw[:size]


_P1, _P2, _P3, _P4, _P5 = (0x9E3779B185EBCA87, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9,
                           0x85EBCA77C2B2AE63, 0x27D4EB2F165667C5)
_MASK = (1 << 64) - 1


def _rotate(v, n):
    return (v << n | v >> (64 - n)) & _MASK


def _round(lane, v):
    return _rotate((lane + v * _P2) & _MASK, 31) * _P1 & _MASK


def xxhash64(data):
    at, size = 0, len(data)
    if size >= 32:
        lanes = [(_P1 + _P2) & _MASK, _P2, 0, -_P1 & _MASK]
        while at + 32 <= size:
            lanes = [_round(lane, v) for lane, v in zip(lanes, struct.unpack_from("<4Q", data, at))]
            at += 32
        h = sum(_rotate(lane, n) for lane, n in zip(lanes, (1, 7, 12, 18))) & _MASK
        for lane in lanes:
            h = ((h ^ _round(0, lane)) * _P1 + _P4) & _MASK
    else:
        h = _P5
    h = (h + size) & _MASK
    for width, code in ((8, "<Q"), (4, "<I"), (1, "<B")):
        while at + width <= size:
            h = _mix_tail(h, struct.unpack_from(code, data, at)[0], width)
            at += width
    h = (h ^ h >> 33) * _P2 & _MASK
    h = (h ^ h >> 29) * _P3 & _MASK
    return h ^ h >> 32


def _mix_tail(h, v, width):
    if width == 8:
        return (_rotate(h ^ _round(0, v), 27) * _P1 + _P4) & _MASK
    if width == 4:
        return (_rotate(h ^ v * _P1 & _MASK, 23) * _P2 + _P3) & _MASK
    return _rotate(h ^ v * _P5 & _MASK, 11) * _P1 & _MASK
