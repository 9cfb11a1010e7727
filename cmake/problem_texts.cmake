# rattleback_problem_texts(NAME FOLDER [PROBLEMS id...]): the library NAME with the problems of the
# catalogue as problem files (problems/text/problem_text.hpp). The program NAME_generator writes them, so
# that the code that records formulas stays out of the library.
function(rattleback_problem_texts name folder)
  cmake_parse_arguments(PARSE_ARGV 2 only "" "" "PROBLEMS")
  rattleback_read_catalogue(${PROJECT_SOURCE_DIR}/problems/catalogue.txt problems)
  set(sources "")
  set(declarations "")
  set(entries "")
  foreach(line IN LISTS problems)
    separate_arguments(fields UNIX_COMMAND "${line}")
    list(GET fields 0 id)
    list(GET fields 1 class)
    list(GET fields 2 header)
    if(only_PROBLEMS AND NOT id IN_LIST only_PROBLEMS)
      continue()
    endif()
    rattleback_write(${folder}/texts/${id}.cpp
"#include \"problems/text/text_of_problem.hpp\"
#include \"${header}\"
namespace rattleback::text {
ProblemText text_of_${id}() { return text_of_problem<${class}>(); }
}
")
    list(APPEND sources ${folder}/texts/${id}.cpp)
    string(APPEND declarations "ProblemText text_of_${id}();\n")
    string(APPEND entries "    {\"${id}\", text_of_${id}()},\n")
  endforeach()
  rattleback_write(${folder}/texts/all.cpp
"#include \"problems/text/text_of_problem.hpp\"
namespace rattleback::text {
${declarations}
std::vector<std::pair<std::string, ProblemText>> all_texts() {
  return {
${entries}  };
}
}
")
  # Problems as stated, without generated equations, as in equations.cmake.
  add_executable(${name}_generator ${sources} ${folder}/texts/all.cpp
    ${PROJECT_SOURCE_DIR}/problems/text/generate_texts.cpp
    ${PROJECT_SOURCE_DIR}/problems/text/text_of_problem.cpp $<TARGET_OBJECTS:rattleback_graph>)
  target_include_directories(${name}_generator BEFORE PRIVATE ${PROJECT_BINARY_DIR}/untraced)
  set_target_properties(${name}_generator PROPERTIES OPTIMIZATION_LEVEL -O0)
  target_precompile_headers(${name}_generator PRIVATE
    ${PROJECT_SOURCE_DIR}/problems/text/text_of_problem.hpp)
  target_link_libraries(${name}_generator PRIVATE rattleback_flags Boost::headers fmt::fmt Eigen3::Eigen)
  add_custom_command(OUTPUT ${folder}/problem_texts.cpp
    COMMAND ${name}_generator ${folder}/problem_texts.cpp
    DEPENDS ${name}_generator
    COMMENT "Writing the catalogue's problems as problem files" VERBATIM)
  add_library(${name} STATIC ${folder}/problem_texts.cpp)
  target_include_directories(${name} PUBLIC ${PROJECT_SOURCE_DIR})
endfunction()
