// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads COUNT XML documents of about 64 KiB, sums their orders up, asks for the large ones by
// XPath, marks them and writes the document.
#include <pugixml.hpp>

#include "xml_source.h"

namespace {

class ChecksumWriter : public pugi::xml_writer {
 public:
  void write(const void* data, size_t size) override { sum_ = add_to_checksum(sum_, data, size); }
  uint64_t sum() const { return sum_; }

 private:
  uint64_t sum_ = 0;
};

double sum_up(const pugi::xml_document& document) {
  double sum = 0;
  for (pugi::xml_node order : document.child("orders").children("order")) {
    double total = order.attribute("total").as_double();
    for (pugi::xml_node line : order.children("line")) {
      sum += total * line.child("count").text().as_int();
      sum += double(strlen(line.child_value("text")));
    }
  }
  return sum;
}

}  // namespace

int main(int argc, char** argv) {
  const long count = argument_or(argc, argv, 1, 100);
  ChecksumWriter writer;
  double sum = 0;
  for (long i = 0; i < count; i++) {
    Text text = make_xml(uint64_t(i % 8) + 1, 64 << 10);
    pugi::xml_document document;
    if (!document.load_buffer(text.data, text.size)) return 1;
    sum += sum_up(document);
    pugi::xpath_variable_set variables;
    variables.set("least", 9000.0);
    pugi::xpath_query query("/orders/order[@total > $least and count(line) > 1]", &variables);
    pugi::xpath_node_set large = document.select_nodes(query);
    for (const pugi::xpath_node& found : large) found.node().append_attribute("large") = true;
    sum += pugi::xpath_query("sum(//line[count > 25]/count)").evaluate_number(document);
    document.save(writer, "  ");
    free(text.data);
  }
  printf("%ld documents, sum %.2f, checksum %016llx\n", count, sum,
         (unsigned long long)writer.sum());
  return 0;
}
