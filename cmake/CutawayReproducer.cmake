# Tests that Cutaway wrote.
#
#   cutaway_add_reproducer(<name> SOURCES <test> <source>...
#     [RECORDING <file>]                     a replay test: its data file
#     [INCLUDE_DIRECTORIES <folder>...] [COMPILE_DEFINITIONS <name>[=<value>]...]
#     [INCLUDE_DIRECTORIES_AFTER <folder>...]   of C sources; the test looks there after the system's folders
#     [COMPILE_OPTIONS <option>...] [LINK_LIBRARIES <library>...]
#     [FRAMEWORK gtest|catch2|doctest])      default: gtest
#
# adds the executable <name> and its tests to ctest. The first source is the test itself; the others are what it tests:
# the inside's sources, and no more of the program. Without RECORDING all are compiled as any other. With it the
# inside's sources are compiled by cutaway-c++ or cutaway-cc with the plan of the recording, what they lack of the
# program gets stand-ins when the test is linked, and the recording is copied beside the executable.
include_guard(GLOBAL)

# Links what the test needs of a framework, and finds its tests.
function(_cutaway_use_framework name framework)
  if(framework STREQUAL "gtest")
    find_package(GTest REQUIRED)
    target_link_libraries(${name} PRIVATE GTest::gtest_main)
  elseif(framework STREQUAL "catch2")
    find_package(Catch2 REQUIRED)
    target_link_libraries(${name} PRIVATE $<IF:$<TARGET_EXISTS:Catch2::Catch2WithMain>,Catch2::Catch2WithMain,Catch2::Catch2>)
  elseif(framework STREQUAL "doctest")
    find_package(doctest REQUIRED)
    target_link_libraries(${name} PRIVATE doctest::doctest)
  else()
    message(FATAL_ERROR "cutaway_add_reproducer(${name}): FRAMEWORK is ${framework}, expected gtest, catch2 or doctest")
  endif()
  if(framework STREQUAL "gtest")
    include(GoogleTest)
    gtest_discover_tests(${name} DISCOVERY_MODE PRE_TEST)
  else()
    add_test(NAME ${name} COMMAND ${name})
  endif()
endfunction()

# Sets <result> to those of the options that are for sources of a language: -std= is for one of them.
function(_cutaway_options_for language result)
  set(options ${ARGN})
  if(language STREQUAL "C")
    list(FILTER options EXCLUDE REGEX "^-std=(c|gnu)\\+\\+")
  else()
    list(FILTER options EXCLUDE REGEX "^-std=(c|gnu|iso)[0-9]")
  endif()
  set(${result} ${options} PARENT_SCOPE)
endfunction()

# Compiles one source of the inside, woven. Sets <result> to the object.
function(_cutaway_weave_source result name source plan)
  cmake_parse_arguments(PARSE_ARGV 4 with "" "" "OPTIONS")
  cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} NORMALIZE)
  cmake_path(GET source FILENAME file)
  string(MD5 hash ${source})
  string(SUBSTRING ${hash} 0 8 hash)
  set(object ${CMAKE_CURRENT_BINARY_DIR}/${name}.woven/${file}.${hash}.o)
  set(language CXX)
  if(file MATCHES "\\.c$")
    set(language C)
  endif()
  set(compiler ${Cutaway_${language}_COMPILER})
  _cutaway_options_for(${language} options ${with_OPTIONS})
  add_custom_command(OUTPUT ${object}
    COMMAND ${compiler} --plan ${plan} -g -fPIE ${options} -MD -MF ${object}.d -c ${source} -o ${object}
    DEPENDS ${source} ${plan} DEPFILE ${object}.d
    COMMENT "Weaving ${file} for ${name}" COMMAND_EXPAND_LISTS VERBATIM)
  set(${result} ${object} PARENT_SCOPE)
endfunction()

