// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Small structs travel in integer and SSE registers, with padding between their members.
// inside: in_*
#include <stdio.h>

struct IntInt {
  int a, b;
};
struct CharLong {
  char a;
  long b;
};
struct IntDouble {
  int a;
  double b;
};
struct DoubleInt {
  double a;
  int b;
};
struct FloatFloat {
  float a, b;
};
struct FloatTriple {
  float a, b, c;
};
struct IntFloat {
  int a;
  float b;
};
struct Bytes {
  unsigned char b[11];
};
struct Nested {
  struct {
    short s;
    char c;
  } n;
  float f;
  struct IntInt i;
};

struct IntInt out_int_int(struct IntInt v) { return (struct IntInt){v.b, v.a}; }
struct CharLong out_char_long(struct CharLong v) {
  return (struct CharLong){(char)(v.a + 1), -v.b};
}
struct IntDouble out_int_double(struct IntDouble v) { return (struct IntDouble){v.a * 2, v.b / 2}; }
struct DoubleInt out_double_int(struct DoubleInt v) { return (struct DoubleInt){v.b, (int)v.a}; }
struct FloatTriple out_triple(struct FloatTriple v) { return (struct FloatTriple){v.c, v.a, v.b}; }
struct IntFloat out_int_float(struct IntFloat v) { return (struct IntFloat){(int)v.b, (float)v.a}; }
struct Bytes out_bytes(struct Bytes v) {
  v.b[10] ^= 0xff;
  return v;
}
struct Nested out_nested(struct Nested v) {
  v.n.s++;
  v.i.b--;
  return v;
}

struct IntInt in_int_int(struct IntInt v) {
  v = out_int_int(v);
  v.a += 1;
  return v;
}
struct CharLong in_char_long(struct CharLong v) {
  v = out_char_long(v);
  v.b *= 3;
  return v;
}
struct IntDouble in_int_double(struct IntDouble v) {
  v = out_int_double(v);
  v.b += v.a;
  return v;
}
struct DoubleInt in_double_int(struct DoubleInt v) {
  v = out_double_int(v);
  v.b += 5;
  return v;
}
struct FloatTriple in_triple(struct FloatTriple v) {
  v = out_triple(v);
  v.a += v.c;
  return v;
}
struct IntFloat in_int_float(struct IntFloat v) {
  v = out_int_float(v);
  v.b *= 2;
  return v;
}
struct Bytes in_bytes(struct Bytes v) {
  v = out_bytes(v);
  v.b[0]++;
  return v;
}
struct Nested in_nested(struct Nested v) {
  v = out_nested(v);
  v.n.c++;
  return v;
}
float in_float_float(struct FloatFloat v) { return v.a - v.b; }

int main(int argc, char** argv) {
  (void)argv;
  struct IntInt a = in_int_int((struct IntInt){argc, -2});
  struct CharLong b = in_char_long((struct CharLong){'x', 1l << 40});
  struct IntDouble c = in_int_double((struct IntDouble){argc, 0.3});
  struct DoubleInt d = in_double_int((struct DoubleInt){12.5, argc});
  struct FloatTriple e = in_triple((struct FloatTriple){1, 2, (float)argc});
  struct IntFloat f = in_int_float((struct IntFloat){argc, 2.5f});
  struct Bytes g = in_bytes((struct Bytes){{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}});
  static struct Nested nested = {{7, 'c'}, 0.5f, {0, 2}};  // static: its padding is 0 in any run
  nested.i.a = argc;
  struct Nested h = in_nested(nested);
  printf("%d %d, %c %ld, %d %g, %g %d\n", a.a, a.b, b.a, b.b, c.a, c.b, d.a, d.b);
  printf("%g %g %g, %d %g, %g\n", (double)e.a, (double)e.b, (double)e.c, f.a, (double)f.b,
         (double)in_float_float((struct FloatFloat){3, 1.25f}));
  for (int i = 0; i < 11; ++i) printf("%d ", g.b[i]);
  printf("%d %c %g %d %d\n", h.n.s, h.n.c, (double)h.f, h.i.a, h.i.b);
}
