# The CUDA backend, part of undine_core. If nvcc is absent, or refuses the C++ compiler, the build continues without it
# and the program says why. cudart is linked statically and loads the driver itself, so that one program runs anywhere.
#   UNDINE_CUDA               AUTO: if nvcc is found; ON: an error without nvcc; OFF
#   CMAKE_CUDA_COMPILER       nvcc, if it is neither on PATH nor in /usr/local/cuda/bin
#   CMAKE_CUDA_ARCHITECTURES  instead of those below
set(UNDINE_CUDA AUTO CACHE STRING "The CUDA backend: AUTO, ON or OFF")
set_property(CACHE UNDINE_CUDA PROPERTY STRINGS AUTO ON OFF)

# Binaries for Turing, Ampere (8.0 runs on 8.x), Ada, and Hopper, whose registers a test counts, and for both kinds of
# Blackwell where nvcc knows them; PTX for any other GPU, whose driver translates it once. Those from Ampere on are
# assembled from its PTX: compiling that takes longest by far, and the kernels use nothing that is newer. Turing's differs
# in its launch bounds.
set(UNDINE_CUDA_BINARIES 80 89 90)
set(UNDINE_CUDA_BINARIES_OF_12_8 100 120)

set(UNDINE_CUDA_ABSENT "")
if(NOT UNDINE_CUDA)
  set(UNDINE_CUDA_ABSENT "this program was built without it (UNDINE_CUDA=OFF)")
else()
  if(NOT CMAKE_CUDA_COMPILER)
    unset(CMAKE_CUDA_COMPILER CACHE)  # not found the last time: look again
    find_program(UNDINE_NVCC nvcc PATHS /usr/local/cuda/bin)
    mark_as_advanced(UNDINE_NVCC)
    # Through the environment: check_language would assume that a compiler given as a variable works.
    if(UNDINE_NVCC AND NOT DEFINED ENV{CUDACXX})
      set(ENV{CUDACXX} ${UNDINE_NVCC})
    endif()
    if(NOT DEFINED ENV{CUDAHOSTCXX})
      set(ENV{CUDAHOSTCXX} ${CMAKE_CXX_COMPILER})
    endif()
  endif()
  if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
    set(CMAKE_CUDA_ARCHITECTURES OFF)
  endif()
  if(CMAKE_CUDA_COMPILER OR DEFINED ENV{CUDACXX})
    include(CheckLanguage)
    check_language(CUDA)
  endif()
  if(CMAKE_CUDA_COMPILER)
    enable_language(CUDA)
    if(NOT CMAKE_CUDA20_STANDARD_COMPILE_OPTION)  # CMake 3.25 does not know that nvcc has had it since 12.0
      set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION -std=c++20)
      set(CMAKE_CUDA20_EXTENSION_COMPILE_OPTION -std=c++20)
    endif()
    find_package(CUDAToolkit QUIET)
    if(CMAKE_CUDA_COMPILER_VERSION VERSION_LESS 12.0)
      set(UNDINE_CUDA_ABSENT "this program was built without it (nvcc is older than 12.0)")
    elseif(NOT TARGET CUDA::cudart_static)
      set(UNDINE_CUDA_ABSENT "this program was built without it (nvcc has no static cudart beside it)")
    endif()
  else()
    set(UNDINE_CUDA_ABSENT "this program was built without it (no working nvcc was found)")  # why: CMakeError.log
  endif()
endif()

target_sources(undine_core PRIVATE src/backends/cuda/choose_cuda_device.cpp)
if(UNDINE_CUDA_ABSENT)
  message(STATUS "No CUDA backend: ${UNDINE_CUDA_ABSENT}")
  if(UNDINE_CUDA AND NOT UNDINE_CUDA STREQUAL AUTO)
    message(FATAL_ERROR "UNDINE_CUDA=ON, but there is no CUDA backend")
  endif()
  target_sources(undine_core PRIVATE src/backends/cuda/cuda_absent.cpp)
  set_source_files_properties(src/backends/cuda/cuda_absent.cpp PROPERTIES
                              COMPILE_DEFINITIONS "UNDINE_CUDA_ABSENT=\"${UNDINE_CUDA_ABSENT}\"")
  return()
endif()

