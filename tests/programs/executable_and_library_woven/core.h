// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shared by the two woven modules.
#pragma once
namespace core {
struct Worker {
  virtual ~Worker() = default;
  virtual int work(int v) = 0;
};
Worker* make_worker();
int combine(Worker& a, Worker& b, int v);
}  // namespace core
