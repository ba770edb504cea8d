// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include <string>

// Each file has an initialiser for it, of which the linker keeps one.
template <class T>
struct Last {
  static std::string text;
};
template <class T>
std::string Last<T>::text = std::string("of size ") + std::to_string(sizeof(T));

int length_here(int more);
int length_there(int more);
