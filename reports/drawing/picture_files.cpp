#include "reports/drawing/picture_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/crc.hpp>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <regex>
#include <type_traits>
#include <vector>

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

// ---- compression of SVG ----

namespace {

/// Appends a number of hundredths, after a blank unless its sign separates it.
void append(std::string& text, long hundredths) {
  if (hundredths < 0)
    text += '-';
  else if (std::isdigit(static_cast<unsigned char>(text.back())) || text.back() == '.')
    text += ' ';
  long const size = std::abs(hundredths), whole = size / 100, part = size % 100;
  if (whole > 0 || part == 0) text += std::to_string(whole);
  if (part == 0) return;
  text += fmt::format(".{:02}", part);
  if (text.back() == '0') text.pop_back();
}

/// Parser of paths with the commands M, L and Z.
class Path {
 public:
  explicit Path(std::string_view text) : rest_(text) {}

  /// Returns the path in relative coordinates; empty if the path has other commands.
  std::optional<std::string> by_differences() {
    std::string path;
    bool open = false, drawing = false;
    for (char command; (command = next_command()) != '\0';) {
      if (command == 'Z' || command == 'z') {
        path += 'z';
        open = false;
        continue;
      }
      long x = 0, y = 0;
      if ((command != 'M' && command != 'L') || !read(x) || !read(y)) return {};
      if (command == 'L' && !open) return {};
      if (command == 'M') {
        path += 'M';
        append(path, x);
        append(path, y);
        drawing = false;
      } else {
        if (!drawing) path += 'l';
        append(path, x - x_);
        append(path, y - y_);
        drawing = true;
      }
      open = true;
      x_ = x;
      y_ = y;
    }
    return path;
  }

 private:
  void skip() {
    while (!rest_.empty() &&
           (std::isspace(static_cast<unsigned char>(rest_[0])) || rest_[0] == ','))
      rest_.remove_prefix(1);
  }
  char next_command() {
    skip();
    if (rest_.empty()) return '\0';
    char const command = rest_[0];
    rest_.remove_prefix(1);
    return command;
  }
  bool read(long& hundredths) {
    skip();
    double value = 0;
    auto const [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    if (error != std::errc() || !(std::abs(value) < 1e9)) return false;
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    hundredths = std::lround(100 * value);
    return true;
  }

  std::string_view rest_;
  long x_ = 0, y_ = 0;
};

/// Replaces colours like "rgb( 86, 180, 233)" by "#56b4e9".
std::string with_short_colours(std::string_view tag) {
  std::string text;
  while (!tag.empty()) {
    std::size_t const begin = std::min(tag.find("rgb("), tag.size());
    text += tag.substr(0, begin);
    tag.remove_prefix(begin);
    std::size_t const end = tag.find(')');
    int red = 0, green = 0, blue = 0;
    if (end == tag.npos || std::sscanf(std::string(tag.substr(0, end)).c_str(), "rgb(%d,%d,%d",
                                       &red, &green, &blue) != 3)
      return text += tag;
    text += fmt::format("#{:02x}{:02x}{:02x}", red, green, blue);
    tag.remove_prefix(end + 1);
  }
  return text;
}

/// Returns the tag without attributes that have default values.
std::string slim_tag(std::string_view tag) {
  std::string slim = with_short_colours(tag);
  for (std::string_view const useless :
       {" font-family=\"DejaVu Sans\"", " stroke-linecap=\"butt\"", " stroke-linejoin=\"miter\""})
    for (std::size_t at; (at = slim.find(useless)) != slim.npos;) slim.erase(at, useless.size());
  std::size_t const begin = slim.find(" d='");
  std::size_t const end = begin == slim.npos ? begin : slim.find('\'', begin + 4);
  if (end == slim.npos) return slim;
  auto const path =
      Path(std::string_view(slim).substr(begin + 4, end - begin - 4)).by_differences();
  return path ? slim.substr(0, begin + 4) + *path + slim.substr(end) : slim;
}

/// Removes the tags of text parts that have no attributes or no contents.
std::string with_slim_texts(std::string_view svg) {
  constexpr std::string_view plain = "<tspan >", end = "</tspan>";
  std::string slim;
  while (!svg.empty()) {
    std::size_t const begin = std::min(svg.find("<tspan "), svg.size());
    slim += svg.substr(0, begin);
    svg.remove_prefix(begin);
    std::size_t const open = svg.find('>'), close = svg.find('<', 1);
    if (close == svg.npos) return slim.append(svg);
    auto const inside = svg.substr(open + 1, close - open - 1);
    bool const ends = svg.substr(close).starts_with(end);
    bool const is_last = svg.substr(close + end.size()).starts_with("</text>");
    if (!ends || !(svg.starts_with(plain) || (inside.empty() && is_last))) {
      slim += svg.substr(0, open + 1);
      svg.remove_prefix(open + 1);
      continue;
    }
    slim += inside;
    svg.remove_prefix(close + end.size());
  }
  return slim;
}

}  // namespace

std::string slim_svg(std::string_view svg, std::string const& fonts) {
  std::string slim;
  std::vector<std::string_view> groups;  // their opening tags, innermost last
  std::size_t at = 0;
  // Returns the tag at `from`, after blanks, if it begins with `name`.
  auto const tag_at = [&](std::size_t from, std::string_view name) -> std::string_view {
    std::size_t const begin = svg.find_first_not_of(" \t\n", from);
    if (begin == svg.npos || !svg.substr(begin).starts_with(name)) return {};
    std::size_t const end = svg.find('>', begin);
    return end == svg.npos ? std::string_view{} : svg.substr(begin, end + 1 - begin);
  };
  auto const behind = [&](std::string_view tag) {
    return static_cast<std::size_t>(tag.data() + tag.size() - svg.data());
  };
  while (at < svg.size()) {
    std::size_t const begin = std::min(svg.find('<', at), svg.size());
    slim += svg.substr(at, begin - at);
    if (begin == svg.size()) break;
    std::size_t const end = svg.find('>', begin);
    if (end == svg.npos) return std::string(svg);
    std::string_view const tag = svg.substr(begin, end + 1 - begin);
    at = end + 1;
    if (tag.starts_with("<g ") || tag == "<g>") {
      if (auto const closing = tag_at(at, "</g>"); !closing.empty()) {
        at = behind(closing);
        continue;
      }
      groups.push_back(tag);
    } else if (tag == "</g>") {
      if (groups.empty()) return std::string(svg);
      // A group that continues with equal attributes needs no end; ids are unique.
      if (auto const next = tag_at(at, "<g "); next == groups.back()) {
        at = behind(next);
        continue;
      }
      groups.pop_back();
    }
    if (tag.starts_with("<svg"))
      slim += fmt::format("{} font-family=\"{}\">", tag.substr(0, tag.size() - 1), fonts);
    else
      slim += slim_tag(tag);
  }
  return with_slim_texts(slim);
}

}  // namespace rattleback::reports
