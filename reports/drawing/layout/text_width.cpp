#include "reports/drawing/layout/text_width.hpp"

#include <algorithm>
#include <array>

namespace rattleback::reports {
namespace {

/// Advance widths of the characters from ' ' to '~' in thousandths of the font size.
constexpr std::array<int, 95> widths{
    318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361,  318, 337, 636, 636, 636,
    636, 636, 636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 531, 1000, 684, 686, 698, 770, 632,
    575, 775, 752, 295, 295, 656, 557, 863, 748, 787, 603, 787, 695, 635,  611, 732, 684, 989, 685,
    611, 685, 390, 337, 390, 838, 500, 500, 613, 635, 550, 635, 615, 352,  635, 634, 278, 278, 579,
    278, 974, 634, 612, 635, 635, 411, 521, 392, 634, 592, 818, 592, 592,  525, 636, 337, 636, 838};

constexpr double index_size = 0.8;  // of gnuplot, relative to the text

/// Returns the width of the UTF-8 character that begins with `first`.
double character_width(unsigned char first) {
  if (first >= ' ' && first <= '~') return 0.001 * widths[first - ' '];
  if (first < 0x80 || first >= 0xe2) return first < 0x80 ? 0.0 : 0.838;  // signs such as − and ≤
  return first >= 0xc0 ? 0.636 : 0.0;  // Greek and Latin letters; bytes within a character
}

/// Returns the width of the group of gnuplot's markup at the beginning of `rest`, up to its closing
/// brace, and removes both from `rest`.
double take_group(std::string_view& rest) {
  double width = 0.0, scale = 1.0;
  while (!rest.empty()) {
    char const c = rest.front();
    rest.remove_prefix(1);
    double part = 0.0;
    if (c == '}') return width;
    if (c == '^' || c == '_') {
      scale = index_size;
      continue;
    }
    if (c == '@') continue;
    if (c == '{') {
      // A font, as in {/:Italic x}.
      if (rest.starts_with('/')) rest.remove_prefix(std::min(rest.find(' '), rest.size() - 1) + 1);
      part = take_group(rest);
    } else if (c == '\\' && !rest.empty()) {
      part = character_width(static_cast<unsigned char>(rest.front()));
      rest.remove_prefix(1);
    } else {
      part = character_width(static_cast<unsigned char>(c));
    }
    width += scale * part;
    scale = 1.0;
  }
  return width;
}

}  // namespace

double text_width(std::string_view text) {
  double width = 0.0;
  for (char const c : text) width += character_width(static_cast<unsigned char>(c));
  return width;
}

double markup_width(std::string_view markup) {
  double width = 0.0;
  while (!markup.empty()) width += take_group(markup);
  return width;
}

}  // namespace rattleback::reports
