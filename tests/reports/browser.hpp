// Headless Chromium, controlled by tests over its debugging pipe.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace rattleback::reports {

class Browser {
 public:
  /// True if a Chromium is on the path.
  static bool is_installed();

  /// Starts Chromium with a new profile in `folder`. Throws std::runtime_error if it does not
  /// answer.
  explicit Browser(std::filesystem::path const& folder);
  /// Expects that no page reported an error or asked for an address beyond files and its own data.
  ~Browser();
  Browser(Browser const&) = delete;
  Browser& operator=(Browser const&) = delete;

  /// Sets the size of the window in pixels and the preferences for dark colours and reduced motion.
  void emulate(int width, int height, bool dark, bool still = false);

  /// Opens the page, at `fragment` ("#..."), and waits until it is loaded and its data are
  /// unpacked.
  void open(std::filesystem::path const& page, std::string const& fragment = "");

  /// Returns the value of a JavaScript expression. Throws std::runtime_error if it throws.
  nlohmann::json value(std::string const& expression);

  /// Clicks on the middle of the element that `selector` finds; on its first line if it has
  /// several.
  void click(std::string const& selector);

  /// Moves the pointer to a position of the window in pixels.
  void point_at(double x, double y);

  /// Sends a key to the focused element, e.g. "ArrowDown" (40).
  void press(std::string const& key, int code);

  /// Types a text into the focused element.
  void type(std::string const& text);

  /// Waits until the expression is true. Throws std::runtime_error, naming it, after ten seconds.
  void wait_for(std::string const& expression);

  /// Records the tasks of pages from now on.
  void start_tracing();

  /// Ends the recording. Returns the processor times in ms of the tasks, during each of which a
  /// page does not react; the load of the machine does not lengthen them.
  std::vector<double> task_times();

  /// Returns the number of A4 sheets of the printed page.
  int printed_pages();

 private:
  nlohmann::json ask(std::string const& method, nlohmann::json const& parameters = {});
  nlohmann::json receive();
  void note(nlohmann::json const& event);

  pid_t process_ = -1;
  int to_ = -1, from_ = -1;
  int last_id_ = 0;
  std::string session_, unread_, complaints_, requests_;
  nlohmann::json traced_ = nlohmann::json::array();  ///< events of a recording
  bool is_tracing_ = false;
};

}  // namespace rattleback::reports
