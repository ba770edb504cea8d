cutaway_add_reproducer(rating_test
  SOURCES rating_test.cc ../../against/program/rating.cc
  INCLUDE_DIRECTORIES ../../against/program
  COMPILE_OPTIONS -std=c++17 ${FLAGS})

cutaway_add_reproducer(ledger_test
  SOURCES ledger_test.cc ledger_inline.cc ../../against/program/account.cc ../../against/program/rating.cc
  RECORDING ${CMAKE_CURRENT_BINARY_DIR}/../ledger.cut
  INCLUDE_DIRECTORIES ../../against/program
  COMPILE_OPTIONS -std=c++17 -O1 ${FLAGS})
