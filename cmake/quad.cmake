# rattleback_quad: what quad numbers need (problems/core/numbers/raw_quad.hpp), which is libquadmath
# unless the platform's long double has 113 bits.
include(CheckCXXSourceCompiles)
check_cxx_source_compiles("#include <cfloat>
static_assert(LDBL_MANT_DIG == 113);
int main() {}" RATTLEBACK_LONG_DOUBLE_IS_QUAD)
add_library(rattleback_quad INTERFACE)
set(rattleback_quadmath "")
if(NOT RATTLEBACK_LONG_DOUBLE_IS_QUAD)
  set(rattleback_quadmath quadmath)
  # GCC's folder of this header holds others that clang cannot read: clang gets a copy of this one, in a
  # folder that code compiled on demand includes from, too.
  set(quadmath_folder ${PROJECT_BINARY_DIR}/quadmath)
  execute_process(COMMAND g++ -print-file-name=include/quadmath.h OUTPUT_VARIABLE quadmath_header
    OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(EXISTS "${quadmath_header}")
    configure_file(${quadmath_header} ${quadmath_folder}/quadmath.h COPYONLY)
  endif()
  set(quad_program "#include <quadmath.h>\nint main() { return sqrtq(static_cast<__float128>(0)) != 0; }")
  set(CMAKE_REQUIRED_LIBRARIES quadmath)
  check_cxx_source_compiles("${quad_program}" RATTLEBACK_QUADMATH)
  if(NOT RATTLEBACK_QUADMATH)
    set(CMAKE_REQUIRED_INCLUDES ${quadmath_folder})
    check_cxx_source_compiles("${quad_program}" RATTLEBACK_QUADMATH_OF_GCC)
    unset(CMAKE_REQUIRED_INCLUDES)
    if(NOT RATTLEBACK_QUADMATH_OF_GCC)
      message(FATAL_ERROR "quad numbers need libquadmath, which comes with g++")
    endif()
    target_include_directories(rattleback_quad INTERFACE ${quadmath_folder})
  endif()
  unset(CMAKE_REQUIRED_LIBRARIES)
  target_link_libraries(rattleback_quad INTERFACE quadmath)
endif()
