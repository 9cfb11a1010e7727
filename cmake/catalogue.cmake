# Turns the two catalogues into code: methods.hpp, one translation unit per problem, the registry.
# rattleback_catalogue(TARGET OUTPUT_FOLDER [PROBLEMS id...]) writes into OUTPUT_FOLDER and adds the
# sources to TARGET. A catalogue line is: id class header.

function(rattleback_read_catalogue file result)
  file(STRINGS ${file} lines REGEX "^[^#]")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  set(${result} ${lines} PARENT_SCOPE)
endfunction()

function(rattleback_write file text)
  file(GENERATE OUTPUT ${file} CONTENT "${text}")
endfunction()

function(rattleback_catalogue target folder)
  cmake_parse_arguments(PARSE_ARGV 2 only "" "" "PROBLEMS")
  rattleback_read_catalogue(${PROJECT_SOURCE_DIR}/integrators/catalogue.txt methods)
  rattleback_read_catalogue(${PROJECT_SOURCE_DIR}/problems/catalogue.txt problems)

  set(includes "")
  set(names "")
  foreach(line IN LISTS methods)
    separate_arguments(fields UNIX_COMMAND "${line}")
    list(GET fields 1 class)
    list(GET fields 2 header)
    string(APPEND includes "#include \"${header}\"\n")
    list(APPEND names ${class})
  endforeach()
  list(JOIN names ", " names)

  set(declarations "")
  set(calls "")
  set(sources ${folder}/registry.cpp)
  foreach(line IN LISTS problems)
    separate_arguments(fields UNIX_COMMAND "${line}")
    list(GET fields 0 id)
    list(GET fields 1 class)
    list(GET fields 2 header)
    if(only_PROBLEMS AND NOT id IN_LIST only_PROBLEMS)
      continue()
    endif()
    rattleback_write(${folder}/${id}.cpp
"#include \"integrators/core/instantiate.hpp\"
${includes}#include \"${header}\"
namespace rattleback {
ProblemEntry entry_of_${id}() { return problem_entry<${class}, ${names}>(); }
}
")
    list(APPEND sources ${folder}/${id}.cpp)
    string(APPEND declarations "ProblemEntry entry_of_${id}();\n")
    string(APPEND calls "    all.push_back(entry_of_${id}());\n")
  endforeach()

  # References depend on the problems, the algebra and the derived equations; a change voids the cache.
  file(GLOB inputs CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/problems/*.hpp
       ${PROJECT_SOURCE_DIR}/problems/core/*.hpp)
  list(APPEND inputs ${PROJECT_SOURCE_DIR}/integrators/core/derived_equations.hpp
       ${PROJECT_SOURCE_DIR}/integrators/core/reference.hpp
       ${PROJECT_SOURCE_DIR}/integrators/core/reference.cpp)
  set(digests "")
  foreach(input IN LISTS inputs)
    file(SHA256 ${input} digest)
    string(APPEND digests ${digest})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${input})
  endforeach()
  string(SHA256 code_hash "${digests}")

  rattleback_write(${folder}/registry.cpp
"#include \"integrators/core/registry.hpp\"
#include <string>
namespace rattleback {
${declarations}
std::vector<ProblemEntry> const& registry() {
  static std::vector<ProblemEntry> const entries = [] {
    std::vector<ProblemEntry> all;
${calls}    return all;
  }();
  return entries;
}
std::string reference_code_hash() { return \"${code_hash}\"; }
}
")
  target_sources(${target} PRIVATE ${sources})
endfunction()
