// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdio>
#include <iterator>
#include <string>

#include "mimetic/mimetic.h"

static std::string decoded(const std::string& text) {
  std::string bytes;
  mimetic::Base64::Decoder decoder;
  mimetic::decode(text.begin(), text.end(), decoder, std::back_inserter(bytes));
  return bytes;
}

static std::string subject_of(const std::string& mail) {
  mimetic::MimeEntity entity;
  entity.load(mail.begin(), mail.end());
  return entity.header().subject();
}

int main() {
  for (int i = 0; i < 15; ++i) {
    if (decoded("aGVsbG8=") != "hello") return 2;
    if (subject_of("From: a@example.org\nSubject: lunch\n\nAt one?\n") != "lunch") return 2;
  }
  decoded("aGVs|bG8=");
  std::puts("done");
}
