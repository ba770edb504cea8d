// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/shrink/output.h"

#include <stdio.h>
#include <string.h>

#include "runtime/common/system.h"
#include "runtime/common/text.h"
#include "runtime/shrink/live_functions.h"
#include "runtime/shrink/watch.h"

extern "C" {
extern FILE _IO_2_1_stdout_, _IO_2_1_stderr_;
}
// Streams of libstdc++; a program in C has none.
extern __attribute__((weak)) char g_cout asm("_ZSt4cout");
extern __attribute__((weak)) char g_cerr asm("_ZSt4cerr");
extern __attribute__((weak)) char g_clog asm("_ZSt4clog");
extern __attribute__((weak)) char g_endl asm(
    "_ZSt4endlIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_");

namespace cutaway::rt {
namespace {

enum class Form : uint8_t { text, line, bytes, items, string, character, newline, format, list };

constexpr int8_t k_stdout = -1;  // in the place of an argument

struct Writer {
  const char* name;
  Form form;
  int8_t stream;  // number of the argument that says which
  int8_t what;    // number of the argument that is written
};

// Positions as in the declarations; `bytes`: the number follows; `items`: size and number follow.
constexpr Writer k_writers[] = {
    {"write", Form::bytes, 0, 1},
    {"fwrite", Form::items, 3, 0},
    {"fwrite_unlocked", Form::items, 3, 0},
    {"puts", Form::line, k_stdout, 0},
    {"fputs", Form::text, 1, 0},
    {"fputs_unlocked", Form::text, 1, 0},
    {"putchar", Form::character, k_stdout, 0},
    {"fputc", Form::character, 1, 0},
    {"putc", Form::character, 1, 0},
    {"_IO_putc", Form::character, 1, 0},
    {"printf", Form::format, k_stdout, 0},
    {"__printf_chk", Form::format, k_stdout, 1},
    {"fprintf", Form::format, 0, 1},
    {"dprintf", Form::format, 0, 1},
    {"__fprintf_chk", Form::format, 0, 2},
    {"vprintf", Form::list, k_stdout, 0},
    {"__vprintf_chk", Form::list, k_stdout, 1},
    {"vfprintf", Form::list, 0, 1},
    {"__vfprintf_chk", Form::list, 0, 2},
    {"_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc", Form::text, 0, 1},
    {"_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_c", Form::character, 0, 1},
    {"_ZSt16__ostream_insertIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_PKS3_l", Form::bytes,
     0, 1},
    {"_ZStlsIcSt11char_traitsIcESaIcEERSt13basic_ostreamIT_T0_ES7_RKNSt7__cxx1112basic_"
     "stringIS4_S5_T1_EE",
     Form::string, 0, 1},
    {"_ZNSo5writeEPKcl", Form::bytes, 0, 1},
    {"_ZNSo3putEc", Form::character, 0, 1},
    {"_ZSt4endlIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_", Form::newline, 0, 0},
};

// std::ostream::operator<<(number): what follows is the letter of its type.
constexpr const char* k_number_writers[] = {"_ZNSolsE", "_ZNSo9_M_insertI"};

int stream_of(uint64_t value) {
  if (value == 1 || value == to_word(&_IO_2_1_stdout_) || value == to_word(&g_cout)) return 0;
  if (value == 2 || value == to_word(&_IO_2_1_stderr_) || value == to_word(&g_cerr) ||
      value == to_word(&g_clog))
    return 1;
  return -1;
}

// What a format consumes: words, or what a va_list says.
class Arguments {
 public:
  Arguments(const uint64_t* words, uint64_t count) : words_(words), count_(count) {}
  explicit Arguments(uint64_t list) : list_(reinterpret_cast<const List*>(list)) {
    if (list_ != nullptr) state_ = *list_;
  }

  uint64_t next(bool is_float) {
    if (list_ != nullptr) return next_of_list(is_float);
    return at_ < count_ ? words_[at_++] : 0;
  }

 private:
  struct List {  // of the System V ABI
    uint32_t general, floats;
    const char* overflow;
    const char* registers;
  };

  uint64_t next_of_list(bool is_float) {
    constexpr uint32_t k_general_end = 48, k_floats_end = 176;
    uint32_t& offset = is_float ? state_.floats : state_.general;
    const uint32_t end = is_float ? k_floats_end : k_general_end;
    const char* from = state_.overflow;
    if (offset < end) {
      from = state_.registers + offset;
      offset += is_float ? 16 : 8;
    } else {
      state_.overflow += 8;
    }
    uint64_t word;
    memcpy(&word, from, sizeof(word));
    return word;
  }

  const uint64_t* words_ = nullptr;
  uint64_t count_ = 0, at_ = 0;
  const List* list_ = nullptr;
  List state_{};
};

// The text of a call, as far as there is room.
class Text {
 public:
  void add(const char* text, uint64_t size) {
    if (size > sizeof(bytes_) - size_) size = sizeof(bytes_) - size_;
    memcpy(bytes_ + size_, text, size);
    size_ += size;
  }

  // printf's. Sizes beyond long are not understood, nor are positions.
  void format(const char* format, Arguments arguments) {
    while (*format != 0) {
      const uint64_t plain = strcspn(format, "%");
      add(format, plain);
      format += plain;
      if (*format == 0) return;
      format = conversion(format, arguments);
    }
  }

