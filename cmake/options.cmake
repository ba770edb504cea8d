# Compiler options for all parts.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_C_STANDARD 17)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_C_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_LINK_DEPENDS_NO_SHARED ON)

get_property(is_multi_config GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
if(NOT CMAKE_BUILD_TYPE AND NOT is_multi_config)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()
set(CMAKE_C_FLAGS_RELEASE "-O2")  # no NDEBUG: checks stay on in release
set(CMAKE_CXX_FLAGS_RELEASE "-O2")
if(CMAKE_GENERATOR MATCHES "Ninja")
  add_compile_options(-fcolor-diagnostics)
endif()

add_compile_options(-Wall -Wextra -Wshadow -Wimplicit-fallthrough)
add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-Wnon-virtual-dtor> $<$<COMPILE_LANGUAGE:CXX>:-Wextra-semi>)
add_compile_definitions(CUTAWAY_VERSION="${PROJECT_VERSION}")
add_link_options(-Wl,--build-id=sha1)

# What is added after this call is built with CUTAWAY_SANITIZE.
macro(cutaway_sanitize_from_here)
  if(CUTAWAY_SANITIZE)
    add_compile_options(-fsanitize=${CUTAWAY_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    add_link_options(-fsanitize=${CUTAWAY_SANITIZE})
  endif()
endmacro()

# Clean clones and other branches find what was compiled before. Targets with precompiled headers do without.
find_program(CUTAWAY_CCACHE ccache)
if(CUTAWAY_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} ${CUTAWAY_CCACHE})
endif()
