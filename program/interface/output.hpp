#pragma once
// Tables as files: CSV, NumPy arrays, JSON. Rows are written during the run, so that memory does
// not grow with their number.

#include <string>
#include <vector>

#include "base/files/files.hpp"
#include "integrators/core/registry/registry.hpp"
#include "program/interface/json.hpp"

namespace rattleback {

/// Format of a table file.
enum class OutputFormat { csv, npy, json };

/// Returns the format for the ending of `path`, the value of `option`. Throws InvalidInput if the
/// ending is unknown.
OutputFormat output_format(std::string const& path, std::string const& option = "--output");

/// Table file, written row by row; finish() moves it to its place. Missing values of a row are
/// "nan".
/// - csv: a line of names, then one line per row: shortest exact decimals, 33 digits in quad
/// precision
/// - npy: a one-dimensional structured array with a field of eight bytes ('<f8') per column
/// - json: an object with "columns", "trajectory" (rows) and the fields given to finish()
class TableFile final : public TableSink {
 public:
  /// Throws InvalidInput on an unknown ending, IoError if the file cannot be written. The folder
  /// must exist.
  explicit TableFile(std::string const& path, std::string const& option = "--output");

  OutputFormat format() const { return format_; }
  void begin(std::vector<std::string> const& columns) override;
  void row(std::vector<double> const& numbers) override;
  void row(std::vector<RawQuad> const& numbers) override;
  /// @param about  further fields of a JSON file
  void finish(JsonObject const& about);

 private:
  template <class S>
  void write_row(std::vector<S> const& numbers);
  std::string npy_header() const;

  OutputFormat const format_;
  AtomicFile file_;
  std::vector<std::string> columns_;
  long rows_ = 0;
  std::string line_;
};

/// Table sink that passes its rows on to several others.
class AllSinks final : public TableSink {
 public:
  explicit AllSinks(std::vector<TableSink*> sinks) : sinks_(std::move(sinks)) {}
  void begin(std::vector<std::string> const& columns) override {
    for (auto* sink : sinks_) sink->begin(columns);
  }
  void row(std::vector<double> const& numbers) override {
    for (auto* sink : sinks_) sink->row(numbers);
  }
  void row(std::vector<RawQuad> const& numbers) override {
    for (auto* sink : sinks_) sink->row(numbers);
  }

 private:
  std::vector<TableSink*> const sinks_;
};

/// Table sink that passes every K-th row and the last one on to another.
class ThinnedRows final : public TableSink {
 public:
  ThinnedRows(TableSink& sink, long every) : sink_(sink), every_(every) {}
  void begin(std::vector<std::string> const& columns) override { sink_.begin(columns); }
  void row(std::vector<double> const& numbers) override { take(numbers, last_); }
  void row(std::vector<RawQuad> const& numbers) override { take(numbers, last_in_quad_); }
  /// Passes the last row on, if it was not.
  void finish() {
    if (!last_.empty()) sink_.row(last_);
    if (!last_in_quad_.empty()) sink_.row(last_in_quad_);
  }

 private:
  template <class S>
  void take(std::vector<S> const& numbers, std::vector<S>& last) {
    last.clear();
    if (seen_++ % every_ == 0)
      sink_.row(numbers);
    else
      last = numbers;
  }

  TableSink& sink_;
  long const every_;
  long seen_ = 0;
  std::vector<double> last_;
  std::vector<RawQuad> last_in_quad_;
};

}  // namespace rattleback
