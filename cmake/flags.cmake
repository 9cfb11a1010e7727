# Compiler flags: one set for everything that computes numbers (target rattleback_flags), the same as
# text for code that the program compiles on demand (number_flags_text), and the name of the compiler
# (compiler_version).

# ---- flags of one compiler: none of them affects results ----
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  set(compiler_version "g++ ${CMAKE_CXX_COMPILER_VERSION}")
  set(own_warnings -Wno-restrict)
  # Functions with several calls are not inlined unless declared so: a third less compile time.
  set(own_passes --param=inline-unit-growth=0)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    # Without the search for partly redundant terms a tenth less, without the second order of
    # instructions a twentieth, and steps are as fast (measured). On arm64 GCC 12 then warns of lanes
    # that it takes for uninitialised.
    list(APPEND own_passes -fno-tree-pre -fno-code-hoisting -fno-schedule-insns2)
  endif()
  # Address checks as calls instead of inline code halve the compile time.
  set(own_address_checks --param=asan-instrumentation-with-call-threshold=0)
  # GCC keeps a step's vectors in registers only if it may split aggregates of this size: two to three
  # times faster on SIMD lanes (measured).
  set(own_registers --param=sra-max-scalarization-size-Ospeed=4096)
  # A heap of this size (KiB) before the first garbage collection saves a tenth of the compile time.
  set(own_compilation -fno-semantic-interposition --param=ggc-min-heapsize=524288)
elseif(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  set(compiler_version "clang++ ${CMAKE_CXX_COMPILER_VERSION}")
  # Conditions are joined by & and | in templates, for one number and for lanes of them.
  set(own_warnings -Wno-bitwise-instead-of-logical)
else()
  message(FATAL_ERROR "CMAKE_CXX_COMPILER: '${CMAKE_CXX_COMPILER}' is neither g++ nor clang++")
endif()

# ---- flags of both compilers ----
add_library(rattleback_flags INTERFACE)
target_link_libraries(rattleback_flags INTERFACE rattleback_quad)
target_include_directories(rattleback_flags INTERFACE ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR})
target_compile_options(rattleback_flags INTERFACE -Wall -Wextra -Wno-psabi ${own_warnings}
  -Wno-missing-field-initializers)
if(RATTLEBACK_PRESET STREQUAL "perf")
  set(number_flags -O3 -march=native -mprefer-vector-width=512)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # GCC 12 warns about its own AVX-512 headers with intentionally undefined vectors (GCC bug 105593).
    target_compile_options(rattleback_flags INTERFACE -Wno-maybe-uninitialized -Wno-uninitialized)
  endif()
elseif(RATTLEBACK_PRESET STREQUAL "asan")
  # The omitted pointer checks of -fsanitize=undefined duplicate those of the address sanitizer and
  # take nine times as long to compile on unrolled templates. -g1 records functions and lines.
  set(number_flags -O1 -g1 -ffp-contract=off -fno-omit-frame-pointer -fsanitize=address,undefined
    -fno-sanitize=null,alignment,object-size,pointer-overflow ${own_address_checks})
elseif(RATTLEBACK_PRESET STREQUAL "tsan")
  set(number_flags -O1 -ffp-contract=off -fno-omit-frame-pointer -fsanitize=thread)
else()
  # -O2: a quarter less compile time than -O3, ensembles as fast, single runs up to a tenth slower,
  # without effect on results.
  set(number_flags -O2 ${own_passes} -ffp-contract=off)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    # -mno-fma: the vectoriser of GCC 12 contracts alternating sums despite -ffp-contract=off.
    list(APPEND number_flags -march=x86-64-v3 -mno-fma)
  elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64")
    # Eigen's products ask for fused operations by name if this macro says that there are any.
    list(APPEND number_flags -U__ARM_FEATURE_FMA)
  endif()
endif()
list(APPEND number_flags ${own_registers})
target_compile_options(rattleback_flags INTERFACE ${number_flags} ${own_compilation})
# Targets without time-stepping code state a lower level. A property does so, because options of a
# target precede those of its libraries.
target_compile_options(rattleback_flags INTERFACE $<TARGET_PROPERTY:OPTIMIZATION_LEVEL>)
if(RATTLEBACK_PRESET STREQUAL "perf")
  # Vector sine and cosine; verdicts use the scalar functions lane by lane.
  find_library(RATTLEBACK_SLEEF sleef REQUIRED DOC "Sleef 3, of the package libsleef-dev")
  target_compile_definitions(rattleback_flags INTERFACE RATTLEBACK_VECTOR_FUNCTIONS)
  target_link_libraries(rattleback_flags INTERFACE ${RATTLEBACK_SLEEF})
endif()
target_link_options(rattleback_flags INTERFACE ${number_flags})
list(JOIN number_flags " " number_flags_text)
string(STRIP "${CMAKE_CXX_FLAGS} ${number_flags_text}" number_flags_text)
# Common flags: those that the other compiler has, too, for user headers with CXX=clang++ or CXX=g++.
set(common_flags ${number_flags})
list(REMOVE_ITEM common_flags ${own_passes} ${own_registers} ${own_address_checks})
list(JOIN common_flags " " common_flags_text)
