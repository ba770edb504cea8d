// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compiled to bitcode and linked into woven modules by pass/string_members.cpp.
// Constructors as C++11 has them, which libstdc++ itself instantiates so; C++17 makes templates of
// them, which are instantiated where they are used.
#define _GLIBCXX_DEFINING_STRING_INSTANTIATIONS 1
#include <string>

template class std::allocator<char>;
template class std::allocator<wchar_t>;
template class std::basic_string<char>;
template class std::basic_string<wchar_t>;
