// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bytes that arrive through a pipe and a socket pair, written by both sides.
// inside: in_*
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int pipe_ends[2], socket_ends[2];

void out_send(const char* text) {
  if (write(pipe_ends[1], text, strlen(text) + 1) < 0) perror("write");
}
void out_echo(void) {
  char c[32];
  ssize_t n = recv(socket_ends[1], c, sizeof c, 0);
  for (ssize_t i = 0; i < n; ++i) c[i]++;
  send(socket_ends[1], c, (size_t)n, 0);
}

size_t in_receive(char* to, const char* text) {
  out_send(text);
  ssize_t n = read(pipe_ends[0], to, 32);
  return (size_t)n + strlen(to);
}
int in_exchange(const char* text) {
  char reply[32] = {0};
  struct iovec part = {reply, sizeof reply};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  send(socket_ends[0], text, strlen(text), 0);
  out_echo();
  ssize_t n = recvmsg(socket_ends[0], &message, 0);
  return (int)n * 1000 + reply[0] + reply[n - 1];
}

int main(void) {
  char text[32];
  if (pipe(pipe_ends) || socketpair(AF_UNIX, SOCK_STREAM, 0, socket_ends)) return 1;
  size_t n = in_receive(text, "through the pipe");
  printf("%zu %s\n", n, text);
  printf("%d\n", in_exchange("abcxyz"));
}
