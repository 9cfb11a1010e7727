# Mutants: a NAME.mutant file changes one token of one header or source. The mutated header precedes its
# original on the include path of a registry of one problem and some methods, a mutated source that of
# the library, and the laws must notice.
# Lines of a mutant file: file, from (occurs exactly once), to, why, problem, methods.

set(rattleback_mutants_folder ${CMAKE_CURRENT_LIST_DIR})

# The rest of the line `KEY: ...` in `text`.
function(rattleback_mutant_field text key result)
  if(NOT "${text}" MATCHES "(^|\n)${key}: ([^\n]*)")
    message(FATAL_ERROR "a mutant has no line '${key}: ...':\n${text}")
  endif()
  set(${result} "${CMAKE_MATCH_2}" PARENT_SCOPE)
endfunction()

# A program `mutant_NAME` that runs the laws over a problem and some methods; headers in `folder` precede
# their originals.
function(rattleback_laws_program name folder problem methods)
  separate_arguments(methods UNIX_COMMAND "${methods}")
  add_executable(mutant_${name} ${rattleback_mutants_folder}/mutant_main.cpp)
  target_include_directories(mutant_${name} BEFORE PRIVATE ${folder})
  rattleback_catalogue(mutant_${name} ${folder}/catalogue PROBLEMS ${problem} METHODS ${methods})
  target_link_libraries(mutant_${name} PRIVATE rattleback_laws)
  # One unit: most of the time to compile is that of the headers.
  set_target_properties(mutant_${name} PROPERTIES OPTIMIZATION_LEVEL -O0
    UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 0)
  add_test(NAME mutants.${name} COMMAND mutant_${name})
  set_tests_properties(mutants.${name} PROPERTIES ENVIRONMENT "${rattleback_test_environment}")
endfunction()

function(rattleback_mutants build)
  # The control: without a mutation no law is broken. It also compiles, for all, headers that no mutant
  # changes.
  rattleback_laws_program(none ${build}/none anisotropic_particle "dla_leapfrog gni")
  set_tests_properties(mutants.none PROPERTIES PASS_REGULAR_EXPRESSION "the mutant survives")
  add_dependencies(mutant_none rattleback_equations)
  target_precompile_headers(mutant_none PRIVATE <fmt/format.h> <nlohmann/json.hpp>
    ${PROJECT_SOURCE_DIR}/problems/core/numbers/quad.hpp
    ${PROJECT_SOURCE_DIR}/integrators/core/registry/registry.hpp)

  file(GLOB mutants CONFIGURE_DEPENDS ${rattleback_mutants_folder}/*.mutant)
  foreach(mutant IN LISTS mutants)
    get_filename_component(name ${mutant} NAME_WE)
    file(READ ${mutant} text)
    rattleback_mutant_field("${text}" file header)
    rattleback_mutant_field("${text}" from from)
    rattleback_mutant_field("${text}" to to)
    rattleback_mutant_field("${text}" why why)
    rattleback_mutant_field("${text}" problem problem)
    rattleback_mutant_field("${text}" methods methods)

    file(READ ${PROJECT_SOURCE_DIR}/${header} original)
    string(REPLACE "${from}" "" without "${original}")
    string(LENGTH "${original}" length)
    string(LENGTH "${without}" length_without)
    string(LENGTH "${from}" length_from)
    math(EXPR removed "${length} - ${length_without}")
    if(NOT removed EQUAL length_from)
      message(FATAL_ERROR "mutant ${name}: '${from}' must occur exactly once in ${header}")
    endif()
    string(REPLACE "${from}" "${to}" mutated "${original}")
    file(CONFIGURE OUTPUT ${build}/${name}/${header} CONTENT "${mutated}" @ONLY)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${mutant}
      ${PROJECT_SOURCE_DIR}/${header})

    rattleback_laws_program(${name} ${build}/${name} ${problem} "${methods}")
    target_precompile_headers(mutant_${name} REUSE_FROM mutant_none)
    if(header MATCHES "\\.cpp$")
      target_sources(mutant_${name} PRIVATE ${build}/${name}/${header})
    endif()
    # Sources of the generated equations are mutated before the generation.
    if(header MATCHES "^problems/|^integrators/core/(equations/|mechanics/(chaplygin_reduction|constrained|terms))")
      rattleback_equations(mutant_${name}_equations ${build}/${name} INCLUDE ${build}/${name}
        PROBLEMS ${problem})
      add_dependencies(mutant_${name} mutant_${name}_equations rattleback_equations)
    else()
      add_dependencies(mutant_${name} rattleback_equations)
    endif()
  endforeach()
endfunction()
