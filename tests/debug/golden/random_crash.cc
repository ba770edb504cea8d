// Fails until the defect is mended: SIGFPE in net::RetryPolicy::delay_ms (retry_policy.cpp:18).
// Standalone test, written by `cutaway testgen` from debug.cut/2: 2 calls of 481.
//   g++ -g -std=c++17 -I.. client_crash_test.cc ../client.cpp ../retry_policy.cpp -lgtest_main -lgtest -pthread -o client_crash_test

#include <gtest/gtest.h>

#include <random>

#include "client.h"

// What is not linked answers as it did in the recorded run.
std::random_device::result_type std::random_device::_M_getval() {
  return 678474771u;
}
namespace {
struct StubLink : net::Link {
  int ask(int, int) override { return -1; }
  void wait(int) override {}
};
}  // namespace

TEST(Client, SendDoesNotCrash) {
  StubLink link;
  net::Client client(link);
  client.send(480);  // fails here
}
