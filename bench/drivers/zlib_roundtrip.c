// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Deflates and inflates MiB mebibytes, fed in chunks of 64 KiB through one buffer, as a program
// that reads a file does. Half of each record is random, half is words.
// The compressed bytes are never touched by the outside, so only the input really crosses.
#include <zlib.h>

#include "text_source.h"

enum { k_chunk = 64 << 10, k_record = 512 };

static void fill(unsigned char* data, size_t size) {
  Random random = {42};
  for (size_t at = 0; at < size; at += k_record) {
    for (size_t i = 0; i < k_record / 2; i += 8) {
      uint64_t value = next_random(&random);
      memcpy(data + at + i, &value, 8);
    }
    char words[k_record / 2 + 16];
    size_t used = 0;
    while (used < k_record / 2) used += (size_t)sprintf(words + used, "%s ", next_word(&random));
    memcpy(data + at + k_record / 2, words, k_record / 2);
  }
}

static void check(int result, const char* what) {
  if (result == Z_OK || result == Z_STREAM_END) return;
  fprintf(stderr, "zlib_roundtrip: %s: %d\n", what, result);
  exit(1);
}

static size_t compress_all(const unsigned char* data, size_t size, unsigned char* packed,
                           size_t room) {
  static unsigned char chunk[k_chunk];
  z_stream stream = {0};
  check(deflateInit(&stream, Z_DEFAULT_COMPRESSION), "deflateInit");
  stream.next_out = packed;
  stream.avail_out = (uInt)room;
  for (size_t at = 0; at < size; at += k_chunk) {
    memcpy(chunk, data + at, k_chunk);
    stream.next_in = chunk;
    stream.avail_in = k_chunk;
    check(deflate(&stream, at + k_chunk == size ? Z_FINISH : Z_NO_FLUSH), "deflate");
  }
  size_t packed_size = stream.total_out;
  check(deflateEnd(&stream), "deflateEnd");
  return packed_size;
}

static size_t decompress_all(unsigned char* packed, size_t packed_size,
                             const unsigned char* expected) {
  static unsigned char chunk[k_chunk];
  z_stream stream = {0};
  check(inflateInit(&stream), "inflateInit");
  stream.next_in = packed;
  stream.avail_in = (uInt)packed_size;
  size_t done = 0;
  for (int result = Z_OK; result != Z_STREAM_END;) {
    stream.next_out = chunk;
    stream.avail_out = k_chunk;
    result = inflate(&stream, Z_NO_FLUSH);
    check(result, "inflate");
    size_t got = k_chunk - stream.avail_out;
    if (memcmp(chunk, expected + done, got) != 0) check(Z_DATA_ERROR, "compare");
    done += got;
  }
  check(inflateEnd(&stream), "inflateEnd");
  return done;
}

int main(int argc, char** argv) {
  size_t size = (size_t)argument_or(argc, argv, 1, 16) << 20;
  size_t room = size + size / 8 + 1024;
  unsigned char* data = malloc(size);
  unsigned char* packed = malloc(room);
  if (data == NULL || packed == NULL) return 1;
  fill(data, size);
  size_t packed_size = compress_all(data, size, packed, room);
  size_t restored = decompress_all(packed, packed_size, data);
  printf("%zu -> %zu -> %zu\n", size, packed_size, restored);
  return restored == size ? 0 : 1;
}
