// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The outside maps memory in the low 2 GiB, which has no shadow. The recording ends there; the program
// does not.
// inside: in_*
// zoom: differs: the large recording ends earlier
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

static volatile int signals;
static void out_count(int signal) { signals = signals + signal; }

static unsigned long out_map(void) {
  void* p = mmap(NULL, 65536, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
  if (p == MAP_FAILED) return 0;
  memset(p, 7, 65536);
  return (unsigned long)p;
}

unsigned in_bytes(unsigned char* p, int n) {
  unsigned sum = 0;
  for (int i = 0; i < n; ++i) {
    sum = sum * 31 + p[i];
    p[i] = (unsigned char)(sum >> 8);
  }
  return sum;
}
double in_doubles(double* p, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) p[i] = i * 0.5;
  for (int i = 0; i < n; ++i) sum += p[i];
  return sum;
}
unsigned in_copies(char* p) {
  char local[300];
  memcpy(local, p, sizeof local);
  memset(p + 400, 'x', 90);
  p[490] = 0;
  memmove(p + 2000, local, sizeof local);
  return (unsigned)(strlen(p + 400) + (unsigned char)local[299] + (unsigned char)p[2299]);
}
// Maps and uses it while the inside runs: no new incall could turn to the unrecorded flavour.
unsigned in_all(int n) {
  unsigned long p = out_map();
  if (p == 0) return 0;
  unsigned sum = in_bytes((unsigned char*)p, n);
  sum += (unsigned)in_doubles((double*)(p + 8192), n);
  sum += in_copies((char*)p);
  volatile long* counter = (volatile long*)(p + 4096);
  for (int i = 0; i < n; ++i) *counter = *counter + i;
  return sum + (unsigned)*counter;
}

int main(void) {
  signal(SIGTRAP, out_count);
  printf("%u\n", in_all(500));
  printf("%u\n", in_all(1000));
  raise(SIGTRAP);
  printf("%d\n", signals);
}
