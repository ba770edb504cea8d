// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "importer.h"

#include <utility>

#include "record_reader.h"

namespace mail {

Importer::Importer(Folder& folder) : folder_(folder) {}

int Importer::import(std::istream& input) {
  RecordReader reader(input);
  std::vector<std::string> fields;
  int imported = 0;
  while (reader.next(fields)) {
    if (fields[0].empty()) {
      ++skipped_;
      continue;
    }
    import_record(fields);
    ++imported;
  }
  return imported;
}

void Importer::import_record(const std::vector<std::string>& fields) {
  auto contact = std::make_unique<Contact>(fields[0]);
  if (fields.size() > 1) contact->set_phone(fields[1]);
  for (size_t i = 2; i < fields.size(); ++i) {
    if (!fields[i].empty()) contact->add_address(fields[i]);
  }
  folder_.add(std::move(contact));
}

int Importer::skipped() const { return skipped_; }

}  // namespace mail
