# Shaders to SPIR-V to C++ arrays (src/gpu/embedded_shaders.h).
#
# Targets made here: undine_shader_compiler, a static library of the one function that compiles shaders (for the build,
# live reload and tests), and undine-shaderc, the build tool around it. Their four source files belong to no other
# target, except that the Vulkan backend links the library-free shader_source.cpp too:
#   src/shaderc: shader_source.cpp (tables to GLSL), shader_compiler.cpp, main.cpp; embedded_shaders.cpp is the target's own.

find_package(Threads REQUIRED)  # glslang's own package file needs it
find_package(glslang REQUIRED CONFIG)
find_package(SPIRV-Tools REQUIRED CONFIG)
find_package(SPIRV-Tools-opt REQUIRED CONFIG)

set(UNDINE_SHADER_DIR ${PROJECT_SOURCE_DIR}/shaders)

add_library(undine_shader_compiler STATIC
    ${PROJECT_SOURCE_DIR}/src/shaderc/shader_compiler.cpp ${PROJECT_SOURCE_DIR}/src/shaderc/shader_source.cpp)
target_include_directories(undine_shader_compiler PUBLIC ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src ${UNDINE_SHADER_DIR})
set_target_properties(undine_shader_compiler PROPERTIES POSITION_INDEPENDENT_CODE ON)  # it is linked into the viewer's module too
target_compile_features(undine_shader_compiler PUBLIC cxx_std_20)
target_link_libraries(undine_shader_compiler PRIVATE
    glslang::glslang glslang::SPIRV glslang::glslang-default-resource-limits SPIRV-Tools-opt)

add_executable(undine-shaderc ${PROJECT_SOURCE_DIR}/src/shaderc/main.cpp)
target_link_libraries(undine-shaderc PRIVATE undine_shader_compiler)

# undine_add_shaders(target): compiles every line of passes.def (shared bodies for each choice of kernel and neighbour
# search) and every program of shaders/render and shaders/measure, and adds the generated source file with their SPIR-V to the target.
function(undine_add_shaders target)
    set(names ${UNDINE_DEVICE_PASSES})
    foreach(name IN LISTS UNDINE_SHARED_PASSES)
        foreach(variant IN LISTS UNDINE_VARIANTS)
            list(APPEND names ${name}.${variant})
        endforeach()
    endforeach()
    file(GLOB programs CONFIGURE_DEPENDS RELATIVE ${UNDINE_SHADER_DIR}
         ${UNDINE_SHADER_DIR}/render/*.vert ${UNDINE_SHADER_DIR}/render/*.frag ${UNDINE_SHADER_DIR}/render/*.comp
         ${UNDINE_SHADER_DIR}/measure/*.comp)

    set(out ${PROJECT_BINARY_DIR}/spirv)
    file(MAKE_DIRECTORY ${out}/render ${out}/measure)
    set(binaries)
    set(embedded)
    foreach(name IN LISTS names programs)
        add_custom_command(
            OUTPUT ${out}/${name}.spv
            COMMAND undine-shaderc --shaders ${UNDINE_SHADER_DIR} --name ${name} -o ${out}/${name}.spv
                    --depfile ${out}/${name}.d
            DEPENDS undine-shaderc
            DEPFILE ${out}/${name}.d
            COMMENT "SPIR-V ${name}"
            VERBATIM)
        list(APPEND binaries ${out}/${name}.spv)
        list(APPEND embedded ${name}=${out}/${name}.spv)
    endforeach()

    add_custom_command(
        OUTPUT ${out}/embedded_shaders.cpp
        COMMAND undine-shaderc --embed ${out}/embedded_shaders.cpp ${embedded}
        DEPENDS undine-shaderc ${binaries}
        COMMENT "Embedding SPIR-V"
        VERBATIM)
    target_sources(${target} PRIVATE ${out}/embedded_shaders.cpp)
endfunction()
