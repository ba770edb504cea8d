// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads COUNT JSON documents of about 64 KiB, sums their orders up, marks the large ones and writes
// the document with each of the library's writers in turn.
#include <json/json.h>

#include <memory>
#include <sstream>

#include "json_source.h"

static double sum_up(Json::Value& root) {
  double sum = 0;
  Json::Path path(".lines[0].count");
  for (Json::Value& order : root["orders"]) {
    double total = order["total"].asDouble();
    for (const Json::Value& line : order["lines"]) {
      sum += total * line["count"].asInt();
      sum += double(line["text"].asString().size());
    }
    if (total > 9000) order["large"] = path.resolve(order);
  }
  return sum;
}

static std::string write(const Json::Value& root, long number) {
  switch (number % 4) {
    case 0:
      return Json::writeString(Json::StreamWriterBuilder(), root);
    case 1:
      return Json::FastWriter().write(root);
    case 2:
      return Json::StyledWriter().write(root);
    default: {
      std::ostringstream stream;
      Json::StyledStreamWriter("  ").write(stream, root);
      return stream.str();
    }
  }
}

static bool read(const Text& text, long number, Json::Value& root) {
  if (number % 4 == 3) return Json::Reader().parse(text.data, text.data + text.size, root);
  Json::CharReaderBuilder builder;
  std::unique_ptr<Json::CharReader> reader(builder.newCharReader());
  std::string errors;
  return reader->parse(text.data, text.data + text.size, &root, &errors);
}

int main(int argc, char** argv) {
  const long count = argument_or(argc, argv, 1, 100);
  uint64_t checksum = 0;
  double sum = 0;
  for (long i = 0; i < count; i++) {
    Text text = make_json(uint64_t(i % 8) + 1, 64 << 10);
    Json::Value root;
    if (!read(text, i, root)) return 1;
    sum += sum_up(root);
    std::string written = write(root, i);
    checksum = add_to_checksum(checksum, written.data(), written.size());
    free(text.data);
  }
  printf("%ld documents, sum %.2f, checksum %016llx\n", count, sum, (unsigned long long)checksum);
  return 0;
}
