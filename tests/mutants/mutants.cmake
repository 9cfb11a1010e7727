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

function(rattleback_mutants build)
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
    separate_arguments(methods UNIX_COMMAND "${methods}")

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

    add_executable(mutant_${name} ${rattleback_mutants_folder}/mutant_main.cpp)
    if(header MATCHES "\\.cpp$")
      target_sources(mutant_${name} PRIVATE ${build}/${name}/${header})
    endif()
    target_include_directories(mutant_${name} BEFORE PRIVATE ${build}/${name})
    rattleback_catalogue(mutant_${name} ${build}/${name}/catalogue PROBLEMS ${problem}
      METHODS ${methods})
    target_link_libraries(mutant_${name} PRIVATE rattleback_laws)
    # One unit: most of the time to compile is that of the headers.
    set_target_properties(mutant_${name} PROPERTIES OPTIMIZATION_LEVEL -O0
      UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 0)
    # Sources of the generated equations are mutated before the generation.
    if(header MATCHES "^problems/|^integrators/core/(equations/|mechanics/(chaplygin_reduction|constrained|terms))")
      rattleback_equations(mutant_${name}_equations ${build}/${name} INCLUDE ${build}/${name}
        PROBLEMS ${problem})
      add_dependencies(mutant_${name} mutant_${name}_equations rattleback_equations)
    else()
      add_dependencies(mutant_${name} rattleback_equations)
    endif()
    add_test(NAME mutants.${name} COMMAND mutant_${name})
    set_tests_properties(mutants.${name} PROPERTIES ENVIRONMENT "${rattleback_test_environment}")
  endforeach()
endfunction()
