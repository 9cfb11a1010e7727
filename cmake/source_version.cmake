# Writes version and commit of the source to OUTPUT, as C++. A release MAJOR.MINOR.PATCH is the commit of the tag
# vMAJOR.MINOR.PATCH; without the tag, the commit that states the version. N commits later the version is
# MAJOR.MINOR.PATCH+N; +unknown, if no history says so. Usage: cmake -DSOURCE= -DVERSION= -DOUTPUT= -P
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/write_if_changed.cmake)

function(git result)
  execute_process(COMMAND git -C ${SOURCE} ${ARGN} OUTPUT_VARIABLE text OUTPUT_STRIP_TRAILING_WHITESPACE
    ERROR_QUIET RESULT_VARIABLE status)
  if(NOT status EQUAL 0)
    set(text "")
  endif()
  set(${result} "${text}" PARENT_SCOPE)
endfunction()

git(commit rev-parse HEAD)
git(changes status --porcelain)
git(shallow rev-parse --is-shallow-repository)
git(release rev-parse --verify --quiet v${VERSION}^{commit})
if(NOT release AND shallow STREQUAL "false")
  git(release log -1 --format=%H "-Gproject\\(rattleback VERSION ${VERSION} " -- CMakeLists.txt)
endif()
set(distance unknown)
if(release)
  git(distance rev-list --count ${release}..HEAD)
endif()
set(version ${VERSION}+${distance})
if(distance STREQUAL "0" AND NOT changes)
  set(version ${VERSION})
endif()
if(NOT commit)
  set(commit unknown)
elseif(changes)
  string(APPEND commit -modified)
endif()
rattleback_write_if_changed(${OUTPUT} "#include \"program/interface/provenance.hpp\"

namespace rattleback {
std::string version() { return \"${version}\"; }
std::string source_commit() { return \"${commit}\"; }
}  // namespace rattleback
")
