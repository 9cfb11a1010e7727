#include "reports/drawing/picture_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/crc.hpp>
#include <charconv>
#include <cstdint>
#include <memory>
#include <regex>
#include <type_traits>

#include "base/files/files.hpp"
#include "base/files/json_fields.hpp"

namespace rattleback::reports {
namespace {

std::uint32_t big_endian(std::string_view bytes) {
  std::uint32_t number = 0;
  for (std::size_t i = 0; i < 4; ++i) number = number << 8 | static_cast<unsigned char>(bytes[i]);
  return number;
}

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

void keep_root(void* root, XML_Char const* name, XML_Char const**) {
  auto& text = *static_cast<std::string*>(root);
  if (text.empty()) text = name;
}

}  // namespace

std::string parse_svg(std::string_view svg, std::function<void(XML_Parser)> const& prepare) {
  std::unique_ptr<std::remove_pointer_t<XML_Parser>, decltype(&XML_ParserFree)> const parser(
      XML_ParserCreate(nullptr), &XML_ParserFree);
  if (!parser) throw std::bad_alloc();
  prepare(parser.get());
  constexpr std::size_t most_at_once = 1 << 20;  // the parser's byte counter is an int
  for (bool last = false; !last;) {
    std::string_view const part = svg.substr(0, most_at_once);
    svg.remove_prefix(part.size());
    last = svg.empty();
    if (XML_Parse(parser.get(), part.data(), static_cast<int>(part.size()), last) != XML_STATUS_OK)
      return fmt::format("line {}: {}", XML_GetCurrentLineNumber(parser.get()),
                         XML_ErrorString(XML_GetErrorCode(parser.get())));
  }
  return "";
}

std::string svg_defect(std::string_view svg) {
  std::string root;
  auto const defect = parse_svg(svg, [&](XML_Parser parser) {
    XML_SetUserData(parser, &root);
    XML_SetStartElementHandler(parser, &keep_root);
  });
  if (!defect.empty()) return defect;
  return root == "svg" ? "" : fmt::format("the root element is '{}', not 'svg'", root);
}

std::string pdf_defect(std::string_view pdf) {
  if (!pdf.starts_with("%PDF-")) return "the PDF header is missing";
  std::string_view const keyword = "startxref\n", ending = "\n%%EOF\n";
  std::size_t const begin = pdf.rfind(keyword);
  if (!pdf.ends_with(ending) || begin == pdf.npos) return "the PDF trailer is missing";
  std::string_view number = pdf.substr(begin + keyword.size());
  number.remove_suffix(ending.size());
  std::size_t at = 0;
  auto const [end, error] = std::from_chars(number.data(), number.data() + number.size(), at);
  if (error != std::errc() || end != number.data() + number.size() || at >= begin)
    return "the PDF trailer has no offset of the cross-reference table";
  // Since PDF 1.5 the table may be an object, which begins with its number.
  std::string_view const table = pdf.substr(at);
  bool const object =
      table[0] >= '0' && table[0] <= '9' && table.substr(0, 20).find(" obj") != table.npos;
  return table.starts_with("xref") || object ? ""
                                             : "there is no cross-reference table at its offset";
}

std::string png_defect(std::string_view png) {
  std::string_view const signature = "\x89PNG\r\n\x1a\n";
  if (!png.starts_with(signature)) return "the PNG signature is missing";
  png.remove_prefix(signature.size());
  std::size_t const frame = 12;  // length, type and checksum of a chunk
  bool first = true, pixels = false;
  while (png.size() >= frame) {
    std::size_t const length = big_endian(png);
    if (length > png.size() - frame) break;
    std::string_view const covered = png.substr(4, 4 + length), type = covered.substr(0, 4);
    boost::crc_32_type checksum;
    checksum.process_bytes(covered.data(), covered.size());
    if (checksum.checksum() != big_endian(png.substr(8 + length)))
      return fmt::format("the checksum of the chunk {} is wrong", std::string(type));
    if (first != (type == "IHDR")) return "the first chunk is not IHDR";
    first = false;
    pixels = pixels || type == "IDAT";
    png.remove_prefix(frame + length);
    if (type != "IEND") continue;
    if (!pixels) return "the picture has no pixels";
    return png.empty() ? "" : "data follow the end of the picture";
  }
  return "the picture ends before IEND";
}

std::string read_picture(std::filesystem::path const& path) {
  std::string picture = read_text(path);
  auto const extension = path.extension();
  std::string const defect = picture.empty()       ? "the file is empty"
                             : extension == ".svg" ? svg_defect(picture)
                             : extension == ".pdf" ? pdf_defect(picture)
                                                   : png_defect(picture);
  if (!defect.empty())
    throw IoError(fmt::format("the picture '{}' is damaged: {}", path.string(), defect));
  return picture;
}

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
