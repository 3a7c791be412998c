# Reads passes.def: UNDINE_SHARED_PASSES gets the names of its PASS lines, UNDINE_DEVICE_PASSES those of DEVICE_PASS.
# Writes generated/pass_bodies.inc, which includes the body of every PASS, for the structs whose members are the arrays
# (FluidView and those like it): a macro cannot write an #include.
set(UNDINE_PASSES_FILE ${PROJECT_SOURCE_DIR}/shaders/sim/passes.def)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${UNDINE_PASSES_FILE})

function(undine_read_passes kind out)
  file(STRINGS ${UNDINE_PASSES_FILE} lines REGEX "^${kind}\\(")
  list(TRANSFORM lines REPLACE "^${kind}\\(([a-z_]+),.*" "\\1")
  set(${out} ${lines} PARENT_SCOPE)
endfunction()
undine_read_passes(PASS UNDINE_SHARED_PASSES)
undine_read_passes(DEVICE_PASS UNDINE_DEVICE_PASSES)

list(TRANSFORM UNDINE_SHARED_PASSES REPLACE "(.+)" "#include \"sim/\\1.glsl\"" OUTPUT_VARIABLE UNDINE_PASS_INCLUDES)
list(JOIN UNDINE_PASS_INCLUDES "\n" UNDINE_PASS_INCLUDES)
file(CONFIGURE OUTPUT generated/pass_bodies.inc CONTENT "@UNDINE_PASS_INCLUDES@\n" @ONLY)

# KERNEL.NEIGHBORS of each line of variants.def.
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/shaders/sim/variants.def)
file(STRINGS ${PROJECT_SOURCE_DIR}/shaders/sim/variants.def UNDINE_VARIANTS REGEX "^VARIANT")
list(TRANSFORM UNDINE_VARIANTS REPLACE "^VARIANT\\(([0-9]+), ([0-9]+)\\)$" "\\1.\\2")
