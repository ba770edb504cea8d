// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// volatile reads and writes of every size, kept in order and number.
// inside: in_*
#include <stdio.h>

struct Device {
  volatile int status;
  volatile long data;
  volatile char bytes[5];
  volatile double level;
};
static struct Device device;

void out_tick(int n) {
  device.status = n;
  device.data += n * 1000;
  device.bytes[n % 5]++;
  device.level *= 1.5;
}

long in_poll(int n) {
  long sum = 0;
  device.level = 1;
  for (int i = 0; i < n; ++i) {
    out_tick(i);
    sum += device.status + device.data;
    for (int j = 0; j < 5; ++j) sum += device.bytes[j];
    device.data = sum;
    device.bytes[0] = (char)sum;
    sum += (long)device.level;
  }
  return sum;
}

int main(void) {
  printf("%ld\n", in_poll(9));
  printf("%d %ld %d %g\n", device.status, device.data, device.bytes[0], device.level);
}
