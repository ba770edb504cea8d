// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Holds the state that both inside files change.
int shared_total = 3;
int first(int n);
int host(int n);
int second(int n) {
  shared_total += n;
  return n <= 0 ? host(shared_total) : first(n - 2) * 2;
}
