// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory mapped by either side: shared and private files, anonymous, moved and unmapped.
// inside: in_*
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { k_size = 3 * 4096 };

unsigned in_checksum(const unsigned char* p, size_t n) {
  unsigned h = 1;
  for (size_t i = 0; i < n; ++i) h = h * 31 + p[i];
  return h;
}
unsigned in_map_file(int fd) {
  unsigned char* p = mmap(NULL, k_size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  unsigned h = in_checksum(p, k_size);
  p[100] = 'Z';
  pwrite(fd, "written", 7, 4096);
  h ^= in_checksum(p + 4000, 200);
  munmap(p, k_size);
  return h;
}
unsigned in_map_anonymous(void) {
  unsigned char* p = mmap(NULL, k_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  memset(p, 7, 5000);
  p = mremap(p, k_size, 16 * k_size, MREMAP_MAYMOVE);
  unsigned h = in_checksum(p, 6000);
  madvise(p, 4096, MADV_DONTNEED);
  h = h * 3 + in_checksum(p, 4100);
  munmap(p, 16 * k_size);
  unsigned char* again =
      mmap(NULL, 16 * k_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  h = h * 3 + in_checksum(again, 4100);
  munmap(again, 16 * k_size);
  return h;
}

int main(void) {
  FILE* file = tmpfile();
  for (int i = 0; i < k_size; ++i) fputc(i * 7 % 251, file);
  fflush(file);
  unsigned char* p = mmap(NULL, k_size, PROT_READ, MAP_PRIVATE, fileno(file), 0);
  printf("%u\n", in_checksum(p, k_size));
  printf("%u\n", in_map_file(fileno(file)));
  printf("%u %c\n", in_map_anonymous(), p[100]);
  munmap(p, k_size);
  fclose(file);
}