  const char* bytes() const { return bytes_; }
  uint64_t size() const { return size_; }

 private:
  // One conversion; returns what follows it.
  const char* conversion(const char* at, Arguments& arguments) {
    char spec[48];
    uint64_t size = 0;
    bool is_long = false;
    spec[size++] = *at++;
    while (*at != 0 && strchr("-+ #0123456789.*hljztL'", *at) != nullptr && size < 30) {
      if (*at == '*') {
        size += static_cast<uint64_t>(
            snprintf(spec + size, 12, "%d", static_cast<int>(arguments.next(false))));
      } else if (strchr("ljztL", *at) != nullptr) {
        is_long = true;
      } else if (*at != 'h') {
        spec[size++] = *at;
      }
      at++;
    }
    const char kind = *at;
    if (kind == 0) return at;
    print(spec, size, kind, is_long, arguments);
    return at + 1;
  }

  void print(char* spec, uint64_t size, char kind, bool is_long, Arguments& arguments) {
    char text[512];
    if (kind == '%') return add("%", 1);
    const bool is_float = strchr("eEfFgGaA", kind) != nullptr;
    const uint64_t word = arguments.next(is_float);
    if (kind == 'n') return;
    const bool is_integer = strchr("diouxX", kind) != nullptr;
    if (is_integer) spec[size++] = 'l';
    spec[size++] = kind;
    spec[size] = 0;
    int length;
    if (is_float) {
      double number;
      memcpy(&number, &word, sizeof(number));
      length = snprintf(text, sizeof(text), spec, number);
    } else if (kind == 's') {
      const char* string = word != 0 ? reinterpret_cast<const char*>(word) : "(null)";
      if (size == 2) return add(string, strlen(string));
      length = snprintf(text, sizeof(text), spec, string);
    } else if (is_integer && !is_long) {
      const bool is_signed = kind == 'd' || kind == 'i';
      length = snprintf(text, sizeof(text), spec,
                        is_signed ? static_cast<long>(static_cast<int>(word))
                                  : static_cast<long>(static_cast<uint32_t>(word)));
    } else {
      length = snprintf(text, sizeof(text), spec, word);
    }
    if (length > 0) add(text, strnlen(text, sizeof(text)));
  }

  char bytes_[16 << 10];
  uint64_t size_ = 0;
};

void write_number(char type, uint64_t word, Text* text) {
  if (strchr("df", type) != nullptr) return text->format("%g", {&word, 1});
  if (type == 'P' && word == to_word(&g_endl)) return text->add("\n", 1);
  if (type == 'P') return;  // another manipulator
  if (type == 'b') word &= 1;
  text->format(strchr("lx", type) != nullptr   ? "%ld"
               : strchr("my", type) != nullptr ? "%lu"
               : strchr("jt", type) != nullptr ? "%u"
                                               : "%d",
               {&word, 1});
}

void write_call(const Writer& writer, const CutawaySite* site, const uint64_t* arguments,
                Text* text) {
  const uint64_t* at = arguments + writer.what;
  const char* pointed = reinterpret_cast<const char*>(*at);
  const char character = static_cast<char>(*at);
  switch (writer.form) {
    case Form::text:
    case Form::line:
      if (pointed != nullptr) text->add(pointed, strlen(pointed));
      if (writer.form == Form::line) text->add("\n", 1);
      return;
    case Form::bytes:
      return text->add(pointed, at[1]);
    case Form::items:
      return text->add(pointed, at[1] * at[2]);
    case Form::string: {
      const auto* string = reinterpret_cast<const uint64_t*>(*at);  // where, and how long
      return text->add(reinterpret_cast<const char*>(string[0]), string[1]);
    }
    case Form::character:
      return text->add(&character, 1);
    case Form::newline:
      return text->add("\n", 1);
    case Form::format:
      return text->format(pointed, {at + 1, site->arg_slots - writer.what - 1ull});
    case Form::list:
      return text->format(pointed, Arguments(at[1]));
  }
}

void tell(int stream, const Text& text) {
  if (stream >= 0 && text.size() != 0) watch_text(stream, text.bytes(), text.size());
}

}  // namespace

bool is_writer(const CutawaySite* site) {
  for (const Writer& writer : k_writers)
    if (has_name(site, writer.name)) return true;
  return false;
}

void watch_output(const CutawaySite* site, const uint64_t* arguments) {
  if (!g_watch.has_texts && !g_watch.captures) return;
  uint64_t size;
  const char* name = name_of_site(site, &size);
  static Text text;
  text = {};
  for (const char* prefix : k_number_writers) {
    if (size <= strlen(prefix) || !has_prefix(name, prefix) || site->arg_slots != 2) continue;
    write_number(name[strlen(prefix)], arguments[1], &text);
    return tell(stream_of(arguments[0]), text);
  }
  for (const Writer& writer : k_writers) {
    if (!has_name(site, writer.name) || site->arg_slots <= writer.what) continue;
    write_call(writer, site, arguments, &text);
    return tell(writer.stream == k_stdout ? 0 : stream_of(arguments[writer.stream]), text);
  }
}

}  // namespace cutaway::rt
