#include "tests/reports/browser.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <set>
#include <stdexcept>
#include <thread>

#include "base/files/child_process.hpp"

namespace rattleback::reports {

namespace fs = std::filesystem;
using nlohmann::json;

bool Browser::is_installed() { return !program_in_path("chromium").empty(); }

Browser::Browser(fs::path const& folder) {
  std::string const program = program_in_path("chromium");
  std::string const profile = "--user-data-dir=" + (folder / "profile").string();
  int commands[2], answers[2];
  if (::pipe(commands) != 0 || ::pipe(answers) != 0) throw std::runtime_error("no pipe");
  process_ = ::fork();
  if (process_ == 0) {
    ::setpgid(0, 0);
    // Chromium reads commands from descriptor 3 and writes answers to 4. Copies with high numbers
    // prevent one dup2 from overwriting the other.
    int const in = ::fcntl(commands[0], F_DUPFD, 10), out = ::fcntl(answers[1], F_DUPFD, 10);
    ::dup2(in, 3);
    ::dup2(out, 4);
    int const nothing = ::open("/dev/null", O_RDWR);
    for (int const standard : {0, 1, 2}) ::dup2(nothing, standard);
    // The sandbox needs rights that root and containers lack; the pages are trusted.
    ::execl(program.c_str(), program.c_str(), "--headless", "--no-sandbox", "--disable-gpu",
            "--disable-dev-shm-usage", "--no-first-run", "--remote-debugging-pipe",
            "--window-size=1200,900", profile.c_str(), static_cast<char*>(nullptr));
    ::_exit(127);
  }
  ::setpgid(process_, process_);
  ::close(commands[0]);
  ::close(answers[1]);
  to_ = commands[1];
  from_ = answers[0];
  std::string const target = ask("Target.createTarget", {{"url", "about:blank"}}).at("targetId");
  session_ = ask("Target.attachToTarget", {{"targetId", target}, {"flatten", true}})
                 .at("sessionId")
                 .get<std::string>();
  for (char const* domain : {"Page", "Runtime", "Network"}) ask(std::string(domain) + ".enable");
}

Browser::~Browser() {
  EXPECT_EQ(complaints_, "") << "console errors and uncaught exceptions of pages";
  EXPECT_EQ(requests_, "") << "no page needs a network";
  ::close(to_);
  ::close(from_);
  ::kill(-process_, SIGKILL);  // kills the helpers in its process group
  ::waitpid(process_, nullptr, 0);
}

json Browser::receive() {
  for (;;) {
    std::size_t const end = unread_.find('\0');
    if (end != std::string::npos) {
      json const message = json::parse(unread_.substr(0, end));
      unread_.erase(0, end + 1);
      return message;
    }
    pollfd ready{from_, POLLIN, 0};
    char buffer[65536];
    ssize_t const count =
        ::poll(&ready, 1, 60'000) == 1 ? ::read(from_, buffer, sizeof buffer) : -1;
    if (count <= 0) throw std::runtime_error("Chromium does not answer");
    unread_.append(buffer, static_cast<std::size_t>(count));
  }
}

void Browser::note(json const& event) {
  std::string const name = event.value("method", "");
  if (name == "Runtime.exceptionThrown") complaints_ += event.dump() + "\n";
  if (name == "Runtime.consoleAPICalled" && event.at("params").at("type") == "error")
    complaints_ += event.dump() + "\n";
  if (name == "Tracing.dataCollected")
    for (json const& one : event.at("params").at("value")) traced_.push_back(one);
  if (name == "Tracing.tracingComplete") is_tracing_ = false;
  if (name == "Network.requestWillBeSent") {
    std::string const address = event.at("params").at("request").at("url");
    bool const local = address.starts_with("file:") || address.starts_with("data:") ||
                       address.starts_with("blob:") || address.starts_with("about:");
    if (!local) requests_ += address + "\n";
  }
}

json Browser::ask(std::string const& method, json const& parameters) {
  json message = {{"id", ++last_id_}, {"method", method}};
  message["params"] = parameters.is_null() ? json::object() : parameters;
  if (!session_.empty()) message["sessionId"] = session_;
  std::string const text = message.dump();
  std::size_t const size = text.size() + 1;  // with the zero that ends a message
  if (::write(to_, text.c_str(), size) != static_cast<ssize_t>(size))
    throw std::runtime_error("Chromium does not accept commands");
  for (;;) {
    json const answer = receive();
    if (answer.value("id", 0) != last_id_) {
      note(answer);
    } else if (answer.contains("error")) {
      throw std::runtime_error(fmt::format("{}: {}", method, answer.at("error").dump()));
    } else {
      return answer.at("result");
    }
  }
}

json Browser::value(std::string const& expression) {
  json const answer =
      ask("Runtime.evaluate", {{"expression", expression}, {"returnByValue", true}});
  if (answer.contains("exceptionDetails"))
    throw std::runtime_error(expression + ": " + answer.at("exceptionDetails").dump());
  return answer.at("result").value("value", json());
}

void Browser::emulate(int width, int height, bool dark, bool still) {
  ask("Emulation.setDeviceMetricsOverride",
      {{"width", width}, {"height", height}, {"deviceScaleFactor", 1}, {"mobile", false}});
  auto const preference = [](char const* name, char const* value) {
    return json{{"name", name}, {"value", value}};
  };
  ask("Emulation.setEmulatedMedia",
      {{"features",
        {preference("prefers-color-scheme", dark ? "dark" : "light"),
         preference("prefers-reduced-motion", still ? "reduce" : "no-preference")}}});
}

void Browser::open(fs::path const& page, std::string const& fragment) {
  ask("Page.navigate", {{"url", "file://" + fs::absolute(page).string() + fragment}});
  wait_for(
      fmt::format("document.readyState === 'complete' && location.pathname.endsWith('/{}') && "
                  "!window.rattlebackPending",
                  page.filename().string()));
}

void Browser::wait_for(std::string const& expression) {
  for (int tries = 0; tries < 200; ++tries) {
    try {
      if (value(expression) == true) return;
    } catch (std::runtime_error const&) {
      // A page being loaded or left has no values; its error is not reported.
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  throw std::runtime_error("never came true: " + expression);
}

void Browser::point_at(double x, double y) {
  ask("Input.dispatchMouseEvent", {{"type", "mouseMoved"}, {"x", x}, {"y", y}});
}

void Browser::click(std::string const& selector) {
  json const box = value(fmt::format(
      "(() => {{ const e = document.querySelector({}); e.scrollIntoView({{block: 'center'}});"
      "const b = e.getClientRects()[0]; return [b.x + b.width / 2, b.y + b.height / 2]; }})()",
      json(selector).dump()));
  point_at(box.at(0), box.at(1));
  for (char const* type : {"mousePressed", "mouseReleased"})
    ask("Input.dispatchMouseEvent", {{"type", type},
                                     {"x", box.at(0)},
                                     {"y", box.at(1)},
                                     {"button", "left"},
                                     {"clickCount", 1}});
}

void Browser::start_tracing() {
  traced_.clear();
  is_tracing_ = true;
  ask("Tracing.start", {{"categories", "toplevel"}, {"transferMode", "ReportEvents"}});
}

std::vector<double> Browser::task_times() {
  ask("Tracing.end");
  while (is_tracing_) note(receive());
  std::set<std::pair<int, int>> pages;  // processes and threads
  auto const thread = [](json const& event) {
    return std::pair{event.at("pid").get<int>(), event.at("tid").get<int>()};
  };
  for (json const& event : traced_)
    if (event.value("name", "") == "thread_name" && event.at("args").at("name") == "CrRendererMain")
      pages.insert(thread(event));
  std::vector<double> times;
  for (json const& event : traced_)
    if (event.value("name", "") == "ThreadControllerImpl::RunTask" && pages.contains(thread(event)))
      times.push_back(event.value("tdur", 0.0) / 1000);
  return times;
}

int Browser::printed_pages() {
  std::string const pdf =
      ask("Page.printToPDF",
          {{"paperWidth", 8.27}, {"paperHeight", 11.69}, {"preferCSSPageSize", true}})
          .at("data");
  return value(fmt::format("atob('{}').match(/\\/Type *\\/Page\\b/g).length", pdf));
}

void Browser::type(std::string const& text) { ask("Input.insertText", {{"text", text}}); }

void Browser::press(std::string const& key, int code) {
  for (char const* type : {"keyDown", "keyUp"})
    ask("Input.dispatchKeyEvent", {{"type", type},
                                   {"key", key},
                                   {"code", key},
                                   {"windowsVirtualKeyCode", code},
                                   {"nativeVirtualKeyCode", code}});
}

}  // namespace rattleback::reports
