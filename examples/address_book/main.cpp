// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Imports the contacts of a company, then those of the files on the command line.
#include <fstream>
#include <iostream>
#include <sstream>

#include "importer.h"

namespace {

std::string company_contacts(int count) {
  const char* domains[] = {"example.org", "example.com", "example.de"};
  std::ostringstream text;
  for (int i = 0; i < count; ++i) {
    text << "Person No" << i << "; +49 681 " << 1000 + i << "; person" << i << "@" << domains[i % 3]
         << "; p" << i << "@mail.example.org\n";
  }
  return text.str();
}

}  // namespace

int main(int argc, char** argv) {
  mail::Folder company("company");
  mail::Importer company_importer(company);
  std::istringstream text(company_contacts(2'000));
  company_importer.import(text);
  std::cout << company.summary() << ", " << company.count_domain(".de") << " in .de\n";

  mail::Folder personal("personal");
  mail::Importer importer(personal);
  for (int i = 1; i < argc; ++i) {
    std::ifstream file(argv[i]);
    const int imported = importer.import(file);
    std::cout << argv[i] << ": " << imported << " imported\n";
  }
  std::cout << personal.summary() << "\n";
  return 0;
}
