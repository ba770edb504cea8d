// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sends requests over a link and asks again when no answer comes.
#pragma once
#include "retry_policy.h"

namespace net {

// What the client asks of the rest of the program.
class Link {
 public:
  virtual ~Link() = default;
  virtual int ask(int request, int timeout_ms) = 0;  // elapsed time; -1: no answer
  virtual void wait(int delay_ms) = 0;
};

class Client {
 public:
  explicit Client(Link& link);

  // False if there was no answer after some attempts.
  bool send(int request);

 private:
  Link& link_;
  RetryPolicy policy_;
};

}  // namespace net
