# The Python package `undine`, of the library. Built if pybind11 is found; in the build folder it is at python/undine.
set(UNDINE_PYTHON_DEFAULT OFF)  # as a part of another project
if(PROJECT_IS_TOP_LEVEL)
  set(UNDINE_PYTHON_DEFAULT AUTO)
endif()
set(UNDINE_PYTHON ${UNDINE_PYTHON_DEFAULT} CACHE STRING "The Python package: AUTO (if pybind11 is found), ON or OFF")
set_property(CACHE UNDINE_PYTHON PROPERTY STRINGS AUTO ON OFF)
if(NOT UNDINE_PYTHON)
  return()
endif()
# The system's own, for which its packages are, rather than one that a user has beside it.
find_program(Python3_EXECUTABLE python3 PATHS /usr/bin NO_DEFAULT_PATH)
find_package(Python3 3.11 COMPONENTS Interpreter Development.Module)
find_package(pybind11 2.10 CONFIG)
if(NOT Python3_FOUND OR NOT pybind11_FOUND)
  if(NOT UNDINE_PYTHON STREQUAL AUTO)
    message(FATAL_ERROR "UNDINE_PYTHON=${UNDINE_PYTHON}, but Python 3.11 with its headers or pybind11 is missing")
  endif()
  message(STATUS "No Python package: it needs Python 3.11 with its headers, and pybind11")
  return()
endif()
set(UNDINE_PYTHON_DIR lib/python3/dist-packages CACHE STRING "Where the Python package is installed, from the prefix")

pybind11_add_module(undine_python MODULE NO_EXTRAS python/module.cpp)
target_link_libraries(undine_python PRIVATE undine::core)
target_compile_options(undine_python PRIVATE -Wall -Wextra -Wpedantic -Wno-missing-field-initializers)
set(UNDINE_PYTHON_BUILT ${PROJECT_BINARY_DIR}/python/undine)
cmake_path(RELATIVE_PATH CMAKE_INSTALL_FULL_LIBDIR BASE_DIRECTORY ${CMAKE_INSTALL_PREFIX}/${UNDINE_PYTHON_DIR}/undine
           OUTPUT_VARIABLE UNDINE_LIBRARY_FROM_PYTHON)
set_target_properties(undine_python PROPERTIES OUTPUT_NAME _undine LIBRARY_OUTPUT_DIRECTORY ${UNDINE_PYTHON_BUILT})
if(NOT UNDINE_PACKAGE_FILES)  # a distribution's libraries are where the loader looks
  set_target_properties(undine_python PROPERTIES INSTALL_RPATH "$ORIGIN/${UNDINE_LIBRARY_FROM_PYTHON}")
endif()
foreach(file IN ITEMS __init__.py _undine.pyi py.typed)
  configure_file(python/undine/${file} ${UNDINE_PYTHON_BUILT}/${file} COPYONLY)
endforeach()
install(TARGETS undine_python LIBRARY DESTINATION ${UNDINE_PYTHON_DIR}/undine COMPONENT python)
install(DIRECTORY python/undine DESTINATION ${UNDINE_PYTHON_DIR} COMPONENT python FILES_MATCHING PATTERN "*.py*" PATTERN "py.typed"
        PATTERN "__pycache__" EXCLUDE)
