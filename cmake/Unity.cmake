# Sources whose headers take longer to read than they do themselves (command lines, JSON, gtest) are compiled several at
# a time. An edit then compiles its neighbours too, so that of everything else each file stays by itself.
#   UNDINE_UNITY  OFF: each file by itself, everywhere
option(UNDINE_UNITY "Compile commands, viewer and tests several files at a time" ON)

# undine_compile_together(target size file…): in groups of about `size`, in their order.
function(undine_compile_together target size)
  if(NOT UNDINE_UNITY)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  list(LENGTH ARGN count)
  math(EXPR groups "(${count} + ${size} - 1) / ${size}")
  set(k 0)
  foreach(file IN LISTS ARGN)
    math(EXPR group "${k} * ${groups} / ${count}")
    cmake_path(GET file PARENT_PATH folder)
    cmake_path(GET folder FILENAME folder)
    set_source_files_properties(${file} PROPERTIES UNITY_GROUP ${folder}_${group})
    math(EXPR k "${k} + 1")
  endforeach()
endfunction()
