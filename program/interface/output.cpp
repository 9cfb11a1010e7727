#include "program/interface/output.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <filesystem>
#include <stdexcept>

#include "base/invalid_input.hpp"
#include "program/interface/number.hpp"
#include "program/interface/provenance.hpp"

namespace rattleback {

OutputFormat output_format(std::string const& path, std::string const& option) {
  std::vector<std::string> const known{".csv", ".npy", ".json"};
  auto const ending = std::filesystem::path(path).extension().string();
  auto const format = std::find(known.begin(), known.end(), ending);
  if (format == known.end()) throw_unknown("ending of " + option, ending, known);
  return static_cast<OutputFormat>(format - known.begin());
}

TableFile::TableFile(std::string const& path, std::string const& option)
    : format_(output_format(path, option)), file_(path) {}

void TableFile::begin(std::vector<std::string> const& columns) {
  columns_ = columns;
  switch (format_) {
    case OutputFormat::csv:
      file_.write(fmt::format("{}\n", fmt::join(columns, ",")));
      break;
    case OutputFormat::npy:
      file_.write(npy_header());
      break;
    case OutputFormat::json:
      file_.write(
          fmt::format("{{\"columns\":{},\"trajectory\":[", Json(std::vector(columns)).text()));
      break;
  }
}

void TableFile::row(std::vector<double> const& numbers) { write_row(numbers); }
void TableFile::row(std::vector<RawQuad> const& numbers) { write_row(numbers); }

template <class S>
void TableFile::write_row(std::vector<S> const& numbers) {
  if (numbers.size() != columns_.size())
    throw std::logic_error("a row of a table differs in length from the list of columns");
  line_.clear();
  switch (format_) {
    case OutputFormat::csv:
      for (S const& x : numbers) (line_ += decimal(x)) += ',';
      line_.back() = '\n';
      break;
    case OutputFormat::npy:
      static_assert(std::endian::native == std::endian::little);
      for (S const& x : numbers) {
        double const number = static_cast<double>(x);
        line_.append(reinterpret_cast<char const*>(&number), sizeof number);
      }
      break;
    case OutputFormat::json:
      line_ = (rows_ > 0 ? "," : "") + Json(numbers).text();
      break;
  }
  file_.write(line_);
  ++rows_;
}

void TableFile::finish(JsonObject const& about) {
  if (format_ == OutputFormat::npy) file_.overwrite(0, npy_header());
  if (format_ == OutputFormat::json) {
    file_.write("]," + stamped(about).text().substr(1) + "\n");
  }
  file_.commit();
}

/// Returns the header of an .npy file. Magic (8 bytes), length (2), header and newline have a total
/// length that is a multiple of 64 and independent of the number of rows.
std::string TableFile::npy_header() const {
  std::string fields;
  for (auto const& column : columns_) fields += fmt::format("('{}', '<f8'), ", column);
  auto const header_for = [&](long rows) {
    return fmt::format("{{'descr': [{}], 'fortran_order': False, 'shape': ({},), }}", fields, rows);
  };
  constexpr std::size_t before = 10;
  std::size_t const used = before + header_for(std::numeric_limits<long>::max()).size() + 1;
  std::size_t const size = (used + 63) / 64 * 64 - before;
  if (size > 0xffff) throw InvalidInput("too many columns for an .npy file: use .csv");
  std::string text("\x93NUMPY\x01\x00", 8);
  text += static_cast<char>(size % 256);
  text += static_cast<char>(size / 256);
  auto header = header_for(rows_);
  header.resize(size - 1, ' ');
  return text + header + '\n';
}

}  // namespace rattleback