# nvcc's objects are libraries of their own: as sources of the core, each of its files would wait for the kernels, which
# take longest. What ptxas reports about registers and spills is kept for a test to read.
set(UNDINE_PTXAS_LOGS ${PROJECT_BINARY_DIR}/ptxas)
file(MAKE_DIRECTORY ${UNDINE_PTXAS_LOGS})

set(UNDINE_CUDA_NUMBERS "")  # of the architectures; "native" and "all" name none
set(UNDINE_CUDA_CODE "")
if(CMAKE_CUDA_ARCHITECTURES)
  string(REGEX MATCHALL "[0-9]+" UNDINE_CUDA_NUMBERS "${CMAKE_CUDA_ARCHITECTURES}")
else()
  if(CMAKE_CUDA_COMPILER_VERSION VERSION_GREATER_EQUAL 12.8)
    list(APPEND UNDINE_CUDA_BINARIES ${UNDINE_CUDA_BINARIES_OF_12_8})
  endif()
  set(UNDINE_CUDA_NUMBERS 75 ${UNDINE_CUDA_BINARIES})
  list(TRANSFORM UNDINE_CUDA_BINARIES PREPEND sm_)
  list(JOIN UNDINE_CUDA_BINARIES "," UNDINE_CUDA_BINARIES)
  set(UNDINE_CUDA_CODE "--generate-code=arch=compute_75,code=[compute_75,sm_75]"
                       "--generate-code=arch=compute_80,code=[compute_80,${UNDINE_CUDA_BINARIES}]")
endif()

# undine_cuda_library(target source options…)
function(undine_cuda_library target source)
  add_library(${target} STATIC ${source})
  set(launcher ${CMAKE_COMMAND} -DLOG=${UNDINE_PTXAS_LOGS}/${target}.log
      -P ${PROJECT_SOURCE_DIR}/cmake/KeepPtxasLog.cmake -- ${CMAKE_CUDA_COMPILER_LAUNCHER})
  set_target_properties(${target} PROPERTIES CUDA_STANDARD 20 CUDA_STANDARD_REQUIRED ON POSITION_INDEPENDENT_CODE ON
                        CUDA_RUNTIME_LIBRARY Static
                        CUDA_COMPILER_LAUNCHER "${launcher}")
  target_include_directories(${target} PRIVATE include src shaders ${PROJECT_BINARY_DIR}/generated)
  # 128: KERNEL and NEIGHBORS choose between loops, so some are unreachable. Never -use_fast_math, which also flushes denormals.
  target_compile_options(${target} PRIVATE -diag-suppress=128 -Xptxas=-v -Xfatbin=-compress-all ${UNDINE_CUDA_CODE} ${ARGN})
  target_link_libraries(undine_core INTERFACE ${target})
endfunction()
undine_cuda_library(undine_cuda_exact src/backends/cuda/kernels.cu -DUNDINE_CUDA_BUILD=exact --fmad=false)
undine_cuda_library(undine_cuda_fast src/backends/cuda/kernels.cu -DUNDINE_CUDA_BUILD=fast --prec-div=false
                    --prec-sqrt=false)
undine_cuda_library(undine_cuda_scan src/backends/cuda/scan.cu)

file(GLOB UNDINE_CUDA_SOURCES CONFIGURE_DEPENDS src/backends/cuda/*.cpp)
list(FILTER UNDINE_CUDA_SOURCES EXCLUDE REGEX "/cuda_absent\\.cpp$|/choose_cuda_device\\.cpp$")
target_sources(undine_core PRIVATE ${UNDINE_CUDA_SOURCES})
# Linked only: CUDA's headers concern these files, not everything that uses the core.
set(UNDINE_CUDA_OLDEST 0)
if(UNDINE_CUDA_NUMBERS)
  list(SORT UNDINE_CUDA_NUMBERS COMPARE NATURAL)
  list(GET UNDINE_CUDA_NUMBERS 0 UNDINE_CUDA_OLDEST)
endif()
set_source_files_properties(src/backends/cuda/cuda_devices.cpp PROPERTIES COMPILE_DEFINITIONS
                            UNDINE_CUDA_OLDEST=${UNDINE_CUDA_OLDEST})
set_source_files_properties(${UNDINE_CUDA_SOURCES} PROPERTIES COMPILE_OPTIONS "-isystem${CUDAToolkit_INCLUDE_DIRS}")
target_link_libraries(undine_core PUBLIC $<LINK_ONLY:CUDA::cudart_static>)
