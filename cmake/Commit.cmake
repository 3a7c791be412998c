# Run at each build: writes the commit being built into one small source file, and only if it has changed.
#   cmake -DGIT=… -DSOURCE=… -DOUTPUT=… -P cmake/Commit.cmake
set(UNDINE_COMMIT unknown)
if(GIT)
  # A copy of the sources inside somebody else's repository is not a checkout of Undine; there the prefix is not empty.
  execute_process(COMMAND ${GIT} rev-parse --show-prefix HEAD WORKING_DIRECTORY ${SOURCE}
    OUTPUT_VARIABLE where RESULT_VARIABLE failed ERROR_QUIET)
  if(NOT failed AND where MATCHES "^\n([0-9a-f]+)\n$")
    set(UNDINE_COMMIT ${CMAKE_MATCH_1})
    # New files count: those under src and shaders are compiled without being named anywhere.
    execute_process(COMMAND ${GIT} --no-optional-locks status --porcelain WORKING_DIRECTORY ${SOURCE}
      OUTPUT_VARIABLE changes RESULT_VARIABLE failed ERROR_QUIET)
    if(failed OR changes)
      string(APPEND UNDINE_COMMIT "+dirty")
    endif()
  endif()
endif()
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT [[
#include "build_facts.h"
namespace undine { const char* const kBuiltCommit = "@UNDINE_COMMIT@"; }
]] @ONLY)
