# undine-viewer, the window: a module that `undine view` loads from beside the program, so that the program itself needs
# no display libraries. Without GLFW, Dear ImGui or its font it is not built, and `undine view` says so.
#
# undine_viewer_core: the part of it that needs no window, which the tests link too.
file(GLOB UNDINE_VIEWER_CORE CONFIGURE_DEPENDS src/viewer/core/*.cpp)
add_library(undine_viewer_core STATIC ${UNDINE_VIEWER_CORE})
set_target_properties(undine_viewer_core PROPERTIES POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden)
target_link_libraries(undine_viewer_core PUBLIC undine_options undine_shader_compiler glm::glm)
target_include_directories(undine_viewer_core SYSTEM PUBLIC ${VOLK_DIR})

find_package(glfw3 3.3 QUIET)
find_package(PkgConfig QUIET)
if(PkgConfig_FOUND)
  pkg_check_modules(IMGUI QUIET IMPORTED_TARGET imgui)
endif()
find_package(imgui CONFIG QUIET)  # vcpkg's
find_file(UNDINE_FONT DejaVuSans.ttf PATH_SUFFIXES fonts/truetype/dejavu fonts/TTF fonts/dejavu
          PATHS /usr/share /usr/local/share)

if(NOT glfw3_FOUND OR NOT (TARGET PkgConfig::IMGUI OR TARGET imgui::imgui) OR NOT UNDINE_FONT)
  message(STATUS "No viewer: it needs GLFW 3.3, Dear ImGui and the font DejaVu Sans")
  return()
endif()

set(UNDINE_FONT_SOURCE ${PROJECT_BINARY_DIR}/generated/embedded_font.cpp)
add_custom_command(
  OUTPUT ${UNDINE_FONT_SOURCE}
  COMMAND ${CMAKE_COMMAND} -DFONT=${UNDINE_FONT} -DOUT=${UNDINE_FONT_SOURCE} -P ${PROJECT_SOURCE_DIR}/cmake/EmbedFont.cmake
  DEPENDS ${UNDINE_FONT} ${PROJECT_SOURCE_DIR}/cmake/EmbedFont.cmake
  COMMENT "Embedding ${UNDINE_FONT}"
  VERBATIM)

file(GLOB UNDINE_VIEWER_SOURCES CONFIGURE_DEPENDS src/viewer/*.cpp)
add_library(undine-viewer MODULE ${UNDINE_VIEWER_SOURCES} ${UNDINE_FONT_SOURCE})
undine_compile_together(undine-viewer 4 ${UNDINE_VIEWER_SOURCES})
set_target_properties(undine-viewer PROPERTIES PREFIX "" CXX_VISIBILITY_PRESET hidden
                      LIBRARY_OUTPUT_DIRECTORY $<TARGET_FILE_DIR:undine>)
target_link_libraries(undine-viewer PRIVATE undine_viewer_core undine_options undine undine_shader_compiler glfw glm::glm
                      nlohmann_json::nlohmann_json $<IF:$<TARGET_EXISTS:imgui::imgui>,imgui::imgui,PkgConfig::IMGUI>)
target_include_directories(undine-viewer SYSTEM PRIVATE ${VOLK_DIR})
