// Picture files: integrity checks, version and commit in their metadata, and compression of SVG.
#pragma once

#include <expat.h>

#include <filesystem>
#include <functional>
#include <nlohmann/json_fwd.hpp>
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

/// Returns "Rattleback VERSION, commit COMMIT" for the record of a run, which has both as
/// `program`; empty without them.
std::string origin_of(nlohmann::json const& record);

/// Returns an SVG with `origin` as its metadata.
std::string with_origin_svg(std::string svg, std::string const& origin);
/// Returns a PNG with `origin` as its text chunk "Software".
std::string with_origin_png(std::string png, std::string const& origin);
/// Returns a PDF of cairo with `origin` as its subject, by an update at its end.
std::string with_origin_pdf(std::string pdf, std::string const& origin);

/// Returns `svg`, as written by gnuplot, shortened without visible change. Paths use relative
/// coordinates with the same hundredths; empty groups and attributes with default values are
/// omitted; `fonts` replaces "DejaVu Sans" once for all texts. Unknown markup is copied.
std::string slim_svg(std::string_view svg, std::string const& fonts);

}  // namespace rattleback::reports
