#include "reports/drawing/picture_origin.hpp"

#include <fmt/format.h>

#include <boost/crc.hpp>
#include <cstdint>
#include <regex>

#include "base/files/json_fields.hpp"

namespace rattleback::reports {
namespace {

std::string big_endian(std::uint32_t number) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(number >> shift & 0xff);
  return bytes;
}

/// Returns the first group of the pattern in the end of the PDF; empty if it is missing.
std::string found_in(std::string const& end, char const* pattern) {
  std::smatch match;
  return std::regex_search(end, match, std::regex(pattern)) ? match[1].str() : "";
}

}  // namespace

std::string origin_of(nlohmann::json const& record) {
  auto const& program = object_at(record, "program");
  if (program.empty()) return "";
  return fmt::format("Rattleback {}, commit {}", text_at(program, "version"),
                     text_at(program, "commit"));
}

std::string with_origin_svg(std::string svg, std::string const& origin) {
  std::string const title = "</title>";
  std::size_t const at = svg.find(title);
  if (origin.empty() || at == svg.npos) return svg;
  return svg.insert(at + title.size(), fmt::format("\n<metadata>{}</metadata>", origin));
}

std::string with_origin_png(std::string png, std::string const& origin) {
  constexpr std::size_t after_head = 8 + 25;  // signature and chunk IHDR
  if (origin.empty() || png.size() < after_head) return png;
  std::string const chunk = std::string("tEXtSoftware") + '\0' + origin;
  boost::crc_32_type crc;
  crc.process_bytes(chunk.data(), chunk.size());
  return png.insert(after_head, big_endian(static_cast<std::uint32_t>(chunk.size() - 4)) + chunk +
                                    big_endian(crc.checksum()));
}

std::string with_origin_pdf(std::string pdf, std::string const& origin) {
  std::string const end = pdf.substr(pdf.rfind("trailer") == pdf.npos ? 0 : pdf.rfind("trailer"));
  auto const size = found_in(end, "/Size ([0-9]+)"), root = found_in(end, "/Root ([0-9]+ 0 R)"),
             info = found_in(end, "/Info ([0-9]+) 0 R"),
             table = found_in(end, "startxref\n([0-9]+)");
  if (origin.empty() || size.empty() || root.empty() || info.empty() || table.empty()) return pdf;
  std::size_t const object = pdf.size();
  pdf += fmt::format("{} 0 obj\n<< /Producer (gnuplot and cairo) /Subject ({}) >>\nendobj\n", info,
                     origin);
  std::size_t const references = pdf.size();
  return pdf + fmt::format(
                   "xref\n{0} 1\n{1:010} 00000 n \ntrailer\n<< /Size {2} /Root {3} /Info {0} 0 R "
                   "/Prev {4} >>\nstartxref\n{5}\n%%EOF\n",
                   info, object, size, root, table, references);
}

}  // namespace rattleback::reports
