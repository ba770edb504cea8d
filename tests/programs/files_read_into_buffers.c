// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The kernel and stdio write into buffers of the inside.
// inside: in_*
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

static char buffer[64];

unsigned in_checksum(const char* p, size_t n) {
  unsigned h = 5381;
  while (n--) h = h * 33 + (unsigned char)*p++;
  return h;
}
unsigned in_read_twice(int fd) {
  unsigned h = 0;
  char local[16];
  for (ssize_t n; (n = read(fd, local, sizeof local)) > 0;) {
    h ^= in_checksum(local, (size_t)n);
    n = read(fd, buffer, 8);
    if (n > 0) h = h * 31 + in_checksum(buffer, (size_t)n);
  }
  return h;
}
unsigned in_vector(int fd) {
  char a[3], b[9];
  struct iovec parts[2] = {{a, sizeof a}, {b, sizeof b}};
  lseek(fd, 4, SEEK_SET);
  return readv(fd, parts, 2) == 12 ? in_checksum(a, 3) ^ in_checksum(b, 9) : 0;
}
unsigned in_stream(FILE* file) {
  unsigned h = 0;
  char line[40];
  while (fgets(line, sizeof line, file)) h = h * 7 + in_checksum(line, strlen(line));
  return h;
}

int main(void) {
  FILE* file = tmpfile();
  for (int i = 0; i < 50; ++i) fprintf(file, "line %d of the file\n", i * i);
  fflush(file);
  lseek(fileno(file), 0, SEEK_SET);
  printf("%u\n", in_read_twice(fileno(file)));
  printf("%u\n", in_vector(fileno(file)));
  rewind(file);
  printf("%u\n", in_stream(file));
  fclose(file);
}
