# Problems of the catalogue as C++: problems/ID.toml becomes the class in stated/ID.hpp, from which the equations in
# generated/ID.hpp are derived.
#
# rattleback_stated(): the target rattleback_stated, which writes stated/ID.hpp for each problem.
function(rattleback_stated)
  rattleback_problems(problems)
  add_executable(rattleback_stated_generator base/input.cpp base/invalid_input.cpp
    problems/text/case_reader.cpp problems/text/document.cpp problems/text/expression.cpp
    problems/text/classes/generate_classes.cpp problems/text/kinks.cpp problems/text/position_constraints.cpp problems/text/classes/problem_class.cpp
    problems/text/problem_file.cpp problems/text/statement_reader.cpp problems/text/table_reader.cpp
    $<TARGET_OBJECTS:rattleback_graph>)
  set_target_properties(rattleback_stated_generator PROPERTIES OPTIMIZATION_LEVEL -O0)
  target_link_libraries(rattleback_stated_generator PRIVATE rattleback_flags Boost::headers fmt::fmt Eigen3::Eigen
    tomlplusplus::tomlplusplus)
  set(texts "")
  set(headers "")
  foreach(id IN LISTS problems)
    list(APPEND texts ${PROJECT_SOURCE_DIR}/problems/${id}.toml)
    list(APPEND headers ${PROJECT_BINARY_DIR}/stated/${id}.hpp)
  endforeach()
  file(GLOB extras CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/problems/extras/*.hpp)
  foreach(extra IN LISTS extras)
    get_filename_component(id ${extra} NAME_WE)
    if(NOT id IN_LIST problems)
      message(FATAL_ERROR "problems/extras/${id}.hpp: there is no problem '${id}'")
    endif()
  endforeach()
  file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/stated)
  add_custom_command(OUTPUT ${headers}
    COMMAND rattleback_stated_generator ${PROJECT_BINARY_DIR}/stated ${texts}
    DEPENDS rattleback_stated_generator ${texts}
    COMMENT "Writing the catalogue's problems as classes" VERBATIM)
  add_custom_target(rattleback_stated DEPENDS ${headers})
endfunction()

# rattleback_equations(NAME FOLDER [INCLUDE folder] [PROBLEMS id...]): a program that writes the equations of the
# catalogue's problems as code into FOLDER/generated/ID.hpp and the loops of their power series into
# FOLDER/generated/series_loops.cpp, and the target NAME that runs it. NAME_generator --check
# compares what problems declare with what is found. INCLUDE precedes the project's own headers.
function(rattleback_equations name folder)
  cmake_parse_arguments(PARSE_ARGV 2 only "" "INCLUDE" "PROBLEMS")
  rattleback_problems(problems)
  set(sources "")
  set(headers "")
  set(declarations "")
  set(entries "")
  set(loops "")
  foreach(id IN LISTS problems)
    rattleback_class_of(${id} class)
    if(only_PROBLEMS AND NOT id IN_LIST only_PROBLEMS)
      continue()
    endif()
    rattleback_write(${folder}/traced/${id}.cpp
"#include \"integrators/core/equations/generated.hpp\"
#include \"integrators/core/equations/loops.hpp\"
#include \"stated/${id}.hpp\"
namespace rattleback {
std::string equations_of_${id}() {
  return generated_equations<${class}>(\"${id}\", \"${class}\");
}
text::LoopsText loops_of_${id}() { return series_loops<${class}>(\"${id}\"); }
std::vector<std::string> differences_of_${id}() { return declarations_that_differ<${class}>(); }
}
")
    list(APPEND sources ${folder}/traced/${id}.cpp)
    list(APPEND headers ${folder}/generated/${id}.hpp)
    string(APPEND declarations "std::string equations_of_${id}();\ntext::LoopsText loops_of_${id}();\nstd::vector<std::string> differences_of_${id}();\n")
    string(APPEND entries "    {\"${id}\", &equations_of_${id}, &differences_of_${id}},\n")
    string(APPEND loops " loops_of_${id}(),")
  endforeach()
  rattleback_write(${folder}/traced/problems.cpp
"#include \"integrators/core/equations/loops.hpp\"
namespace rattleback {
${declarations}
std::vector<TracedProblem> const& traced_problems() {
  static std::vector<TracedProblem> const all{
${entries}  };
  return all;
}
std::vector<text::LoopsText> loops_of_problems() { return {${loops}}; }
}
")
  add_executable(${name}_generator ${sources} ${folder}/traced/problems.cpp
    ${PROJECT_SOURCE_DIR}/integrators/core/equations/generate.cpp $<TARGET_OBJECTS:rattleback_graph>
    $<TARGET_OBJECTS:rattleback_series_code>)
  target_include_directories(${name}_generator BEFORE PRIVATE ${only_INCLUDE})
  set_target_properties(${name}_generator PROPERTIES OPTIMIZATION_LEVEL -O0)
  # A precompiled header takes longer than one or two problems.
  if(NOT only_PROBLEMS)
    target_precompile_headers(${name}_generator PRIVATE
      ${PROJECT_SOURCE_DIR}/integrators/core/equations/generated.hpp)
  endif()
  target_link_libraries(${name}_generator PRIVATE rattleback_flags Boost::headers fmt::fmt Eigen3::Eigen)
  add_dependencies(${name}_generator rattleback_stated)
  add_custom_command(OUTPUT ${headers} ${folder}/generated/series_loops.cpp
    COMMAND ${name}_generator ${folder}/generated
    DEPENDS ${name}_generator
    COMMENT "Writing the equations of the catalogue's problems" VERBATIM)
  add_custom_target(${name} DEPENDS ${headers})
endfunction()
