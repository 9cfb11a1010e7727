// A headless Chromium that tests drive by pointer and questions, over its debugging pipe.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

namespace rattleback::reports {

class Browser {
 public:
  /// True when a Chromium is on the path.
  static bool is_installed();

  /// Starts it with a profile of its own in `folder`. Throws std::runtime_error when it does not
  /// answer.
  explicit Browser(std::filesystem::path const& folder);
  ~Browser();
  Browser(Browser const&) = delete;
  Browser& operator=(Browser const&) = delete;

  /// Gives the window a size in pixels and the pages preferences: for dark colours or not, for
  /// little motion or not.
  void emulate(int width, int height, bool dark, bool still = false);

  /// Opens the page, at `fragment` ("#..."), and waits until it is loaded.
  void open(std::filesystem::path const& page, std::string const& fragment = "");

  /// The value of a JavaScript expression. Throws std::runtime_error when it throws.
  nlohmann::json value(std::string const& expression);

  /// Clicks on the middle of the element that `selector` finds, of its first line when it has many.
  void click(std::string const& selector);

  /// Moves the pointer to a place of the window, in its pixels.
  void point_at(double x, double y);

  /// Types a key into what has the focus, e.g. "ArrowDown" (40).
  void press(std::string const& key, int code);

  /// Waits until the expression is true. Throws std::runtime_error, naming it, after ten seconds.
  void wait_for(std::string const& expression);

  /// How many sheets of A4 the page takes when it is printed.
  int printed_pages();

  /// What pages wrote to the console as errors, and exceptions that nothing caught.
  std::string const& complaints() const { return complaints_; }
  /// Addresses that pages asked for, apart from files and data within the page.
  std::string const& requests() const { return requests_; }

 private:
  nlohmann::json ask(std::string const& method, nlohmann::json const& parameters = {});
  nlohmann::json receive();
  void note(nlohmann::json const& event);

  pid_t process_ = -1;
  int to_ = -1, from_ = -1;
  int last_id_ = 0;
  std::string session_, unread_, complaints_, requests_;
};

}  // namespace rattleback::reports
