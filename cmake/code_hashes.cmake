# Hashes of the code that results depend on, for `rattleback reproduce` to tell what a change voids.
# Run: cmake -DSOURCE=... -DOUTPUT=... -P code_hashes.cmake
# Writes OUTPUT, a source file that defines rattleback::code_hashes(), only when it changes. Names:
#   problem ID, method ID        its line of the catalogue and all files that its header leads to
#   every problem and method     all of these and their order
#   the core                     base, problems/core, integrators/core, the generator of the registry
#   problems in texts            problems/text
#   the experiments' core        experiments/core
#   the figures                  all files that reports/drawing/figures.hpp leads to
#   experiments/PAPER/NAME.cpp   all files that it leads to
# A file leads to the files it includes and a header to the files that implement it. Files of a core
# are counted there alone.

cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/write_if_changed.cmake)

# The project's files that `file` includes. One that cannot be found would go unnoticed when it
# changes, so it is an error, except for what the build generates.
function(includes_of file result)
  file(STRINGS ${SOURCE}/${file} lines REGEX "^[ \t]*#[ \t]*include[ \t]*\"")
  set(found "")
  foreach(line IN LISTS lines)
    string(REGEX REPLACE "^[^\"]*\"([^\"]+)\".*" "\\1" target "${line}")
    if(EXISTS ${SOURCE}/${target})
      list(APPEND found ${target})
    elseif(NOT target MATCHES "^generated/")
      message(FATAL_ERROR "${file} includes ${target}, which is not a file of the project")
    endif()
  endforeach()
  set(${result} ${found} PARENT_SCOPE)
endfunction()

# A source implements the header of its own name; where there is none, as with several sources
# behind one header, it counts for every header it includes.
file(GLOB_RECURSE sources RELATIVE ${SOURCE} ${SOURCE}/base/*.cpp ${SOURCE}/problems/*.cpp
  ${SOURCE}/integrators/*.cpp
  ${SOURCE}/experiments/*.cpp ${SOURCE}/reports/*.cpp)
foreach(source IN LISTS sources)
  string(REGEX REPLACE "cpp$" "hpp" header ${source})
  if(EXISTS ${SOURCE}/${header})
    set(headers ${header})
  elseif(source MATCHES "^(problems|integrators)/")
    includes_of(${source} headers)
  else()
    set(headers "")
  endif()
  foreach(header IN LISTS headers)
    list(APPEND "implementations of ${header}" ${source})
  endforeach()
endforeach()

# All files that `root` leads to, itself included, without those of a core.
function(closure root result)
  set(reached "")
  set(waiting ${root})
  while(waiting)
    list(POP_FRONT waiting file)
    if(file IN_LIST reached OR file MATCHES "^(base|[^/]+/core)/")
      continue()
    endif()
    list(APPEND reached ${file})
    includes_of(${file} next)
    list(APPEND waiting ${next} ${implementations\ of\ ${file}})
  endwhile()
  set(${result} ${reached} PARENT_SCOPE)
endfunction()

set(entries "")

# Adds an entry for `name`: the hash of `text` and of the names and contents of files.
function(add_entry name text)
  set(files ${ARGN})
  list(SORT files)
  foreach(file IN LISTS files)
    file(SHA256 ${SOURCE}/${file} digest)
    string(APPEND text "\n${file} ${digest}")
  endforeach()
  string(SHA256 digest "${text}")
  set(entries "${entries}      {\"${name}\", \"${digest}\"},\n" PARENT_SCOPE)
endfunction()

set(claimed "")
set(catalogues "")
foreach(kind problem integrator)
  file(STRINGS ${SOURCE}/${kind}s/catalogue.txt lines REGEX "^[^#]")
  foreach(line IN LISTS lines)
    separate_arguments(fields UNIX_COMMAND "${line}")
    list(GET fields 0 id)
    list(GET fields 2 header)
    closure(${header} files)
    list(APPEND claimed ${files})
    list(JOIN fields " " text)
    string(APPEND catalogues "${text}\n")
    string(REPLACE integrator method word ${kind})
    add_entry("${word} ${id}" "${text}" ${files})
  endforeach()
endforeach()
list(REMOVE_DUPLICATES claimed)
add_entry("every problem and method" "${catalogues}" ${claimed})

# What belongs to no problem and no method may belong to all of them.
file(GLOB_RECURSE core RELATIVE ${SOURCE} ${SOURCE}/base/*.?pp ${SOURCE}/problems/core/*.?pp
  ${SOURCE}/integrators/core/*.?pp)
foreach(source IN LISTS sources)
  if(source MATCHES "^(problems|integrators)/" AND NOT source IN_LIST claimed AND
     NOT source MATCHES "^problems/text/")
    list(APPEND core ${source})
  endif()
endforeach()
list(REMOVE_DUPLICATES core)
add_entry("the core" "" ${core} cmake/catalogue.cmake)
file(GLOB texts RELATIVE ${SOURCE} ${SOURCE}/problems/text/*.?pp)
add_entry("problems in texts" "" ${texts})

file(GLOB_RECURSE files RELATIVE ${SOURCE} ${SOURCE}/experiments/core/*.?pp)
add_entry("the experiments' core" "" ${files})
closure(reports/drawing/figures.hpp files)
add_entry("the figures" "" ${files})
file(GLOB papers RELATIVE ${SOURCE} ${SOURCE}/experiments/*/experiments.toml)
foreach(paper IN LISTS papers)
  string(REPLACE "/experiments.toml" "" folder ${paper})
  file(GLOB experiments RELATIVE ${SOURCE} ${SOURCE}/${folder}/figures/*.cpp
       ${SOURCE}/${folder}/studies/*.cpp)
  foreach(experiment IN LISTS experiments)
    closure(${experiment} files)
    add_entry("${experiment}" "" ${files})
  endforeach()
endforeach()

rattleback_write_if_changed(${OUTPUT} "#include \"program/results/code_hashes.hpp\"

namespace rattleback {

std::map<std::string, std::string> const& code_hashes() {
  static std::map<std::string, std::string> const hashes{
${entries}  };
  return hashes;
}

}  // namespace rattleback
")
