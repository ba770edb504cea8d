// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stands before libstdc++'s header of this name when a file is woven. libstdc++ declares the
// members of std::string `extern template` and keeps them in its shared library, where they
// would be outside. -1 leaves only the declarations that are always needed, so the members are
// instantiated in the translation unit. A -D does not do: the real header sets the macro.
#pragma GCC system_header
#include_next <bits/c++config.h>
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE -1
