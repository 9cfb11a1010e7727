#include "experiments/core/experiments_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <stdexcept>

#include "base/invalid_input.hpp"
#include "base/program_file.hpp"
#include "experiments/core/toml_entry.hpp"

namespace rattleback {

namespace {

std::string one_of(Entry& entry, char const* key, std::string const& standard,
                   std::vector<std::string> const& known) {
  auto const word = entry.words(key);
  if (word.empty()) return standard;
  if (std::ranges::find(known, word) == known.end())
    entry.fail_at(key, fmt::format("unknown; nearest: {}", nearest(word, known)));
  return word;
}

/// Reads an axis, a table or its label alone.
Axis axis_of(Entry& owner, char const* key) {
  Axis axis;
  if (owner.is_text(key)) {
    axis.label = owner.words(key);
    return axis;
  }
  for (auto& entry : owner.entries(key)) {
    axis.label = entry.words("label");
    axis.scale = one_of(entry, "scale", "linear", {"linear", "log"});
    if (entry.is_text("names"))
      axis.names_from = entry.words("names");
    else
      axis.names = entry.list("names");
    if (auto const range = entry.numbers("range"); !range.empty()) {
      if (range.size() != 2 || !(range[0] < range[1]))
        entry.fail_at("range", "not two numbers, the smaller one first");
      axis.range = {range[0], range[1]};
    }
    entry.refuse_the_rest();
  }
  return axis;
}

/// @param variant  text in the place of {} in the names of the table and of its columns
Series series_of(Entry& entry, std::string const& variant, std::string const& where) {
  auto const name = [&](char const* key) { return filled(entry.required(key), "{}", variant); };
  Series series{
      .data = name("data") + ".csv",
      .x = name("x"),
      .y = name("y"),
      .style = one_of(entry, "style", "lines",
                      {"lines", "points", "linespoints", "dots", "rises", "falls", "crosses"}),
      .label = entry.words("label"),
      .emphasis = entry.flag("emphasis"),
      .group = entry.words("group"),
      .where = fmt::format("{}: line {}", where, entry.line())};
  entry.refuse_the_rest();
  return series;
}

/// @param entry   entry of the panel, or of the figure if that has one panel
/// @param figure  entry of the figure; it has the axes, the key and the series that `entry` omits
Panel panel_of(Entry& entry, Entry& figure, std::string const& where) {
  auto const owner = [&](char const* key) -> Entry& { return entry.has(key) ? entry : figure; };
  auto const key = owner("key").words("key"), variant = entry.words("variant");
  Panel panel{.x = axis_of(owner("x"), "x"),
              .y = axis_of(owner("y"), "y"),
              .title = entry.words("title"),
              .key = key.empty() ? "off" : key};
  for (auto& one : owner("series").entries("series"))
    panel.series.push_back(series_of(one, variant, where));
  auto const has_variant = [&](Series const& s) {
    return (s.data + "," + s.x + "," + s.y).find(variant) != std::string::npos;
  };
  if (!variant.empty() && std::ranges::none_of(panel.series, has_variant))
    entry.fail_at("variant", "in no name of the series");
  return panel;
}

/// @param study  name of the study, which is that of a figure without `id`
Figure figure_of(Entry& entry, std::string const& study, std::string const& where) {
  Figure figure{.id = entry.has("id") ? entry.words("id") : study,
                .number = entry.words("number"),
                .caption = entry.required("caption"),
                .width = entry.number("width", Figure{}.width),
                .height = entry.number("height", Figure{}.height)};
  if (figure.number.empty() && figure.id.starts_with("figure_"))
    figure.number = figure.id.substr(7);
  auto panels = entry.entries("panel");
  figure.columns = static_cast<int>(entry.number("columns", panels.size() > 1 ? 2 : 1));
  for (auto& one : panels) {
    figure.panels.push_back(panel_of(one, entry, where));
    one.refuse_the_rest();
    auto& title = figure.panels.back().title;
    if (title.empty() && panels.size() > 1)
      title = fmt::format("({})", static_cast<char>('a' + figure.panels.size() - 1));
  }
  if (panels.empty()) figure.panels = {panel_of(entry, entry, where)};
  entry.refuse_the_rest();
  return figure;
}

Choice choice_of(Entry& entry, std::string const& open) {
  Choice choice{open, entry.required("choice"), entry.required("reason")};
  entry.refuse_the_rest();
  return choice;
}

/// @param shared  choices of several experiments by name
Experiment experiment_of(Entry& entry, std::string const& prefix, std::string const& where,
                         std::map<std::string, Choice> const& shared) {
  auto const& study = entry.own_name();
  Experiment experiment;
  experiment.id = prefix + "_" + study;
  experiment.title = entry.required("title");
  experiment.about = entry.required("about");
  for (auto const& name : entry.list("choices")) {
    auto const found = shared.find(name);
    if (found == shared.end()) {
      std::vector<std::string> known;
      for (auto const& [other, choice] : shared) known.push_back(other);
      entry.fail_in("choices",
                    fmt::format("unknown choice '{}'; nearest: {}", name, nearest(name, known)));
    }
    experiment.choices.push_back(found->second);
  }
  for (auto& one : entry.named_entries("choice"))
    experiment.choices.push_back(choice_of(one, one.own_name()));
  for (auto& one : entry.entries("figure"))
    experiment.figures.push_back(figure_of(one, study, where));
  entry.refuse_the_rest();
  return experiment;
}

/// Reads experiments.toml from the folder of the program or of the source, so that a changed
/// caption needs no compiler; uses the built-in text if neither folder has the file.
ExperimentsFile read_experiments(ExperimentsText const& built_in) {
  namespace fs = std::filesystem;
  auto const name = fmt::format("experiments/{}/experiments.toml", built_in.paper);
  auto const shared = program_file().parent_path().parent_path() / "share/rattleback";
  for (auto const& folder : {shared, fs::path(RATTLEBACK_SOURCE_FOLDER)}) {
    std::ifstream file(folder / name, std::ios::binary);
    if (!file) continue;
    std::string const text(std::istreambuf_iterator<char>(file), {});
    return parse_experiments({built_in.paper, text}, (folder / name).string(), study_functions());
  }
  return parse_experiments(built_in, name, study_functions());
}

std::vector<ExperimentsFile> const& all_files() {
  static std::vector<ExperimentsFile> const all = [] {
    std::vector<ExperimentsFile> files;
    try {
      for (auto const& text : built_in_experiments()) files.push_back(read_experiments(text));
    } catch (std::invalid_argument const& wrong) {
      throw InvalidInput(wrong.what());
    }
    return files;
  }();
  return all;
}

}  // namespace

ExperimentsFile parse_experiments(ExperimentsText const& text, std::string const& where,
                                  std::vector<StudyFunction> const& functions) {
  toml::table const table = parsed_toml(text.text, where);
  Entry root(table, where);
  ExperimentsFile file;
  std::string prefix;
  for (auto& entry : root.entries("paper")) {
    file.paper = {text.paper, entry.required("short"), entry.required("citation"),
                  entry.flag("published", true)};
    prefix = entry.required("prefix");
    entry.refuse_the_rest();
  }
  if (prefix.empty()) root.fail("'paper' is missing");
  std::map<std::string, Choice> shared;
  for (auto& entry : root.named_entries("choice")) {
    auto const& name = entry.own_name();
    entry.name(name);
    shared.emplace(name, choice_of(entry, entry.required("open")));
  }
  std::map<std::string, StudyFunction const*> own;
  for (auto const& function : functions)
    if (std::string_view(function.paper) == text.paper) own[function.name] = &function;
  std::set<std::string> seen;
  for (auto& entry : root.named_entries("experiment")) {
    auto const& study = entry.own_name();
    entry.name(study);
    auto experiment = experiment_of(entry, prefix, where, shared);
    experiment.paper = text.paper;
    seen.insert(study);
    auto const function = own.find(study);
    if (function == own.end()) {
      std::vector<std::string> known;
      for (auto const& [name, one] : own) known.push_back(name);
      entry.fail(fmt::format("no study of this name; nearest: {}", nearest(study, known)));
    }
    experiment.source = function->second->source;
    experiment.compute = function->second->compute;
    file.experiments.push_back(std::move(experiment));
  }
  root.refuse_the_rest();
  for (auto const& [name, function] : own)
    if (!seen.contains(name))
      throw std::invalid_argument(fmt::format("{}: there is no entry of the study '{}' of {}",
                                              where, name, function->source));
  return file;
}

void demand_columns(Experiment const& experiment,
                    std::map<std::string, std::vector<std::string>> const& tables) {
  std::vector<std::string> names;
  for (auto const& [name, columns] : tables) names.push_back(name);
  for (auto const& figure : experiment.figures)
    for (auto const& panel : figure.panels)
      for (auto const& series : panel.series) {
        auto const name = series.data.substr(0, series.data.rfind(".csv"));
        auto const table = tables.find(name);
        if (table == tables.end())
          throw InvalidInput(fmt::format("{}: {} writes no table '{}'; nearest: {}", series.where,
                                         experiment.id, name, nearest(name, names)));
        for (auto const& column : {series.x, series.y, series.group}) {
          auto const& known = table->second;
          if (!column.empty() && std::ranges::find(known, column) == known.end())
            throw InvalidInput(fmt::format("{}: the table '{}' has no column '{}'; nearest: {}",
                                           series.where, name, column, nearest(column, known)));
        }
      }
}

std::vector<Paper> const& papers() {
  static std::vector<Paper> const all = [] {
    std::vector<Paper> papers;
    for (auto const& file : all_files()) papers.push_back(file.paper);
    return papers;
  }();
  return all;
}

std::vector<Experiment> const& experiments() {
  static std::vector<Experiment> const all = [] {
    std::vector<Experiment> experiments;
    for (auto const& file : all_files())
      experiments.insert(experiments.end(), file.experiments.begin(), file.experiments.end());
    return experiments;
  }();
  return all;
}

}  // namespace rattleback
