// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Files of the store that a driver writes itself.
#pragma once
#include <string>

namespace cutaway::driver {

// 32 hexadecimal digits.
std::string hash_of(const std::string& text);

// "<store>/ab/abcd...", without an extension.
std::string stored_path(const std::string& store, const std::string& hash);

// The file appears whole or not at all; one that exists is the same. False if it cannot be written.
bool write_stored(const std::string& path, const std::string& content);

// An ELF object for x86-64 with nothing but `mark` in section .cutaway. `is_collected`: it must
// outlive --gc-sections.
std::string object_with_mark(const std::string& mark, bool is_collected);

}  // namespace cutaway::driver
