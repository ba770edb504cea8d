// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The outside throws what the C++ runtime must look into to find the handler: pointers to derived
// classes, null pointers, objects with virtual bases at several depths.
// inside: inside::
#include <cstdio>

namespace outside {
struct First {
  long padding = 1;
  virtual ~First() = default;
};
struct Second {
  int code;
  explicit Second(int c) : code(c) {}
  virtual ~Second() = default;
};
struct Both : First, Second {
  explicit Both(int c) : Second(c) {}
};
struct Shared {
  int shared;
  explicit Shared(int s) : shared(s) {}
  virtual ~Shared() = default;
};
struct Left : virtual Shared {
  Left() : Shared(0) {}
  int left = 10;
};
struct Right : virtual Shared {
  Right() : Shared(0) {}
  int right = 20;
};
struct Diamond : First, Left, Right {
  explicit Diamond(int s) : Shared(s) {}
};
struct Deeper : Second, Diamond {
  explicit Deeper(int s) : Shared(s), Second(s), Diamond(s) {}
};
static Both both(77);

void fail(int how) {
  switch (how) {
    case 0:
      throw &both;
    case 1:
      throw static_cast<Both*>(nullptr);
    case 2:
      throw new Both(5);
    case 3:
      throw Diamond(31);
    case 4:
      throw Deeper(32);
    case 5:
      throw Both(33);
    case 6:
      throw static_cast<const Second*>(&both);
    default:
      throw static_cast<void*>(&both);
  }
}
void release(Second* object) {
  if (object != &both) delete object;
}
}  // namespace outside

namespace inside {
int attempt(int how) {
  try {
    outside::fail(how);
  } catch (outside::Second* pointer) {
    int code = pointer ? pointer->code : -1;
    outside::release(pointer);
    return 1000 + code;
  } catch (const outside::Shared& object) {
    return 2000 + object.shared;
  } catch (const outside::Second& object) {
    return 3000 + object.code;
  } catch (const outside::Second* pointer) {
    return 4000 + pointer->code;
  } catch (const void* pointer) {
    return pointer == &outside::both ? 5000 : 5001;
  }
  return 0;
}
// The exception passes a cleanup before it is caught further out.
struct Guard {
  int* count;
  ~Guard() { ++*count; }
};
int pass(int how, int* count) {
  Guard guard{count};
  return attempt(how) + (outside::fail(how), 0);
}
int outer(int how) {
  int count = 0;
  try {
    return pass(how, &count);
  } catch (outside::Second* pointer) {
    int code = pointer ? pointer->code : -1;
    outside::release(pointer);
    return 6000 + code + count;
  } catch (const outside::Shared& object) {
    return 7000 + object.shared + count;
  } catch (...) {
    return 8000 + count;
  }
}
}  // namespace inside

int main() {
  for (int how = 0; how < 8; ++how) std::printf("%d %d\n", inside::attempt(how), inside::outer(how));
}
