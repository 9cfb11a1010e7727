# rattleback_problem_texts(NAME FOLDER [PROBLEMS id...]): the library NAME with the texts of the catalogue's problems
# (problems/text/problem_text.hpp).
function(rattleback_problem_texts name folder)
  cmake_parse_arguments(PARSE_ARGV 2 only "" "" "PROBLEMS")
  rattleback_problems(problems)
  set(texts "")
  foreach(id IN LISTS problems)
    if(only_PROBLEMS AND NOT id IN_LIST only_PROBLEMS)
      continue()
    endif()
    file(READ ${PROJECT_SOURCE_DIR}/problems/${id}.toml text)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/problems/${id}.toml)
    string(APPEND texts "    {\"${id}\", R\"~toml~(${text})~toml~\"},\n")
  endforeach()
  file(CONFIGURE OUTPUT ${folder}/problem_texts.cpp CONTENT
"#include \"problems/text/problem_text.hpp\"
#include <map>
namespace rattleback::text {
std::string const& text_in_catalogue(std::string const& id) {
  static std::map<std::string, std::string> const all{
@texts@  };
  return all.at(id);
}
}
" @ONLY)
  add_library(${name} STATIC ${folder}/problem_texts.cpp)
  target_include_directories(${name} PUBLIC ${PROJECT_SOURCE_DIR})
endfunction()
