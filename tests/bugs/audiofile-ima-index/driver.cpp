// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "af_vfs.h"
#include "audiofile.h"

// A file in memory: 65 frames of IMA ADPCM in one block, whose third byte is the state of the decoder.
static unsigned char song[60 + 36];
static long position;

static ssize_t get(AFvirtualfile*, void* bytes, size_t size) {
  if (size > sizeof song - position) size = sizeof song - position;
  std::memcpy(bytes, song + position, size);
  position += static_cast<long>(size);
  return static_cast<ssize_t>(size);
}
static AFfileoffset length(AFvirtualfile*) { return sizeof song; }
static ssize_t put(AFvirtualfile*, const void*, size_t) { return -1; }
static void close_file(AFvirtualfile*) {}
static AFfileoffset seek(AFvirtualfile*, AFfileoffset offset, int is_relative) {
  position = is_relative ? position + offset : offset;
  return position;
}
static AFfileoffset tell(AFvirtualfile*) { return position; }

static void make_song(unsigned char state) {
  const unsigned char head[61] =
      "RIFF\x58\0\0\0WAVEfmt \x14\0\0\0\x11\0\x01\0\x40\x1f\0\0\xd7\x0f\0\0\x24\0\x04\0\x02\0\x41\0fact\x04\0\0\0\x41\0\0\0data\x24\0\0";
  std::memcpy(song, head, 60);
  for (int i = 60; i < 96; ++i) song[i] = static_cast<unsigned char>(i * 7);
  song[62] = state;
  song[63] = 0;
}

static int frames_of(unsigned char state) {
  make_song(state);
  AFvirtualfile* file = af_virtual_file_new();
  file->read = get;
  file->length = length;
  file->write = put;
  file->destroy = close_file;
  file->seek = seek;
  file->tell = tell;
  position = 0;
  AFfilehandle handle = afOpenVirtualFile(file, "r", AF_NULL_FILESETUP);
  if (!handle) std::exit(2);
  short frames[65];
  int count = afReadFrames(handle, AF_DEFAULT_TRACK, frames, 65);
  afCloseFile(handle);
  return count;
}

int main() {
  for (unsigned char i = 0; i < 15; ++i) {
    if (frames_of(i) != 65) return 2;
  }
  frames_of(95);
  std::puts("done");
}
