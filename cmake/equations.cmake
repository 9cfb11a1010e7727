# rattleback_equations(NAME FOLDER [INCLUDE folder] [PROBLEMS id...]): a program that writes the
# equations of the catalogue's problems as code into FOLDER/generated/ID.hpp, and the target NAME that
# runs it. NAME_generator --check compares what problems declare with what is found. These headers are
# empty while the program itself is compiled, so that it uses each problem as stated. INCLUDE precedes
# the project's own headers.

# Generated headers included by problem headers, in the catalogue and elsewhere.
file(GLOB rattleback_problem_headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/problems/*.hpp)
foreach(header IN LISTS rattleback_problem_headers)
  file(STRINGS ${header} lines REGEX "#include \"generated/")
  foreach(line IN LISTS lines)
    string(REGEX REPLACE ".*generated/(.*)\\.hpp\".*" "\\1" id "${line}")
    list(APPEND rattleback_generated_ids ${id})
    file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/untraced/generated/${id}.hpp CONTENT "")
  endforeach()
endforeach()

function(rattleback_equations name folder)
  cmake_parse_arguments(PARSE_ARGV 2 only "" "INCLUDE" "PROBLEMS")
  rattleback_read_catalogue(${PROJECT_SOURCE_DIR}/problems/catalogue.txt problems)
  set(sources "")
  set(headers "")
  set(declarations "")
  set(entries "")
  set(left ${rattleback_generated_ids})
  foreach(line IN LISTS problems)
    separate_arguments(fields UNIX_COMMAND "${line}")
    list(GET fields 0 id)
    list(GET fields 1 class)
    list(GET fields 2 header)
    list(REMOVE_ITEM left ${id})
    if(only_PROBLEMS AND NOT id IN_LIST only_PROBLEMS)
      continue()
    endif()
    rattleback_write(${folder}/traced/${id}.cpp
"#include \"integrators/core/equations/generated.hpp\"
#include \"${header}\"
namespace rattleback {
std::string equations_of_${id}() {
  return generated_equations<${class}>(\"${id}\", \"${class}\");
}
std::vector<std::string> differences_of_${id}() { return declarations_that_differ<${class}>(); }
}
")
    list(APPEND sources ${folder}/traced/${id}.cpp)
    list(APPEND headers ${folder}/generated/${id}.hpp)
    string(APPEND declarations "std::string equations_of_${id}();\nstd::vector<std::string> differences_of_${id}();\n")
    string(APPEND entries "    {\"${id}\", &equations_of_${id}, &differences_of_${id}},\n")
  endforeach()
  # Problems outside the catalogue use automatic differentiation.
  if(NOT only_PROBLEMS)
    foreach(id IN LISTS left)
      file(CONFIGURE OUTPUT ${folder}/generated/${id}.hpp CONTENT "")
    endforeach()
  endif()
  rattleback_write(${folder}/traced/problems.cpp
"#include \"integrators/core/equations/generator.hpp\"
namespace rattleback {
${declarations}
std::vector<TracedProblem> const& traced_problems() {
  static std::vector<TracedProblem> const all{
${entries}  };
  return all;
}
}
")
  add_executable(${name}_generator ${sources} ${folder}/traced/problems.cpp
    ${PROJECT_SOURCE_DIR}/integrators/core/equations/generate.cpp $<TARGET_OBJECTS:rattleback_graph>)
  target_include_directories(${name}_generator BEFORE PRIVATE
    ${PROJECT_BINARY_DIR}/untraced ${only_INCLUDE})
  set_target_properties(${name}_generator PROPERTIES OPTIMIZATION_LEVEL -O0)
  # A precompiled header takes longer than one or two problems.
  if(NOT only_PROBLEMS)
    target_precompile_headers(${name}_generator PRIVATE
      ${PROJECT_SOURCE_DIR}/integrators/core/equations/generated.hpp)
  endif()
  target_link_libraries(${name}_generator PRIVATE rattleback_flags Boost::headers fmt::fmt Eigen3::Eigen)
  add_custom_command(OUTPUT ${headers}
    COMMAND ${name}_generator ${folder}/generated
    DEPENDS ${name}_generator
    COMMENT "Writing the equations of the catalogue's problems" VERBATIM)
  add_custom_target(${name} DEPENDS ${headers})
endfunction()
