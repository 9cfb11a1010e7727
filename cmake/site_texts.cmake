# The site's templates, style, scripts and libraries as strings of a header, so that the program
# needs no file beside it. reports/site/pages/NAME.mustache.html becomes NAME_page,
# reports/site/assets/NAME.css and NAME.js become NAME_css and NAME_js, and further pairs NAME FILE
# keep their names. reports/site/parts/NAME.mustache.html, which pages include as {{>NAME}}, stand
# together in `page_parts`; docs/NAME.md, made into HTML by cmark-gfm, in `documents`.
include(${CMAKE_CURRENT_LIST_DIR}/write_if_changed.cmake)

# Replaces the names of pictures in docs/ by their content.
function(rattleback_embed_pictures html)
  string(REGEX MATCHALL "src=\"[a-z_0-9]+\\.(png|svg)\"" pictures "${${html}}")
  foreach(picture IN LISTS pictures)
    string(REGEX REPLACE "src=\"(.*)\"" "\\1" name ${picture})
    set(type image/png)
    if(name MATCHES "svg$")
      set(type image/svg+xml)
    endif()
    execute_process(COMMAND base64 -w 0 ${PROJECT_SOURCE_DIR}/docs/${name}
      OUTPUT_VARIABLE content COMMAND_ERROR_IS_FATAL ANY)
    string(REPLACE ${picture} "src=\"data:${type};base64,${content}\"" ${html} "${${html}}")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
      ${PROJECT_SOURCE_DIR}/docs/${name})
  endforeach()
  set(${html} "${${html}}" PARENT_SCOPE)
endfunction()

function(rattleback_site_texts output)
  set(folder ${PROJECT_SOURCE_DIR}/reports/site)
  file(GLOB pages CONFIGURE_DEPENDS ${folder}/pages/*.mustache.html)
  file(GLOB parts CONFIGURE_DEPENDS ${folder}/parts/*.mustache.html)
  file(GLOB assets CONFIGURE_DEPENDS ${folder}/assets/*.css ${folder}/assets/*.js)
  set(constants "")
  set(list "")
  set(pairs ${ARGN})
  foreach(file IN LISTS pages)
    get_filename_component(name ${file} NAME)
    string(REPLACE ".mustache.html" "_page" name ${name})
    list(APPEND pairs ${name} ${file})
  endforeach()
  foreach(file IN LISTS parts)
    get_filename_component(name ${file} NAME)
    string(REPLACE ".mustache.html" "" name ${name})
    list(APPEND pairs ${name}_part ${file})
    string(APPEND list "    {\"${name}\", ${name}_part},\n")
  endforeach()
  foreach(file IN LISTS assets)
    get_filename_component(name ${file} NAME)
    string(REPLACE "." "_" name ${name})
    list(APPEND pairs ${name} ${file})
  endforeach()
  while(pairs)
    list(POP_FRONT pairs name file)
    file(READ ${file} content)
    string(APPEND constants "inline constexpr char const* ${name} = R\"site(${content})site\";\n")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  endwhile()
  find_program(RATTLEBACK_MARKDOWN cmark-gfm REQUIRED DOC "of the package cmark-gfm")
  file(GLOB texts CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/docs/*.md)
  set(documents "")
  foreach(file IN LISTS texts)
    get_filename_component(name ${file} NAME_WE)
    execute_process(COMMAND ${RATTLEBACK_MARKDOWN} --extension table ${file}
      OUTPUT_VARIABLE content COMMAND_ERROR_IS_FATAL ANY)
    rattleback_embed_pictures(content)
    string(APPEND documents "    {\"${name}\", R\"site(${content})site\"},\n")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  endforeach()
  rattleback_write_if_changed(${output} "// Made by cmake/site_texts.cmake.
#pragma once

namespace rattleback::reports {

${constants}
struct NamedText {
  char const *name, *text;
};
inline constexpr NamedText page_parts[]{
${list}};
inline constexpr NamedText documents[]{
${documents}};

}  // namespace rattleback::reports
")
endfunction()
