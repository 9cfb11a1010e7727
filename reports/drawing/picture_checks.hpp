// Integrity checks of picture files.
#pragma once

#include <expat.h>

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace rattleback::reports {

/// Returns the defect of the bytes of a picture as text; empty if the picture is complete. Checks:
/// SVG: well-formed XML with the root svg; PDF: header, and trailer with a valid offset of the
/// cross-reference table; PNG: chunks with correct checksums from IHDR over IDAT to IEND.
std::string svg_defect(std::string_view svg);
std::string pdf_defect(std::string_view pdf);
std::string png_defect(std::string_view png);

/// Parses `svg` by a parser that `prepare` gives its handlers. Returns the first syntax error with
/// its line; empty if there is none.
std::string parse_svg(std::string_view svg, std::function<void(XML_Parser)> const& prepare);

/// Returns the contents of the picture `path`, an .svg, .pdf or .png file.
/// Throws IoError if it cannot be read or is damaged.
std::string read_picture(std::filesystem::path const& path);

}  // namespace rattleback::reports
