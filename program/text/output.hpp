#pragma once
// Tables as files: CSV, NumPy arrays, JSON. They are written while they arise, so that memory does
// not grow with their length.

#include <optional>
#include <string>
#include <vector>

#include "integrators/core/registry/registry.hpp"
#include "program/text/json.hpp"
#include "reports/files/files.hpp"

namespace rattleback {

enum class OutputFormat { csv, npy, json };

/// The format that the ending of `path` names. Throws Misuse when there is none of it.
OutputFormat output_format(std::string const& path);

/// A table in the making; the file takes its place with finish(). A value that a row does not have
/// is "nan".
/// - csv: a line of names, then one line a row: shortest decimals that read back, in quad 33 digits
/// - npy: a one-dimensional structured array with a field of eight bytes ('<f8') for each column
/// - json: an object with "columns" and "trajectory" (rows), beside what finish() is given
class TableFile final : public TableSink {
 public:
  /// Throws Misuse on another ending, FileFailure when the file cannot be written. The folder must
  /// exist.
  explicit TableFile(std::string const& path);

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
  reports::AtomicFile file_;
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

}  // namespace rattleback
