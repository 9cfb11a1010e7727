#include "reports/site/words.hpp"

#include <fmt/format.h>

#include <string_view>

#include "reports/files/files.hpp"

namespace rattleback::reports {

using nlohmann::json;

namespace {

std::string escaped(std::string_view text) {
  std::string safe;
  for (char const c : text) switch (c) {
      case '&':
        safe += "&amp;";
        break;
      case '<':
        safe += "&lt;";
        break;
      case '>':
        safe += "&gt;";
        break;
      case '"':
        safe += "&quot;";
        break;
      default:
        safe += c;
    }
  return safe;
}

/// Parser of the markup of figures.
class Markup {
 public:
  Markup(std::string_view text, bool html) : text_(text), html_(html) {}

  std::string all() {
    std::string result;
    while (at_ < text_.size()) result += next(false);
    return result;
  }

 private:
  /// Parses a character, a group, or a raised or lowered group. In italics, ^ and _ need no braces.
  std::string next(bool italic) {
    char const c = text_[at_];
    if (c == '{') return group(italic);
    bool const braces = at_ + 1 < text_.size() && text_[at_ + 1] == '{';
    if ((c == '^' || c == '_') && at_ + 1 < text_.size() && (italic || braces || after_group_)) {
      ++at_;
      std::string const inner = text_[at_] == '{' ? group(italic) : character();
      return element(c == '^' ? "sup" : "sub", inner);
    }
    after_group_ = false;
    return character();
  }

  std::string character() {
    std::size_t const begin = at_++;
    while (at_ < text_.size() && (static_cast<unsigned char>(text_[at_]) & 0xC0) == 0x80) ++at_;
    auto const whole = text_.substr(begin, at_ - begin);
    return html_ ? escaped(whole) : std::string(whole);
  }

  std::string group(bool italic) {
    constexpr std::string_view mark = "{/:Italic ", bold = "{/:Bold ";
    bool const is_italic = text_.substr(at_).starts_with(mark);
    bool const is_bold = text_.substr(at_).starts_with(bold);
    at_ += is_italic ? mark.size() : is_bold ? bold.size() : 1;
    std::string inner;
    while (at_ < text_.size() && text_[at_] != '}') inner += next(italic || is_italic);
    if (at_ < text_.size()) ++at_;
    after_group_ = true;
    return is_italic ? element("i", inner) : is_bold ? element("b", inner) : inner;
  }

  std::string element(char const* name, std::string const& inner) const {
    return html_ ? fmt::format("<{0}>{1}</{0}>", name, inner) : inner;
  }

  std::string_view text_;
  bool html_, after_group_ = false;
  std::size_t at_ = 0;
};

}  // namespace

std::string scalar_in_words(json const& value) {
  if (value.is_null()) return "";
  if (value.is_string()) return value;
  if (value.is_number_float()) return fmt::format("{:.6g}", value.get<double>());
  return value.dump();
}

json fields_in_words(json const& object, std::vector<char const*> const& keys) {
  json texts = json::object();
  for (char const* key : keys)
    texts[key] = object.contains(key) ? scalar_in_words(object.at(key)) : "";
  return texts;
}

json records_in_words(json const& list, std::vector<char const*> const& keys) {
  json texts = json::array();
  for (json const& record : list) texts.push_back(fields_in_words(record, keys));
  return texts;
}

std::string file_size(std::uintmax_t bytes) {
  if (bytes < 1000) return fmt::format("{} B", bytes);
  if (bytes < 1000 * 1000) return fmt::format("{:.0f} kB", bytes / 1e3);
  return fmt::format("{:.1f} MB", bytes / 1e6);
}

std::string rich_text(std::string const& marked_up) { return Markup(marked_up, true).all(); }

std::string plain_text(std::string const& marked_up) { return Markup(marked_up, false).all(); }

std::string script_literal(json const& value) {
  std::string safe;
  for (char const c : json_text(value))
    safe += c == '<' ? std::string("\\u003c") : std::string(1, c);
  return safe;
}

}  // namespace rattleback::reports
