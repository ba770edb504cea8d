// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdio>
#include <cstring>
#include <vector>

#include "id3/readers.h"
#include "id3/tag.h"

// One frame of MPEG 1, layer 3, 128 kbit/s, stereo, with a header of a variable bit rate.
static int seconds_of(unsigned flags) {
  std::vector<unsigned char> song(417 * 4, 0);
  const unsigned char head[] = {0xff, 0xfb, 0x90, 0x00};
  for (int frame = 0; frame < 4; ++frame) std::memcpy(&song[417 * frame], head, sizeof head);
  std::memcpy(&song[36], "Xing", 4);
  song[43] = static_cast<unsigned char>(flags);
  for (int i = 0; i < 8; ++i) song[44 + i] = static_cast<unsigned char>(i == 3 || i == 6 ? 9 : 0);
  ID3_MemoryReader reader(song.data(), song.size());
  ID3_Tag tag;
  tag.Link(reader, ID3TT_ALL);
  const Mp3_Headerinfo* info = tag.GetMp3HeaderInfo();
  return info ? static_cast<int>(info->time) : -1;
}

int main() {
  for (int i = 0; i < 20; ++i) {
    for (unsigned flags : {0U, 1U, 3U, 7U}) {
      if (seconds_of(flags) < 0) return 2;
    }
  }
  seconds_of(15);
  std::puts("done");
}
