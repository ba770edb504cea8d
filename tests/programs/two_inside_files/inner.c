// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls the other inside file and the host.
extern int shared_total;
int second(int n);
int host(int n);
int first(int n) { return n <= 0 ? shared_total : second(n - 1) + host(n); }
