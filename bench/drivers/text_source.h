// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What all drivers share: repeatable random numbers, a growing text, a checksum.
#pragma once
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Random {
  uint64_t state;
} Random;

static inline uint64_t next_random(Random* random) {
  random->state ^= random->state << 13;
  random->state ^= random->state >> 7;
  random->state ^= random->state << 17;
  return random->state;
}

static const char* const k_words[] = {
    "segment", "patch", "outcall", "record",  "replay", "weave",  "shadow",   "thread",
    "module",  "plan",  "inside",  "failure", "cut",    "stream", "crossing", "event"};

static inline const char* next_word(Random* random) {
  return k_words[next_random(random) >> 20 & 15];
}

typedef struct Text {
  char* data;
  size_t size;
  size_t capacity;
} Text;

__attribute__((format(printf, 2, 3))) static inline void append(Text* text, const char* format,
                                                                ...) {
  if (text->capacity - text->size < 1024) {
    text->capacity = text->capacity * 2 + 4096;
    text->data = (char*)realloc(text->data, text->capacity);
    if (text->data == NULL) abort();
  }
  va_list arguments;
  va_start(arguments, format);
  text->size += (size_t)vsnprintf(text->data + text->size, 1024, format, arguments);
  va_end(arguments);
}

static inline uint64_t add_to_checksum(uint64_t sum, const void* data, size_t size) {
  const unsigned char* bytes = (const unsigned char*)data;
  for (size_t i = 0; i < size; i++) sum = (sum ^ bytes[i]) * 0x100000001b3ull;
  return sum;
}

static inline long argument_or(int argc, char** argv, int index, long otherwise) {
  return argc > index ? strtol(argv[index], NULL, 10) : otherwise;
}
