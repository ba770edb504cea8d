// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/stream_builder.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstring>

#include "base/file.h"
#include "recording/event.h"
#include "recording/packed_file.h"
#include "recording/packer.h"
#include "recording/raw_log.h"
#include "recording/stream_validator.h"

namespace cutaway::test {

Words values(const Words& slots, uint64_t marks) {
  Words payload(mark_words(slots.size()), 0);
  if (!payload.empty()) payload[0] = marks;
  return std::move(payload) + slots;
}

Words text_words(std::string_view text) {
  Words words(text.size() / 8 + 1, 0);
  std::memcpy(words.data(), text.data(), text.size());
  return words;
}

Words operator+(Words a, const Words& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

StreamBuilder& StreamBuilder::event(uint32_t kind, uint32_t ident, const Words& payload) {
  words_.push_back(event_word(kind, payload.size(), ident));
  words_.insert(words_.end(), payload.begin(), payload.end());
  return *this;
}

StreamBuilder& StreamBuilder::module(std::string_view path, uint64_t flags) {
  uint64_t base = k_image_base + modules_ * 0x100000000;
  Words payload = {base, base + k_image_bytes, flags, 4, 0x44332211, 0, 0};
  return event(k_event_module, ++modules_, payload + text_words(path));
}

StreamBuilder& StreamBuilder::function(uint16_t arg_slots, uint16_t ret_slots,
                                       std::string_view text, uint32_t flags) {
  Words payload = {1, 0x100 + 8 * functions_,
                   arg_slots | uint64_t{ret_slots} << 16 | uint64_t{flags} << 32};
  return event(k_event_function, ++functions_, payload + text_words(text));
}

StreamBuilder& StreamBuilder::site(uint16_t arg_slots, uint16_t ret_slots, std::string_view text,
                                   uint32_t flags) {
  Words payload = {1, 0x800 + 8 * sites_,
                   arg_slots | uint64_t{ret_slots} << 16 | uint64_t{flags} << 32};
  return event(k_event_site, ++sites_, payload + text_words(text));
}

StreamBuilder& StreamBuilder::thread(uint32_t ident) {
  return event(k_event_thread, ident, {1000 + ident});
}

StreamBuilder& StreamBuilder::incall(uint32_t function, const Words& slots, uint64_t marks) {
  return event(k_event_incall, function, values(slots, marks));
}

StreamBuilder& StreamBuilder::incall_return(uint32_t function, const Words& slots, uint64_t marks) {
  return event(k_event_incall_return, function, values(slots, marks));
}

StreamBuilder& StreamBuilder::outcall(uint32_t site, const Words& arguments) {
  return event(k_event_outcall, site, values(Words{image(1, 0x40)} + arguments, 1));
}

StreamBuilder& StreamBuilder::outcall_return(uint32_t site, const Words& slots, uint64_t marks) {
  return event(k_event_outcall_return, site, values(slots, marks));
}

StreamBuilder& StreamBuilder::patch(uint64_t address, std::string_view bytes) {
  Words payload((bytes.size() + 7) / 8 + 1, 0);
  payload[0] = address;
  std::memcpy(payload.data() + 1, bytes.data(), bytes.size());
  return event(k_event_patch, static_cast<uint32_t>(bytes.size()), payload);
}

StreamBuilder prelude() {
  StreamBuilder stream;
  stream.module()
      .function(2, 1,
                "name=_Z5parsePKci\nfile=src/parse.cc\nline=12\nargs=p8 text const char *;i4 n "
                "int\nret=i4  int\n")
      .site(3, 1,
            "name=read\nfile=src/parse.cc\nline=15\nargs=i4 fd int;p8 buffer void *;i8 count "
            "size_t\nret=i8  ssize_t\n")
      .site(0, 1, "name=rdtsc\nfile=src/parse.cc\nline=17\nargs=\nret=i8  \n", k_site_value)
      .thread();
  return stream;
}

StreamBuilder sample() {
  StreamBuilder stream = prelude();
  const Words thrown = values({k_heap, image(1, 0x80)}, 2) + text_words("St13runtime_error");
  stream.incall(1, {k_heap, 5})
      .event(k_event_fresh, 128, {k_heap})
      .patch(k_heap, std::string_view("hello\0", 6))
      .event(k_event_patch_word, 0, {k_heap + 64, image(1, 0x20)})
      .event(k_event_patch_runs, 4, {k_heap + 72, 0x63'62'02'61'21})
      .event(k_event_break, 2)
      .patch(image(1, 0x400), "x")
      .event(k_event_value, 2, values({42}))
      .event(k_event_checksum, 0, {0x1234})
      .outcall(1, {3, k_heap, 4096})
      .event(k_event_inside_sp, 0, {k_inside_stacks + k_inside_stack_size / 4})
      .incall(1, {0, 1})
      .event(k_event_throwing, 0, thrown)
      .event(k_event_incall_throw, 1, thrown)
      .event(k_event_outcall_throw, 1, thrown)
      .event(k_event_yield, 1)
      .thread(1)
      .incall(1, {image(1, 0x30), 7}, 1)
      .outcall(1, {0, 0, 0})
      .incall(1, {0, 0})
      .outcall(1, {1, 0, 0})
      .event(k_event_landed, 1, {k_heap + 128, 3})
      .outcall(1, {2, 0, 0})
      .incall(1, {0, 0})
      .outcall(1, {3, 0, 0})
      .event(k_event_abandon, 0)
      .thread(0)
      .outcall(1, {3, k_heap, 4096})
      .outcall_return(1, {12})
      .incall_return(1, {9})
      .exit();
  return stream;
}

std::string find_fault(const Words& words) {
  StreamValidator validator;
  std::span<const uint64_t> rest(words);
  while (!rest.empty()) {
    auto length = measure_event(rest);
    if (!length) return length.error().message;
    if (*length == 0) return "zero word";
    auto event = decode_event(rest.first(*length));
    if (!event) return event.error().message;
    if (auto accepted = validator.accept(*event); !accepted) return accepted.error().message;
    rest = rest.subspan(*length);
  }
  return {};
}

std::string packed(const Words& words, const RunInfo& info) {
  auto folder = TempDir::create();
  std::string raw = folder->path() + "/raw";
  auto raw_fd = open_file(raw, O_RDWR | O_CREAT);
  EXPECT_TRUE(write_all(raw_fd->get(), raw_log_header(info.verify, 1), raw));
  EXPECT_TRUE(write_all(raw_fd->get(), std::as_bytes(std::span(words)), raw));
  std::string output = folder->path() + "/packed";
  auto fd = open_file(output, O_RDWR | O_CREAT);
  auto summary = pack(raw, info, fd->get(), output);
  EXPECT_TRUE(summary) << to_text(summary.error());
  return *read_file(output);
}

std::string packed_unchecked(const std::vector<Words>& chunks) {
  auto folder = TempDir::create();
  std::string output = folder->path() + "/packed";
  auto fd = open_file(output, O_RDWR | O_CREAT);
  auto writer = PackedFileWriter::create(fd->get(), output);
  EXPECT_TRUE(writer->add_chunk(k_chunk_info, to_json_text({})));
  for (const Words& chunk : chunks) {
    EXPECT_TRUE(writer->add_chunk(k_chunk_events, std::as_bytes(std::span(chunk))));
  }
  EXPECT_TRUE(writer->finish());
  return *read_file(output);
}

}  // namespace cutaway::test
