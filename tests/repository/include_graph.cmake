# Test of the include graph: a file includes only files of its own folder and of folders before it in
# this list. A path belongs to its longest matching folder. Run: cmake -DSOURCE=... -P include_graph.cmake

set(core integrators/core)
set(floors base problems/core/numbers problems/core/spaces problems/core problems/core/graph
  problems/text problems ${core}/method ${core}/solve ${core}/mechanics ${core}/equations
  ${core}/tables ${core}/stepping ${core}/solvers ${core}/run ${core}/ensemble ${core}/text
  ${core}/registry integrators experiments reports program/interface program/figures program/results program/plugins
  program/ensembles program/commands program laboratory)
list(FIND floors integrators registered)

function(floor_of path result)
  set(level -1)
  set(length 0)
  foreach(room IN LISTS floors)
    string(FIND "${path}" "${room}/" at)
    string(LENGTH "${room}" size)
    if(at EQUAL 0 AND size GREATER length)
      list(FIND floors "${room}" level)
      set(length ${size})
    endif()
  endforeach()
  set(${result} ${level} PARENT_SCOPE)
endfunction()

set(upward "")
set(arrows 0)
foreach(room base problems integrators experiments reports program laboratory)
  file(GLOB_RECURSE files RELATIVE ${SOURCE} ${SOURCE}/${room}/*.hpp ${SOURCE}/${room}/*.cpp)
  foreach(file IN LISTS files)
    floor_of(${file} from)
    file(STRINGS ${SOURCE}/${file} includes REGEX "^#include \"")
    foreach(line IN LISTS includes)
      string(REGEX REPLACE "^#include \"([^\"]+)\".*" "\\1" target "${line}")
      floor_of(${target} to)
      math(EXPR arrows "${arrows} + 1")
      # Only these files above the registry use templates directly: the timings.
      # Random instances of studies come from the ensembles' source. Studies of theory differentiate the
      # functions that a problem states. The figure of a run evaluates its constraints. The laboratory lists
      # its methods, and defines what its module leaves out.
      set(above_registry FALSE)
      if(from GREATER registered AND to GREATER 0 AND NOT to GREATER registered AND
         NOT file MATCHES "^(experiments/timings/|laboratory/(left_out|answers))" AND
         NOT target MATCHES "^integrators/core/(registry/(registry|variants|plugin_lookup|lookup|stated_multipliers)|method/(method|composition|without_balance)|run/reference_watch)\\.hpp$" AND
         NOT target MATCHES "^problems/(core/numbers/(extremes|raw_quad)|text/problem_text)\\.hpp$" AND
         NOT (file MATCHES "^program/figures/violation_watch" AND target STREQUAL "${core}/run/resolve.hpp") AND
         NOT (file STREQUAL "experiments/core/random.cpp" AND target STREQUAL "problems/core/random_point.hpp") AND
         NOT (file MATCHES "^experiments/(laws|theory)/" AND target MATCHES "^problems/core/numbers/quad\\.hpp$") AND
         NOT (file MATCHES "^experiments/[a-z_]+_[0-9]+/" AND
              target MATCHES "^(problems/|integrators/core/mechanics/(mechanics|derived_equations)\\.hpp$)"))
        set(above_registry TRUE)
      endif()
      if(to GREATER from OR above_registry)
        string(APPEND upward "  ${file} includes ${target}\n")
      endif()
    endforeach()
  endforeach()
endforeach()
# Two types with the same name in one namespace are undefined behaviour that compilers do not detect.
set(types "")
foreach(room base problems integrators experiments reports program laboratory)
  file(GLOB_RECURSE files RELATIVE ${SOURCE} ${SOURCE}/${room}/*.hpp)
  foreach(file IN LISTS files)
    file(STRINGS ${SOURCE}/${file} scopes REGEX "^namespace [a-z_:0-9]+ {")
    list(LENGTH scopes count)
    if(NOT count EQUAL 1)
      continue()
    endif()
    file(STRINGS ${SOURCE}/${file} lines REGEX "^(struct|class) [A-Za-z_0-9]+( :[^<]*)? {")
    foreach(line IN LISTS lines)
      string(REGEX REPLACE "^(struct|class) ([A-Za-z_0-9]+).*" "\\2" name "${line}")
      set(type "${scopes}${name}")
      list(FIND types "${type}" known)
      if(NOT known EQUAL -1)
        string(APPEND upward "  ${file} defines ${name}, as another header does\n")
      endif()
      list(APPEND types "${type}")
    endforeach()
  endforeach()
endforeach()
# Experiments look up problems through Study, which records the dependencies of results.
file(GLOB papers ${SOURCE}/experiments/*/statements.toml)
foreach(paper IN LISTS papers)
  get_filename_component(folder ${paper} DIRECTORY)
  file(GLOB_RECURSE files RELATIVE ${SOURCE} ${folder}/*.hpp ${folder}/*.cpp)
  foreach(file IN LISTS files)
    file(STRINGS ${SOURCE}/${file} lines REGEX "(^|[^A-Za-z_])(find_problem|registry|method_cards)\\(")
    foreach(line IN LISTS lines)
      string(APPEND upward "  ${file} uses the registry instead of Study: ${line}\n")
    endforeach()
  endforeach()
endforeach()
# Code for several papers is in experiments/theory, which does not depend on a paper.
file(GLOB_RECURSE files RELATIVE ${SOURCE} ${SOURCE}/experiments/*.hpp ${SOURCE}/experiments/*.cpp)
foreach(file IN LISTS files)
  string(REGEX MATCH "^experiments/([^/]+)/" folder ${file})
  set(own ${CMAKE_MATCH_1})
  file(STRINGS ${SOURCE}/${file} includes
       REGEX "^#include \"experiments/([a-z_]+_[0-9][0-9][0-9][0-9]|beyond)/")
  foreach(include IN LISTS includes)
    if(NOT include MATCHES "experiments/${own}/")
      string(APPEND upward "  ${file} needs another paper: ${include}\n")
    endif()
  endforeach()
endforeach()
# Reports depend only on result folders, not on problems, integrators or experiments.
file(GLOB files ${SOURCE}/reports/*.hpp ${SOURCE}/reports/*.cpp)
foreach(file IN LISTS files)
  file(STRINGS ${file} includes REGEX "^#include \"(problems|integrators|experiments)/")
  list(FILTER includes EXCLUDE REGEX "(base/[a-z_]+|problems/core/numbers/extremes)\\.hpp")
  if(includes)
    string(APPEND upward "  ${file}: ${includes}\n")
  endif()
endforeach()
# Folders have at most 25 files of code, for overview. problems/ has one folder for each system.
file(GLOB_RECURSE files RELATIVE ${SOURCE} ${SOURCE}/base/*.?pp ${SOURCE}/problems/*.?pp
  ${SOURCE}/integrators/*.?pp ${SOURCE}/experiments/*.?pp ${SOURCE}/reports/*.?pp ${SOURCE}/program/*.?pp)
set(folders "")
foreach(file IN LISTS files)
  get_filename_component(folder ${file} DIRECTORY)
  list(APPEND folders ${folder})
  math(EXPR "count_${folder}" "0${count_${folder}} + 1")
endforeach()
list(REMOVE_DUPLICATES folders)
foreach(folder IN LISTS folders)
  if(count_${folder} GREATER 25 AND NOT folder STREQUAL "problems")
    string(APPEND upward "  ${folder} has ${count_${folder}} files, more than 25\n")
  endif()
endforeach()
if(arrows LESS 100)
  message(FATAL_ERROR "found only ${arrows} includes in ${SOURCE}")
endif()
if(upward)
  message(FATAL_ERROR "violations of the include graph:\n${upward}")
endif()
message("${arrows} includes, none of them upward")
