# cutaway_add_shell_tests(<prefix> [LABELS ...] [PROPERTIES ...]): each *.sh in this folder becomes the
# test <prefix>.<file name>. It runs in a new folder of its own, which stays there afterwards.
function(cutaway_add_shell_tests prefix)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LABELS;PROPERTIES")
  file(GLOB scripts CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.sh)
  foreach(script IN LISTS scripts)
    cmake_path(GET script STEM name)
    add_test(NAME ${prefix}.${name}
      COMMAND bash ${PROJECT_SOURCE_DIR}/tests/support/run_shell_test.sh ${script} ${CMAKE_CURRENT_BINARY_DIR}/${name})
    set_tests_properties(${prefix}.${name} PROPERTIES
      LABELS "${arg_LABELS}" TIMEOUT 300 SKIP_RETURN_CODE 77 ${arg_PROPERTIES}
      ENVIRONMENT "CUTAWAY_PREFIX=${CUTAWAY_PREFIX};CUTAWAY_SOURCE=${PROJECT_SOURCE_DIR};CUTAWAY_BUILD=${PROJECT_BINARY_DIR}")
  endforeach()
endfunction()
