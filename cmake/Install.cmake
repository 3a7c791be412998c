# cmake --install: the library, the program, its window, and what they look for: ../lib/undine, ../share/undine.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
install(TARGETS undine_library EXPORT undineTargets LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
        COMPONENT library NAMELINK_COMPONENT development)
install(DIRECTORY include/undine DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)
# Which versions go together: those of one soname.
set(UNDINE_CONFIG ${PROJECT_BINARY_DIR}/generated/undineConfigVersion.cmake)
write_basic_package_version_file(${UNDINE_CONFIG} VERSION ${PROJECT_VERSION} COMPATIBILITY SameMajorVersion)
install(EXPORT undineTargets NAMESPACE undine:: FILE undineConfig.cmake COMPONENT development
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/undine)
install(FILES ${UNDINE_CONFIG} DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/undine COMPONENT development)
install(DIRECTORY examples DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/undine COMPONENT development)
install(DIRECTORY assets/scenes DESTINATION ${CMAKE_INSTALL_DATADIR}/undine COMPONENT data FILES_MATCHING PATTERN "*.toml")
install(DIRECTORY assets/meshes DESTINATION ${CMAKE_INSTALL_DATADIR}/undine COMPONENT data FILES_MATCHING PATTERN "*.obj")
if(NOT UNDINE_PROGRAM)
  return()
endif()

# What has no component of its own is the program's.
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME program)
install(TARGETS undine RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
if(TARGET undine-viewer)
  install(TARGETS undine-viewer LIBRARY DESTINATION lib/undine)
  install(FILES assets/desktop/undine.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
  install(FILES assets/desktop/undine.metainfo.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo)
  install(FILES assets/desktop/undine.png DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/256x256/apps)
endif()
install(DIRECTORY shaders DESTINATION ${CMAKE_INSTALL_DATADIR}/undine)  # for --shaders, and to read
install(FILES README.md CONTRIBUTING.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/undine)
install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/undine/docs FILES_MATCHING PATTERN "*.md" PATTERN "*.svg")

# Both from the options themselves; not where the program cannot run.
if(CMAKE_CROSSCOMPILING)
  return()
endif()
set(UNDINE_MANUAL ${PROJECT_BINARY_DIR}/generated/undine.1.gz)
set(UNDINE_COMPLETION ${PROJECT_BINARY_DIR}/generated/undine.bash)
add_custom_command(OUTPUT ${UNDINE_MANUAL} ${UNDINE_COMPLETION} DEPENDS undine VERBATIM
  COMMAND undine manual | gzip -9n > ${UNDINE_MANUAL}
  COMMAND undine completion > ${UNDINE_COMPLETION})
add_custom_target(undine-manual ALL DEPENDS ${UNDINE_MANUAL} ${UNDINE_COMPLETION})
add_dependencies(programs undine-manual)
install(FILES ${UNDINE_MANUAL} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${UNDINE_COMPLETION} DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME undine)
