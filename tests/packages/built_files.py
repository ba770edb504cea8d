# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a build has made: its ELF files and archives, their code, and whether they name kept bitcode."""
import dataclasses
import hashlib
import pathlib
import struct

SECTION = ".cutaway"
_ELF_MAGIC = b"\x7fELF\x02\x01"  # 64 bit, little endian
_ARCHIVE_MAGIC = b"!<arch>\n"
_OBJECT = 1  # e_type
_EXECUTABLE_CODE = 0x4  # SHF_EXECINSTR
_NO_BITS = 8


@dataclasses.dataclass(frozen=True)
class BuiltFile:
    path: str
    kind: str  # "object", "linked" or "archive"
    code_bytes: int = 0
    code_hash: str = ""
    has_section: bool = False


def list_files(folder):
    return {path for path in folder.rglob("*") if path.is_file() and not path.is_symlink()}


def find_built_files(folder, before):
    """All ELF files and archives below `folder` that are not in `before`, by path."""
    found = {}
    for path in sorted(list_files(folder) - before):
        name = str(path.relative_to(folder))
        data = path.read_bytes()
        if data.startswith(_ELF_MAGIC):
            found[name] = _read_elf(name, data)
        elif data.startswith(_ARCHIVE_MAGIC):
            found[name] = BuiltFile(name, "archive")
    return found


def _read_elf(name, data):
    kind = "object" if struct.unpack_from("<H", data, 16)[0] == _OBJECT else "linked"
    code = hashlib.sha256()
    code_bytes, has_section = 0, False
    for section_name, section_type, flags, content in _sections(data):
        has_section = has_section or section_name == SECTION
        if flags & _EXECUTABLE_CODE and section_type != _NO_BITS:
            code.update(content)
            code_bytes += len(content)
    return BuiltFile(name, kind, code_bytes, code.hexdigest(), has_section)


def _sections(data):
    table, = struct.unpack_from("<Q", data, 40)
    entry_bytes, count, names_index = struct.unpack_from("<HHH", data, 58)
    if table == 0:
        return
    headers = [_header(data, table)]
    # More sections than 16 bits can count: the first header has the numbers.
    count = count or headers[0][5]
    names_index = headers[0][6] if names_index == 0xffff else names_index
    headers += [_header(data, table + i * entry_bytes) for i in range(1, count)]
    names_at = headers[names_index][4]
    for name, section_type, flags, _, at, size, _ in headers:
        start = names_at + name
        text = data[start:data.index(b"\0", start)].decode(errors="replace")
        yield text, section_type, flags, data[at:at + size] if section_type != _NO_BITS else b""


def _header(data, at):
    """Name, type, flags, address, offset, size, link."""
    return struct.unpack_from("<IIQQQQI", data, at)


def without_section(files, foreign):
    """Files with code that lack our section."""
    return [file.path for file in files.values()
            if file.kind != "archive" and file.code_bytes and not file.has_section
            and not _matches(file.path, foreign)]


def differences(expected, actual, varies):
    """Lines that say how the files of two builds differ; none if the code is the same."""
    lines = [f"only clang made {path}" for path in sorted(expected.keys() - actual.keys())]
    lines += [f"only the drivers made {path}" for path in sorted(actual.keys() - expected.keys())]
    for path in sorted(expected.keys() & actual.keys()):
        old, new = expected[path], actual[path]
        if old.kind != new.kind:
            lines.append(f"{path} is a file of kind {new.kind}, expected {old.kind}")
        elif old.code_hash != new.code_hash and not _matches(path, varies):
            lines.append(f"the code of {path} differs: {new.code_bytes} bytes, expected {old.code_bytes}")
    return lines


def _matches(path, globs):
    return any(pathlib.PurePath(path).match(glob) for glob in globs)
