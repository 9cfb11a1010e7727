// Whether a picture is whole.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace rattleback::reports {

/// What is wrong with the bytes of a picture, in words; empty when it is whole. An SVG is XML to
/// its end with the root svg; a PDF begins with its header and ends with the place of its table of
/// references; a PNG is a sequence of parts with right checksums from IHDR over IDAT to IEND.
std::string svg_defect(std::string_view svg);
std::string pdf_defect(std::string_view pdf);
std::string png_defect(std::string_view png);

/// The contents of the picture `path`, which is an .svg, .pdf or .png.
/// Throws FileFailure when it cannot be read or is not whole.
std::string read_picture(std::filesystem::path const& path);

}  // namespace rattleback::reports
