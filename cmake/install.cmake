# What is installed, for all parts, in one place. Targets that are not there yet are left out.

set(CUTAWAY_LIBDIR lib/cutaway)  # the drivers and the tool look for ../lib/cutaway

function(cutaway_install destination)
  foreach(target IN LISTS ARGN)
    if(TARGET ${target})
      install(TARGETS ${target} RUNTIME DESTINATION ${destination} LIBRARY DESTINATION ${destination})
    endif()
  endforeach()
endfunction()

cutaway_install(bin cutaway cutaway-cc cutaway-c++)
cutaway_install(${CUTAWAY_LIBDIR} cutaway_pass cutaway_record cutaway_replay cutaway_shrink cutaway_zoom)

install(DIRECTORY include/cutaway DESTINATION include)
install(FILES README.md CHANGELOG.md DESTINATION share/doc/cutaway)
install(FILES LICENSE DESTINATION share/doc/cutaway RENAME copyright)
install(DIRECTORY examples DESTINATION share/doc/cutaway)

# Man pages, compressed as Debian wants them.
file(GLOB man_pages CONFIGURE_DEPENDS docs/man/*.1)
foreach(page IN LISTS man_pages)
  cmake_path(GET page FILENAME name)
  set(compressed ${PROJECT_BINARY_DIR}/man/${name}.gz)
  file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/man)
  add_custom_command(OUTPUT ${compressed} COMMAND gzip -9nc ${page} > ${compressed} DEPENDS ${page} VERBATIM)
  list(APPEND compressed_pages ${compressed})
endforeach()
add_custom_target(man_pages ALL DEPENDS ${compressed_pages})
install(FILES ${compressed_pages} DESTINATION share/man/man1)

install(FILES ${CMAKE_LIBRARY_OUTPUT_DIRECTORY}/string_members.bc DESTINATION ${CUTAWAY_LIBDIR})

# find_package(Cutaway)
include(CMakePackageConfigHelpers)
configure_package_config_file(cmake/CutawayConfig.cmake.in ${PROJECT_BINARY_DIR}/CutawayConfig.cmake
  INSTALL_DESTINATION lib/cmake/Cutaway
  PATH_VARS CMAKE_INSTALL_BINDIR CMAKE_INSTALL_INCLUDEDIR)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/CutawayConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/CutawayConfig.cmake ${PROJECT_BINARY_DIR}/CutawayConfigVersion.cmake cmake/CutawayReproducer.cmake
  DESTINATION lib/cmake/Cutaway)

# `stage`: the install tree that demo, tests and users start from.
add_custom_target(product DEPENDS cutaway cutaway-cc cutaway-c++ cutaway_pass cutaway_record cutaway_replay cutaway_shrink cutaway_zoom man_pages)
if(CUTAWAY_STAGE)
  add_custom_target(stage ALL
    COMMAND ${CMAKE_COMMAND} --install ${PROJECT_BINARY_DIR} --prefix ${CUTAWAY_STAGE} > ${PROJECT_BINARY_DIR}/stage.log
    DEPENDS product COMMENT "Installing into ${CUTAWAY_STAGE}" VERBATIM)
endif()
