# One recording of the whole program serves smaller cuts: the same crossings as when they are recorded.
source "$CUTAWAY_SOURCE/tests/weave/project.inc"
write_project

# Crossings by name, without addresses, patches and places.
crossings() {
  cutaway show "$1" | grep -E '^ +(#|calls|[^ ]+ returns|the call)' |
    sed -E 's/0x[0-9a-f]+( "[^"]*")?/P/g; s/[a-z_.0-9]+\+P/P/g; s/ +\[.*\]//; s/ at .*//; s/#[0-9]+ +//'
}

for level in 0 1 2 3; do
  build_project $level
  cutaway record -q --force -o big.cut --whole-program -- ./app Oslo
  for inside in joda::Zone joda::Clock src/sum.c; do
    cutaway zoom --force big.cut --inside $inside -o small.cut
    cutaway replay small.cut
    cutaway record -q --force -o direct.cut --inside $inside -- ./app Oslo
    crossings small.cut >small
    crossings direct.cut >direct
    [ -s small ] || fail "-O$level $inside: no crossings"
    diff small direct || fail "-O$level $inside: the crossings differ"
  done
done