# The objects of the inside, and what a replay test needs besides.
function(_cutaway_add_replay_test name recording)
  cmake_parse_arguments(PARSE_ARGV 2 with "" "" "SOURCES;OPTIONS")
  cmake_path(ABSOLUTE_PATH recording BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} NORMALIZE)
  cmake_path(GET recording FILENAME file)
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/${name}.woven)
  file(MAKE_DIRECTORY ${folder})
  set(plan ${folder}/plan.json)
  add_custom_command(OUTPUT ${plan} COMMAND ${Cutaway_TOOL} show --plan ${recording} > ${plan} DEPENDS ${recording} VERBATIM)
  foreach(source IN LISTS with_SOURCES)
    _cutaway_weave_source(object ${name} ${source} ${plan} OPTIONS ${with_OPTIONS})
    target_sources(${name} PRIVATE ${object})
  endforeach()
  set_property(TARGET ${name} PROPERTY RULE_LAUNCH_LINK "\"${Cutaway_TOOL}\" link --recording \"${recording}\" --")
  set_property(TARGET ${name} APPEND PROPERTY LINK_DEPENDS ${recording})
  target_compile_definitions(${name} PRIVATE "CUTAWAY_TOOL=\"${Cutaway_TOOL}\"")
  target_link_libraries(${name} PRIVATE Cutaway::headers)
  target_link_options(${name} PRIVATE -pie)
  if(with_OPTIONS MATCHES "-fsanitize=[a-z,-]*address")
    # Its runtime must be that of the woven code.
    if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang" OR NOT CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 19)
      message(FATAL_ERROR "cutaway_add_reproducer(${name}): a replay test with AddressSanitizer is linked by clang 19")
    endif()
    target_link_options(${name} PRIVATE -fsanitize=address)
  endif()
  add_custom_command(TARGET ${name} POST_BUILD
    COMMAND ${CMAKE_COMMAND} -E copy_if_different ${recording} $<TARGET_FILE_DIR:${name}>/${file} VERBATIM)
endfunction()

function(cutaway_add_reproducer name)
  cmake_parse_arguments(PARSE_ARGV 1 with "" "RECORDING;FRAMEWORK"
    "SOURCES;INCLUDE_DIRECTORIES;INCLUDE_DIRECTORIES_AFTER;COMPILE_DEFINITIONS;COMPILE_OPTIONS;LINK_LIBRARIES")
  if(NOT with_SOURCES OR with_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "cutaway_add_reproducer(${name}): expected SOURCES, got ${with_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT with_FRAMEWORK)
    set(with_FRAMEWORK gtest)
  endif()
  if(NOT CMAKE_CXX_COMPILER)
    message(FATAL_ERROR "cutaway_add_reproducer(${name}): the test is C++: add CXX to the languages of project()")
  endif()
  list(TRANSFORM with_COMPILE_DEFINITIONS REPLACE "^-D" "")
  set(inside ${with_SOURCES})
  list(POP_FRONT inside test)
  if(with_RECORDING)
    add_executable(${name} ${test})
    set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    set(options ${with_COMPILE_OPTIONS})
    foreach(folder IN LISTS with_INCLUDE_DIRECTORIES with_INCLUDE_DIRECTORIES_AFTER)
      cmake_path(ABSOLUTE_PATH folder BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} NORMALIZE)
      list(APPEND options -I${folder})
    endforeach()
    foreach(definition IN LISTS with_COMPILE_DEFINITIONS)
      list(APPEND options -D${definition})
    endforeach()
    _cutaway_add_replay_test(${name} ${with_RECORDING} SOURCES ${inside} OPTIONS ${options})
  else()
    add_executable(${name} ${test} ${inside})
  endif()
  target_include_directories(${name} PRIVATE ${with_INCLUDE_DIRECTORIES})
  foreach(folder IN LISTS with_INCLUDE_DIRECTORIES_AFTER)
    cmake_path(ABSOLUTE_PATH folder BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} NORMALIZE)
    target_compile_options(${name} PRIVATE $<$<COMPILE_LANGUAGE:C>:-I${folder}> $<$<COMPILE_LANGUAGE:CXX>:-idirafter${folder}>)
  endforeach()
  target_compile_definitions(${name} PRIVATE ${with_COMPILE_DEFINITIONS})
  set(sanitizers ${with_COMPILE_OPTIONS})
  list(FILTER sanitizers INCLUDE REGEX "^-f(no-)?sanitize")
  if(with_RECORDING)
    # They are for the woven sources, which have been compiled.
    list(REMOVE_ITEM with_COMPILE_OPTIONS ${sanitizers})
  else()
    target_link_options(${name} PRIVATE ${sanitizers})
  endif()
  foreach(language C CXX)
    _cutaway_options_for(${language} options ${with_COMPILE_OPTIONS})
    target_compile_options(${name} PRIVATE "$<$<COMPILE_LANGUAGE:${language}>:${options}>")
  endforeach()
  target_link_libraries(${name} PRIVATE ${with_LINK_LIBRARIES})
  _cutaway_use_framework(${name} ${with_FRAMEWORK})
endfunction()
