// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads COUNT YAML documents of about 8 KiB, sums their orders up, marks the large ones and writes
// the document.
#include <yaml-cpp/yaml.h>

#include "json_source.h"

static double sum_up(YAML::Node& root) {
  double sum = 0;
  for (YAML::Node order : root["orders"]) {
    double total = order["total"].as<double>();
    for (const YAML::Node& line : order["lines"]) {
      sum += total * line["count"].as<int>();
      sum += double(line["text"].as<std::string>().size());
    }
    if (total > 9000) order["large"] = true;
  }
  return sum;
}

int main(int argc, char** argv) {
  const long count = argument_or(argc, argv, 1, 20);
  uint64_t checksum = 0;
  double sum = 0;
  for (long i = 0; i < count; i++) {
    Text text = make_yaml(uint64_t(i % 8) + 1, 8 << 10);
    YAML::Node root = YAML::Load(std::string(text.data, text.size));
    sum += sum_up(root);
    YAML::Emitter emitter;
    emitter << root;
    checksum = add_to_checksum(checksum, emitter.c_str(), emitter.size());
    free(text.data);
  }
  printf("%ld documents, sum %.2f, checksum %016llx\n", count, sum, (unsigned long long)checksum);
  return 0;
}
