// Version and commit in the metadata of pictures.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace rattleback::reports {

/// Returns "Rattleback VERSION, commit COMMIT" for the record of a run, which has both as
/// `program`; empty without them.
std::string origin_of(nlohmann::json const& record);

/// Returns an SVG with `origin` as its metadata.
std::string with_origin_svg(std::string svg, std::string const& origin);
/// Returns a PNG with `origin` as its text chunk "Software".
std::string with_origin_png(std::string png, std::string const& origin);
/// Returns a PDF of cairo with `origin` as its subject, by an update at its end.
std::string with_origin_pdf(std::string pdf, std::string const& origin);

}  // namespace rattleback::reports
