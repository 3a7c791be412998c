# Run at each build: writes the version and the commit being built into one small source file, and only if they have
# changed.
#   cmake -DGIT=… -DVERSION=0.1.0 -DSOURCE=… -DOUTPUT=… -P cmake/Commit.cmake
set(UNDINE_COMMIT unknown)
set(UNDINE_VERSION ${VERSION})
if(GIT)
  # A copy of the sources inside somebody else's repository is not a checkout of Undine; there the prefix is not empty.
  execute_process(COMMAND ${GIT} rev-parse --show-prefix HEAD WORKING_DIRECTORY ${SOURCE}
    OUTPUT_VARIABLE where RESULT_VARIABLE failed ERROR_QUIET)
  if(NOT failed AND where MATCHES "^\n([0-9a-f]+)\n$")
    set(UNDINE_COMMIT ${CMAKE_MATCH_1})
    execute_process(COMMAND ${GIT} describe --tags --match "v[0-9]*" --always WORKING_DIRECTORY ${SOURCE}
      OUTPUT_VARIABLE described OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    if(described MATCHES "^v([0-9.]+)$")
      set(UNDINE_VERSION ${CMAKE_MATCH_1})
    elseif(described MATCHES "^v([0-9.]+)-([0-9]+)-(g[0-9a-f]+)$")
      set(UNDINE_VERSION ${CMAKE_MATCH_1}+${CMAKE_MATCH_2}.${CMAKE_MATCH_3})
    else()
      string(SUBSTRING ${UNDINE_COMMIT} 0 7 short)
      string(APPEND UNDINE_VERSION +g${short})
    endif()
    # New files count: those under src and shaders are compiled without being named anywhere.
    execute_process(COMMAND ${GIT} --no-optional-locks status --porcelain WORKING_DIRECTORY ${SOURCE}
      OUTPUT_VARIABLE changes RESULT_VARIABLE failed ERROR_QUIET)
    if(failed OR changes)
      string(APPEND UNDINE_COMMIT "+dirty")
      if(UNDINE_VERSION MATCHES "[+]")
        string(APPEND UNDINE_VERSION ".dirty")
      else()
        string(APPEND UNDINE_VERSION "+dirty")
      endif()
    endif()
  endif()
endif()
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT [[
#include "build_facts.h"
namespace undine {
const char* const kBuiltVersion = "@UNDINE_VERSION@";
const char* const kBuiltCommit = "@UNDINE_COMMIT@";
}
]] @ONLY)
