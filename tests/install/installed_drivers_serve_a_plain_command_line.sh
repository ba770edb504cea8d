cmake --install "$CUTAWAY_BUILD" --prefix "$PWD/prefix" >install.log
export PATH="$PWD/prefix/bin:$PATH" GREETED=Ada
cp "$CUTAWAY_SOURCE"/tests/install/program/*.cpp .

cutaway-c++ -std=c++17 -O1 -Iprefix/include --inside greeting.cpp main.cpp greeting.cpp -o greeter
expect_status 0 cutaway record --verify -o run.cut -- ./greeter
expect_text out "woven, recorded"
expect_status 0 cutaway replay run.cut
expect_status 0 cutaway show run.cut
expect_text out "make_greeting"
expect_text out "ask_name"

# The header needs neither weaving nor a library.
clang++-19 -std=c++17 -Iprefix/include main.cpp greeting.cpp -o plain
expect_status 0 ./plain
expect_text out "plain, not recorded"
echo '#include <cutaway/cutaway.h>
int main(void) { return cutaway_is_recording(); }' >c.c
clang-19 -std=c99 -Wall -Wextra -Werror -pedantic -Iprefix/include c.c -o c && ./c
