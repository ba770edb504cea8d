# find_package(Cutaway) and cutaway_inside() from an install tree, far from the build tree.
cmake --install "$CUTAWAY_BUILD" --prefix "$PWD/prefix" >install.log
mv prefix moved  # an install tree may be anywhere
export PATH="$PWD/moved/bin:$PATH" GREETED=Ada

cp -r "$CUTAWAY_SOURCE/tests/install/program" program
expect_status 0 env CC=cutaway-cc CXX=cutaway-c++ cmake -S program -B built -G Ninja -DCMAKE_PREFIX_PATH="$PWD/moved"
expect_status 0 cmake --build built
expect_status 0 built/greeter
expect_text out "hello, Ada; hello, Ada; woven, not recorded"
expect_status 0 cutaway record --verify -o run.cut -- built/greeter
expect_text out "hello, Ada; hello, Ada; woven, recorded"
GREETED=Grace expect_status 0 cutaway replay run.cut

# Another compiler does not know --inside: the package says so.
expect_status 1 env CC=clang-19 CXX=clang++-19 cmake -S program -B plain -G Ninja -DCMAKE_PREFIX_PATH="$PWD/moved"
expect_text err "cutaway_inside(greeter): CMAKE_C_COMPILER is"
