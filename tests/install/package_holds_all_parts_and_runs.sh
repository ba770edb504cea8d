# The .deb, unpacked but not installed: its content, its dependencies, and that it works.
expect_status 0 cpack --config "$CUTAWAY_BUILD/CPackConfig.cmake" -G DEB -B "$PWD/packed"
deb=$(echo packed/cutaway_*_amd64.deb)
dpkg-deb --field "$deb" >control
expect_text control "Package: cutaway"
expect_text control "clang-19"
expect_text control "libc6 (>="
dpkg-deb --contents "$deb" | awk '{print $1, $2, $6}' >content
! grep -v ' root/root ' content || fail "files that are not root's"

dpkg-deb -x "$deb" root
for part in bin/cutaway bin/cutaway-cc bin/cutaway-c++ lib/cutaway/cutaway_pass.so \
  lib/cutaway/libcutaway_record.so lib/cutaway/libcutaway_replay.so lib/cutaway/libcutaway_zoom.so lib/cutaway/string_members.bc \
  include/cutaway/cutaway.h lib/cmake/Cutaway/CutawayConfig.cmake share/man/man1/cutaway.1.gz \
  share/man/man1/cutaway-cc.1.gz share/man/man1/cutaway-c++.1.gz share/doc/cutaway/copyright; do
  [ -e "root/usr/$part" ] || fail "the package lacks /usr/$part"
done

export PATH="$PWD/root/usr/bin:$PATH" GREETED=Ada
cp "$CUTAWAY_SOURCE"/tests/install/program/*.cpp .
cutaway-c++ -std=c++17 -Iroot/usr/include --inside greeting.cpp main.cpp greeting.cpp -o greeter
expect_status 0 cutaway record -o run.cut -- ./greeter
expect_status 0 cutaway replay run.cut
