// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fills a folder from a file of contacts.
#pragma once
#include <istream>
#include <memory>
#include <string>
#include <vector>

#include "folder.h"

namespace mail {

class Importer {
 public:
  explicit Importer(Folder& folder);

  // One contact a line: "name; phone; address; address ...". Returns the number of contacts;
  // lines without a name are counted as skipped.
  int import(std::istream& input);

  int skipped() const;

 private:
  void import_record(const std::vector<std::string>& fields);

  Folder& folder_;
  int skipped_ = 0;
};

}  // namespace mail
