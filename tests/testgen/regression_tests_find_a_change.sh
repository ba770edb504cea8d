# A run that did not fail becomes a test of what its calls returned.
cp "$CUTAWAY_SOURCE"/examples/search_tree/{catalogue,search_tree}.{cpp,h} .
cat >main.cpp <<'CODE'
#include "catalogue.h"
#include <cstdio>
int main() {
  shop::Catalogue catalogue("tools");
  for (int article : {5, 2, 8}) catalogue.add(article);
  std::printf("%d %s\n", catalogue.has(2), catalogue.listing().c_str());
}
CODE
cutaway-c++ -g -O1 -std=c++17 main.cpp catalogue.cpp search_tree.cpp -o app
cutaway record -q --inside shop::Catalogue -o run.cut -- ./app >out
cutaway testgen --regression run.cut -o tests >said
expect_text said 'built; passes'
expect_text tests/catalogue_regression_test.cc 'EXPECT_TRUE(catalogue->has(2));'
expect_text tests/catalogue_regression_test.cc 'EXPECT_EQ(catalogue->listing(), "tools: 2 5 8");'
build() { (cd tests && eval "$(sed -n 's|^//   ||p' catalogue_regression_test.cc)"); }
build
tests/catalogue_regression_test >out
sed -i 's/text += " "/text += "  "/; s/department_ + ":"/department_ + " is:"/' catalogue.cpp
build
expect_status 1 tests/catalogue_regression_test
expect_text out 'tools: 2 5 8'
