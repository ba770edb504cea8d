// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The inside calls methods of types it only knows by a pointer or an abstract interface.
// inside: inside::
#include <cstdio>
#include <string>

namespace outside {
class Session;
Session* open(const char* name);
int query(Session& session, int key);
void close(Session* session);
struct Visitor {
  virtual void visit(Session& session, int depth) = 0;
  virtual ~Visitor() = default;
};
void walk(Session& session, Visitor& visitor, int depth);
}  // namespace outside

namespace inside {
struct Sum : outside::Visitor {
  int total = 0;
  void visit(outside::Session& session, int depth) override {
    total += outside::query(session, depth);
    if (depth > 0) outside::walk(session, *this, depth - 1);
  }
};
int run(const char* name) {
  outside::Session* session = outside::open(name);
  Sum sum;
  outside::walk(*session, sum, 4);
  int result = sum.total + outside::query(*session, 100);
  outside::close(session);
  return result;
}
}  // namespace inside

class outside::Session {
 public:
  explicit Session(const char* n) : name(n) {}
  std::string name;
  int queries = 0;
};
outside::Session* outside::open(const char* name) { return new Session(name); }
int outside::query(Session& session, int key) {
  return key * ++session.queries + static_cast<int>(session.name.size());
}
void outside::close(Session* session) { delete session; }
void outside::walk(Session& session, Visitor& visitor, int depth) { visitor.visit(session, depth); }

int main() { std::printf("%d\n", inside::run("a session with a long enough name")); }
