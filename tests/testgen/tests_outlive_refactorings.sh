# A standalone test still fails after changes that do not mend the defect, passes after one that does, and does not
# build when what it calls is gone.
cp "$CUTAWAY_SOURCE"/examples/search_tree/*.{cpp,h} .
cutaway-c++ -g -O1 -std=c++17 *.cpp -o app
cutaway debug -q -- ./app withdraw >said 2>&1
cutaway testgen debug.cut/1 -o tests >said
test=tests/search_tree_crash_test
command=$(sed -n 's|^//   ||p' $test.cc)
build() { (cd tests && eval "$(sed "s/^g++ -g/$* -Wall -Wextra -Werror/" <<<"$command")"); }
expect_failing() {
  for compiler in 'g++ -O0' 'g++ -O2' 'clang++-19 -O0' 'clang++-19 -O2'; do
    build "$compiler"
    expect_status 139 $test
  done
}
expect_failing

# A field is added, functions get another name, one goes to a file of its own.
sed -i 's/  Node\* root_ = nullptr;/  long changes_[5] = {};\n&/; s/leftmost/first_of/g; s/rotate_up/lift/g' search_tree.{h,cpp}
{
  echo '#include "search_tree.h"'
  echo 'namespace shop {'
  sed -n '/^std::vector<int> SearchTree::keys/,$p' search_tree.cpp
} >keys.cpp
sed -i '/^std::vector<int> SearchTree::keys/,/^}/d' search_tree.cpp
command=${command/..\/search_tree.cpp/../search_tree.cpp ../keys.cpp}
expect_failing

sed -i 's/replace(successor, nullptr)/replace(successor, successor->right)/' search_tree.cpp
build g++
$test >out

sed -i 's/remove(/withdraw(/' search_tree.{h,cpp}
if build g++ 2>err; then fail 'the test builds without the function that it calls'; fi
expect_text err "has no member named"
