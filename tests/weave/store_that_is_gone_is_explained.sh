# No store, a store of another version, a damaged one, a cache that cannot be written.
source "$CUTAWAY_SOURCE/tests/weave/project.inc"
write_project
build_project
mv cache/store elsewhere
expect_status 1 cutaway list ./app
expect_text err 'the store lacks unit'
expect_text err 'CUTAWAY_STORE'
CUTAWAY_STORE=$PWD/elsewhere cutaway list ./app >list
expect_text list 'Zone'
mv elsewhere cache/store

objcopy --dump-section .cutaway=marks app
sed 's/^unit 1 /unit 7 /' marks >other
objcopy --update-section .cutaway=other app other-version
expect_status 1 cutaway list ./other-version
expect_text err 'format 7, this cutaway reads 1'

touch file
expect_status 1 env CUTAWAY_CACHE=$PWD/file/cache CUTAWAY_STORE=$PWD/cache/store cutaway record --inside sum -o run.cut -- ./app Oslo
expect_text err 'the cache cannot be written'
expect_text err 'CUTAWAY_CACHE'

for unit in cache/store/*/*.unit; do printf 'no zstd' >"$unit"; done
expect_status 1 cutaway list ./app
expect_text err 'damaged file in the store'
