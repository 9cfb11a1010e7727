#pragma once
// Scope of the locale "C", for reading and writing numbers with a decimal point. A host program,
// such as an interpreter, may have set a locale with a decimal comma, which strtod and similar
// functions use.

#include <locale.h>

namespace rattleback {

/// Scope of the locale "C" for the calling thread. A thread that begins in the scope has the locale
/// of the process and needs its own scope.
class CLocale {
 public:
  CLocale() : before_(::uselocale(plain())) {}
  ~CLocale() { ::uselocale(before_); }
  CLocale(CLocale const&) = delete;
  CLocale& operator=(CLocale const&) = delete;

 private:
  static locale_t plain() {
    static locale_t const locale = ::newlocale(LC_ALL_MASK, "C", nullptr);
    return locale;
  }
  locale_t before_;
};

}  // namespace rattleback
