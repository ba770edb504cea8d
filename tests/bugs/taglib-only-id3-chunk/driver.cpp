// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdio>

#include "id3v2tag.h"
#include "tbytevector.h"
#include "tbytevectorstream.h"
#include "wavfile.h"

using TagLib::ByteVector;

static ByteVector chunk(const char* name, const ByteVector& content) {
  ByteVector made(name, 4);
  made.append(ByteVector::fromUInt(content.size(), false));
  made.append(content);
  return made;
}

static void set_title(const ByteVector& chunks, const char* title) {
  ByteVector content("WAVE", 4);
  content.append(chunks);
  TagLib::ByteVectorStream stream(chunk("RIFF", content));
  TagLib::RIFF::WAV::File file(&stream, true);
  if (!file.isValid()) return;
  file.ID3v2Tag()->setTitle(title);
  file.save();
}

int main() {
  const ByteVector format = chunk("fmt ", ByteVector("\x01\x00\x01\x00\x40\x1f\x00\x00\x80\x3e\x00\x00\x02\x00\x10\x00", 16));
  const ByteVector data = chunk("data", ByteVector(64, '\x05'));
  const ByteVector tag = chunk("ID3 ", ByteVector("ID3\x04\x00\x00\x00\x00\x00\x00", 10));
  for (int i = 0; i < 10; ++i) {
    set_title(format + data, "a song");
    set_title(format + data + tag, "another");
  }
  set_title(tag, "silence");
  std::puts("done");
}
