// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs a program and writes what it took: launch [--compat-layout] RESULT-FILE PROGRAM ARGUMENT...
// RESULT-FILE gets: wall ns, user us, system us, peak RSS in KiB, raw wait status.
//
// Why not from Python: the kernel counts the memory of the process that calls exec towards the
// peak of the one that comes out of it, and a Python is larger than most subjects.
// --compat-layout starts the program as `cutaway replay` does.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static long long now_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000000ll + now.tv_nsec;
}

static long long to_us(struct timeval time) { return time.tv_sec * 1000000ll + time.tv_usec; }

int main(int argc, char** argv) {
  int has_compat_layout = argc > 1 && strcmp(argv[1], "--compat-layout") == 0;
  argv += 1 + has_compat_layout;
  argc -= 1 + has_compat_layout;
  if (argc < 2) return 2;
  FILE* result = fopen(argv[0], "we");
  if (result == NULL) return 2;
  // LAUNCH_NAME=value becomes NAME=value: LD_PRELOAD is meant for the program, not for this one.
  char** environment = environ;
  for (; *environment != NULL; environment++) {
    if (strncmp(*environment, "LAUNCH_", 7) == 0) *environment += 7;
  }
  long long start = now_ns();
  pid_t child = fork();
  if (child < 0) return 2;
  if (child == 0) {
    if (has_compat_layout) personality((unsigned long)personality(0xffffffff) | ADDR_COMPAT_LAYOUT);
    execv(argv[1], argv + 1);
    fprintf(stderr, "launch: %s: %s\n", argv[1], strerror(errno));
    _exit(127);
  }
  int status = 0;
  struct rusage usage;
  while (wait4(child, &status, 0, &usage) < 0) {
    if (errno != EINTR) return 2;
  }
  long long wall_ns = now_ns() - start;
  fprintf(result, "%lld %lld %lld %ld %d\n", wall_ns, to_us(usage.ru_utime), to_us(usage.ru_stime),
          usage.ru_maxrss, status);
  return fclose(result) == 0 ? 0 : 2;
}
