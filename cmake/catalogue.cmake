# Code generation from the catalogues: methods.hpp, one translation unit per problem, the registry.
# rattleback_catalogue(TARGET OUTPUT_FOLDER [PROBLEMS id...] [METHODS id...] [TEXTS_IN LIBRARY] [SMALL]) writes into
# OUTPUT_FOLDER and adds the sources to TARGET. A line of integrators/catalogue.txt is: id class header; a problem is a
# text problems/ID.toml. LIBRARY receives the methods for problems in text files; without LIBRARY there are none.
# PROBLEMS NONE: no problem. SMALL: no large systems.

get_filename_component(rattleback_root ${CMAKE_CURRENT_LIST_DIR}/.. ABSOLUTE)

function(rattleback_read_catalogue file result)
  file(STRINGS ${file} lines REGEX "^[^#]")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  set(${result} ${lines} PARENT_SCOPE)
endfunction()

# Returns the ids of the catalogue's problems.
function(rattleback_problems result)
  file(GLOB texts RELATIVE ${rattleback_root}/problems CONFIGURE_DEPENDS ${rattleback_root}/problems/*.toml)
  list(TRANSFORM texts REPLACE ".toml$" "")
  set(${result} ${texts} PARENT_SCOPE)
endfunction()

# Returns the class of a problem: ChaplyginSleigh for chaplygin_sleigh.
function(rattleback_class_of id result)
  string(REPLACE "_" ";" words ${id})
  set(class "")
  foreach(word IN LISTS words)
    string(SUBSTRING ${word} 0 1 first)
    string(SUBSTRING ${word} 1 -1 rest)
    string(TOUPPER ${first} first)
    string(APPEND class ${first}${rest})
  endforeach()
  set(${result} ${class} PARENT_SCOPE)
endfunction()

# Stops if an id is not in the catalogue of problems.
function(rattleback_check_problems)
  rattleback_problems(ids)
  foreach(id IN LISTS ARGN)
    if(NOT id IN_LIST ids)
      list(JOIN ids ", " all)
      message(FATAL_ERROR "RATTLEBACK_PROBLEMS: no problem '${id}'; there are: ${all}")
    endif()
  endforeach()
endfunction()

function(rattleback_write file text)
  file(GENERATE OUTPUT ${file} CONTENT "${text}")
endfunction()

function(rattleback_catalogue target folder)
  cmake_parse_arguments(PARSE_ARGV 2 only "SMALL" "TEXTS_IN" "PROBLEMS;METHODS")
  rattleback_read_catalogue(${rattleback_root}/integrators/catalogue.txt methods)
  rattleback_problems(problems)

  set(includes "")
  set(names "")
  set(once "")
  set(declared "")
  foreach(line IN LISTS methods)
    separate_arguments(fields UNIX_COMMAND "${line}")
    list(GET fields 0 id)
    list(GET fields 1 class)
    list(GET fields 2 header)
    if(only_METHODS AND NOT id IN_LIST only_METHODS)
      continue()
    endif()
    string(APPEND includes "#include \"${header}\"\n")
    list(APPEND names ${class})
    foreach(function "MethodCard const& card_of<${class}>()"
            "${class} method_with<${class}>(OptionValues const&)"
            "OptionValues option_values<${class}>(${class} const&)"
            "StepTable<double> const* solver_table<${class}, double>()"
            "StepTable<Quad> const* solver_table<${class}, Quad>()")
      string(APPEND once "template ${function};\n")
      string(APPEND declared "extern template ${function};\n")
    endforeach()
  endforeach()
  list(JOIN names ", " names)

  rattleback_write(${folder}/methods.hpp
"#pragma once
${includes}
#include \"integrators/core/solvers/solver_table.hpp\"
namespace rattleback {
template <class... Methods>
struct MethodList {};
using AllMethods = MethodList<${names}>;
// Code that does not depend on a problem is compiled once, in methods.cpp.
${declared}}
")
  rattleback_write(${folder}/methods.cpp
"#include \"methods.hpp\"
namespace rattleback {
${once}}
")

  set(declarations "")
  set(calls "")
  set(problem_sources "")
  # The lookup knows no problem: it is compiled once for all catalogues.
  set(sources ${folder}/registry.cpp $<TARGET_OBJECTS:rattleback_lookup>)
  foreach(id IN LISTS problems)
    rattleback_class_of(${id} class)
    set(header generated/${id}.hpp)
    if(only_PROBLEMS AND NOT id IN_LIST only_PROBLEMS)
      continue()
    endif()
    rattleback_write(${folder}/${id}.cpp
"#include \"integrators/core/registry/instantiate.hpp\"
#include \"methods.hpp\"
#include \"${header}\"
namespace rattleback {
ProblemEntry entry_of_${id}() { return problem_entry<${class}>(AllMethods{}); }
}
")
    list(APPEND sources ${folder}/${id}.cpp)
    string(APPEND declarations "ProblemEntry entry_of_${id}();\n")
    string(APPEND calls "    all.push_back(entry_of_${id}());\n")
    string(APPEND problem_sources "    {\"${id}\", \"${class}\", \"${header}\"},\n")
  endforeach()

  # Problems in text files, of any sizes: for each kind of space a unit in double and one in quad precision, and the same
  # for driven ones.
  set(text_loaders "")
  set(text_declarations "")
  if(only_TEXTS_IN)
    set(kinds euclidean planar spatial)
    if(NOT only_SMALL)
      list(APPEND kinds large)
    endif()
    foreach(kind IN LISTS kinds)
      set(space AnyEuclidean)
      set(constraints any_constraints)
      if(kind STREQUAL "planar")
        set(space AnyGroup<true>)
      elseif(kind STREQUAL "spatial")
        set(space AnyGroup<false>)
      elseif(kind STREQUAL "large")
        set(space LargeEuclidean)
        set(constraints any_constraints_of_large)
      endif()
      foreach(driven IN ITEMS false true)
        set(unit ${kind}_texts)
        if(driven)
          set(unit driven_${kind}_texts)
        endif()
        rattleback_write(${folder}/${unit}.cpp
"#include \"integrators/core/registry/instantiate.hpp\"
#include \"methods.hpp\"
#include \"integrators/core/registry/problem_signature.hpp\"
namespace rattleback::text {
using Signature = ProblemSignature<${space}, ${constraints}, ${driven}>;
InQuad const& ${unit}_in_quad();
void load_${unit}(ProblemFile& file, LoadedProblem& to) {
  Signature::load(file, AllMethods{}, ${unit}_in_quad(), to);
}
void record_${unit}(Loaded& to) { Signature::record(to); }
std::shared_ptr<void> system_of_${unit}(Loaded const& of, std::vector<int> const& dependent) {
  return Signature::system<double>(of, dependent);
}
}
")
        rattleback_write(${folder}/${unit}_in_quad.cpp
"#include \"integrators/core/registry/instantiate.hpp\"
#include \"methods.hpp\"
#include \"integrators/core/registry/problem_signature.hpp\"
namespace rattleback::text {
InQuad const& ${unit}_in_quad() {
  return ProblemSignature<${space}, ${constraints}, ${driven}>::in_quad(AllMethods{});
}
}
")
        target_sources(${only_TEXTS_IN} PRIVATE ${folder}/${unit}.cpp ${folder}/${unit}_in_quad.cpp)
        # A quarter of the compiler's time would make runs of texts faster by a twentieth only, and quad
        # runs not at all: their arithmetic is calls of a library.
        set_source_files_properties(${folder}/${unit}.cpp PROPERTIES COMPILE_OPTIONS
          "$<$<CXX_COMPILER_ID:GNU>:-O1>")
        set_source_files_properties(${folder}/${unit}_in_quad.cpp PROPERTIES COMPILE_OPTIONS
          "$<$<CXX_COMPILER_ID:GNU>:-O1;-fno-tree-sra>")
        string(APPEND text_declarations "void load_${unit}(ProblemFile&, LoadedProblem&);
void record_${unit}(Loaded&);
std::shared_ptr<void> system_of_${unit}(Loaded const&, std::vector<int> const&);
InQuad const& ${unit}_in_quad();
")
        string(APPEND text_loaders
          "    {SpaceKind::${kind}, ${driven}, \"${space}, ${constraints}, ${driven}\", &load_${unit},
     &record_${unit}, &${unit}_in_quad, &system_of_${unit}},\n")
      endforeach()
    endforeach()
  endif()

  rattleback_write(${folder}/registry.cpp
"#include \"integrators/core/registry/plugin_lookup.hpp\"
#include \"integrators/core/registry/registry.hpp\"
#include \"integrators/core/registry/lookup.hpp\"
#include <string>
namespace rattleback::text {
${text_declarations}
std::vector<TextLoader> const& text_loaders() {
  static std::vector<TextLoader> const all{
${text_loaders}  };
  return all;
}
}
namespace rattleback {
${declarations}
std::vector<ProblemEntry> const& registry() {
  static std::vector<ProblemEntry> const entries = [] {
    std::vector<ProblemEntry> all;
${calls}    return all;
  }();
  return entries;
}
std::vector<ProblemSource> const& problem_sources() {
  static std::vector<ProblemSource> const all{
${problem_sources}  };
  return all;
}
}
")
  target_sources(${target} PRIVATE ${sources})
  # Also used by texts, which are below the registry.
  if(only_TEXTS_IN)
    target_sources(${only_TEXTS_IN} PRIVATE ${folder}/methods.cpp)
  else()
    target_sources(${target} PRIVATE ${folder}/methods.cpp)
  endif()
endfunction()

# rattleback_reference_code(TARGET OUTPUT_FOLDER): hash of the code that references depend on: problems,
# algebra and derived equations. A change invalidates their cache.
function(rattleback_reference_code target folder)
  file(GLOB_RECURSE inputs CONFIGURE_DEPENDS ${rattleback_root}/base/*.?pp
       ${rattleback_root}/problems/*.?pp ${rattleback_root}/integrators/core/text/*.?pp
       ${rattleback_root}/integrators/core/equations/*.?pp
       ${rattleback_root}/integrators/core/mechanics/*.?pp)
  list(FILTER inputs EXCLUDE REGEX "/base/formulas/")
  list(APPEND inputs ${rattleback_root}/integrators/core/tables/problem_table_of.hpp
       ${rattleback_root}/integrators/core/registry/lookup.hpp
       ${rattleback_root}/integrators/core/registry/lookup.cpp
       ${rattleback_root}/integrators/core/registry/problem_signature.hpp
       ${rattleback_root}/integrators/core/run/reference.hpp
       ${rattleback_root}/integrators/core/run/reference.cpp
       ${rattleback_root}/integrators/core/run/reference/sum_series.cpp)
  set(digests "")
  foreach(input IN LISTS inputs)
    file(SHA256 ${input} digest)
    string(APPEND digests ${digest})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${input})
  endforeach()
  string(SHA256 code_hash "${digests}")
  rattleback_write(${folder}/reference_code.cpp
"#include \"integrators/core/run/reference.hpp\"
std::string rattleback::reference_code_hash() { return \"${code_hash}\"; }
")
  target_sources(${target} PRIVATE ${folder}/reference_code.cpp)
endfunction()

# rattleback_experiments_catalogue(TARGET OUTPUT_FOLDER): every source NAME.cpp in figures/ and studies/ of
# experiments/PAPER defines `void NAME(Study&)` in namespace rattleback::PAPER::NAME_study, so that names of
# sources that are compiled as one differ; shared/ contains code of several experiments. The paper's
# experiments.toml (titles, figures, captions, in the order of the report), statements.toml, errata.toml,
# findings.toml and headlines.toml are built in. A collection of own studies, such as beyond/, is a folder of
# this kind with findings only. WITHOUT_PAPERS: no experiments.
function(rattleback_experiments_catalogue target folder)
  cmake_parse_arguments(PARSE_ARGV 2 catalogue "WITHOUT_PAPERS" "" "")
  set(declarations "")
  set(functions "")
  set(experiments "")
  set(texts "")
  file(GLOB paper_files CONFIGURE_DEPENDS ${rattleback_root}/experiments/*/experiments.toml)
  if(catalogue_WITHOUT_PAPERS)
    set(paper_files "")
  endif()
  foreach(paper_file IN LISTS paper_files)
    get_filename_component(paper_folder ${paper_file} DIRECTORY)
    get_filename_component(paper ${paper_folder} NAME)
    string(APPEND declarations "namespace ${paper} {\n")
    file(READ ${paper_file} text)
    string(APPEND experiments "    {\"${paper}\",\nR\"~toml~(${text})~toml~\"},\n")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${paper_file})
    file(GLOB figures CONFIGURE_DEPENDS ${paper_folder}/figures/*.cpp)
    file(GLOB studies CONFIGURE_DEPENDS ${paper_folder}/studies/*.cpp)
    file(GLOB_RECURSE shared CONFIGURE_DEPENDS ${paper_folder}/shared/*.cpp)
    target_sources(${target} PRIVATE ${shared})
    foreach(file IN LISTS figures studies)
      get_filename_component(name ${file} NAME_WE)
      file(RELATIVE_PATH source ${rattleback_root} ${file})
      string(APPEND declarations "namespace ${name}_study { void ${name}(Study&); }\n")
      string(APPEND functions "    {\"${paper}\", \"${name}\", \"${source}\", &${paper}::${name}_study::${name}},\n")
    endforeach()
    string(APPEND declarations "}\n")
    target_sources(${target} PRIVATE ${figures} ${studies})
    string(APPEND texts "    {\"${paper}\"")
    foreach(kind statements errata findings headlines)
      set(file ${paper_folder}/${kind}.toml)
      set(text "")
      if(EXISTS ${file})
        file(READ ${file} text)
        set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
      endif()
      string(APPEND texts ",\nR\"~toml~(${text})~toml~\"")
    endforeach()
    string(APPEND texts "},\n")
  endforeach()
  file(CONFIGURE OUTPUT ${folder}/statements.cpp CONTENT
"#include \"experiments/statements/statement.hpp\"
namespace rattleback {
std::vector<DeclarationTexts> const& declaration_texts() {
  static std::vector<DeclarationTexts> const all{
@texts@  };
  return all;
}
}
" @ONLY)
  file(CONFIGURE OUTPUT ${folder}/experiments.cpp CONTENT
"#include \"experiments/core/experiments_file.hpp\"
namespace rattleback {
@declarations@
std::vector<StudyFunction> const& study_functions() {
  static std::vector<StudyFunction> const all{
@functions@  };
  return all;
}
std::vector<ExperimentsText> const& built_in_experiments() {
  static std::vector<ExperimentsText> const all{
@experiments@  };
  return all;
}
}
" @ONLY)
  target_sources(${target} PRIVATE ${folder}/experiments.cpp ${folder}/statements.cpp)
endfunction()
