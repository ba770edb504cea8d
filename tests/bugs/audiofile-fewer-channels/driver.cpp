// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "af_vfs.h"
#include "audiofile.h"

static unsigned char song[44 + 64];
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

static void make_song() {
  const unsigned char head[] = "RIFF\x64\0\0\0WAVEfmt \x10\0\0\0\x01\0\x02\0\x40\x1f\0\0\0\x7d\0\0\x04\0\x10\0data\x40\0\0";
  std::memcpy(song, head, sizeof head);
  for (int i = 44; i < 44 + 64; ++i) song[i] = static_cast<unsigned char>(i * 7);
}

static int frames_of(int bits, int channels) {
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
  afSetVirtualSampleFormat(handle, AF_DEFAULT_TRACK, AF_SAMPFMT_TWOSCOMP, bits);
  afSetVirtualChannels(handle, AF_DEFAULT_TRACK, channels);
  unsigned char frames[16 * 8];
  int count = afReadFrames(handle, AF_DEFAULT_TRACK, frames, 16);
  afCloseFile(handle);
  return count;
}

int main() {
  make_song();
  for (int i = 0; i < 15; ++i) {
    if (frames_of(16, 2) != 16 || frames_of(8, 2) != 16 || frames_of(16, 1) != 16) return 2;
  }
  frames_of(8, 1);
  std::puts("done");
}
