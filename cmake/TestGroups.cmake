# cmake -DEMULATOR=COMMAND -DPROGRAM=FILE -DFILE=FILE -DREPORTS=DIR -DPROPERTIES=LIST -DWHOLE=LIST -P TestGroups.cmake:
# writes for CTest the tests of a gtest program in groups, each a process: all tests of a suite on one backend ("Lockstep/lavapipe"), which then share
# its device and its pipelines. Each is labelled with its tests' names, for tools/test -R, and leaves a report in DIR, with the time of every test, for tools/test-times.
#
# undine_add_test_groups(program suite…): does that whenever the program has been linked. These suites, whose tests share
# what takes longer than devices, stay whole.
cmake_policy(SET CMP0057 NEW)  # IN_LIST
if(NOT CMAKE_SCRIPT_MODE_FILE)
  set(UNDINE_TEST_GROUPS_SCRIPT ${CMAKE_CURRENT_LIST_FILE})
  function(undine_add_test_groups program)
    set(file ${CMAKE_CURRENT_BINARY_DIR}/${program}_groups.cmake)
    set(reports ${CMAKE_CURRENT_BINARY_DIR}/reports/${program})
    add_custom_command(TARGET ${program} POST_BUILD VERBATIM BYPRODUCTS ${file}
      COMMAND ${CMAKE_COMMAND} -DEMULATOR=${CMAKE_CROSSCOMPILING_EMULATOR} -DPROGRAM=$<TARGET_FILE:${program}> -DFILE=${file} -DREPORTS=${reports}
              "-DPROPERTIES=${UNDINE_TEST_PROPERTIES}" "-DWHOLE=${ARGN}" -P ${UNDINE_TEST_GROUPS_SCRIPT})
    if(NOT EXISTS ${file})
      file(WRITE ${file} "message(FATAL_ERROR \"${program} is not built\")\n")
    endif()
    set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${file})
  endfunction()
  return()
endif()

execute_process(COMMAND ${EMULATOR} ${PROGRAM} --gtest_list_tests OUTPUT_VARIABLE listed RESULT_VARIABLE result)
if(NOT result EQUAL 0)
  message(FATAL_ERROR "${PROGRAM} --gtest_list_tests: ${result}\n${listed}")
endif()
string(REGEX REPLACE "[][;]" "?" listed "${listed}")  # of comments with values; lists in CMake mean something else by them
string(REPLACE "\n" ";" listed "${listed}")
set(groups)
set(tests 0)
foreach(line IN LISTS listed)
  if(line MATCHES "^([A-Za-z0-9_/]+)\\.")
    set(suite ${CMAKE_MATCH_1})
  elseif(line MATCHES "^  ([A-Za-z0-9_]+)(/([A-Za-z0-9_]+))?")
    set(name ${CMAKE_MATCH_1})
    set(parameter "${CMAKE_MATCH_3}")
    set(group ${suite})
    set(filter "${suite}.*")
    # The parameter is the backend; other parameters are cases, which stay together.
    if(NOT suite IN_LIST WHOLE AND parameter MATCHES "^(cpu|lavapipe|swiftshader|device|cuda|cuda_fast)$")
      string(APPEND group /${parameter})
      string(APPEND filter /${parameter})
    endif()
    math(EXPR tests "${tests} + 1")
    list(APPEND groups ${group})
    set(filter_of_${group} ${filter})
    list(APPEND tests_of_${group} ${suite}.${name})
    math(EXPR count_of_${group} "${count_of_${group}} + 1")
  endif()
endforeach()
list(REMOVE_DUPLICATES groups)

file(REMOVE_RECURSE ${REPORTS})  # of tests that are gone
file(MAKE_DIRECTORY ${REPORTS})
string(REPLACE ";" " " PROPERTIES "${PROPERTIES}")
set(script)
foreach(group IN LISTS groups)
  string(REPLACE / . report ${group})
  # CTest starts with the most expensive, so that none of them runs alone in the end.
  set(cost ${count_of_${group}})
  if(group MATCHES "/swiftshader$")
    math(EXPR cost "8 * ${cost}")
  elseif(group MATCHES "/lavapipe$")
    math(EXPR cost "3 * ${cost}")
  endif()
  string(APPEND script "add_test([==[${group}]==] [==[${PROGRAM}]==] --gtest_filter=${filter_of_${group}} "
                       "[==[--gtest_output=json:${REPORTS}/${report}.json]==])\n"
                       "set_tests_properties([==[${group}]==] PROPERTIES COST ${cost} ${PROPERTIES} LABELS "
                       "[==[${tests_of_${group}}]==])\n")
endforeach()
file(WRITE ${FILE} "${script}")
list(LENGTH groups group_count)
file(WRITE ${REPORTS}/expected "${group_count} ${tests}\n")  # tools/test-times: all tests are in groups, and each in one
