# libundine, the target undine::core: the public interface, include/undine, with all that it needs inside. What it exports
# is what those headers declare (src/library/exports.map).
include(GNUInstallDirs)
file(GLOB UNDINE_LIBRARY_SOURCES CONFIGURE_DEPENDS src/library/*.cpp)
add_library(undine_library SHARED ${UNDINE_LIBRARY_SOURCES})
undine_compile_together(undine_library 6 ${UNDINE_LIBRARY_SOURCES})
add_library(undine::core ALIAS undine_library)
set_target_properties(undine_library PROPERTIES OUTPUT_NAME undine EXPORT_NAME core VERSION ${PROJECT_VERSION}
                      SOVERSION ${PROJECT_VERSION_MAJOR} LINK_DEPENDS ${PROJECT_SOURCE_DIR}/src/library/exports.map)
target_link_libraries(undine_library PRIVATE undine_core)
target_link_options(undine_library PRIVATE -Wl,--no-undefined
                    -Wl,--version-script=${PROJECT_SOURCE_DIR}/src/library/exports.map)
target_compile_features(undine_library PUBLIC cxx_std_20)
target_include_directories(undine_library PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
                           $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
cmake_path(RELATIVE_PATH CMAKE_INSTALL_FULL_DATADIR BASE_DIRECTORY ${CMAKE_INSTALL_FULL_LIBDIR}
           OUTPUT_VARIABLE UNDINE_DATA_FROM_LIBRARY)
set_source_files_properties(src/library/scenes.cpp PROPERTIES COMPILE_DEFINITIONS
  "UNDINE_DATA_FROM_LIBRARY=\"${UNDINE_DATA_FROM_LIBRARY}/undine\";UNDINE_SOURCE_DIR=\"${PROJECT_SOURCE_DIR}\"")
