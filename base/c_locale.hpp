#pragma once
// Scope in which numbers are read and written with a point. A program that holds this library, such
// as an interpreter, may have chosen a locale with a decimal comma, which strtod and the like
// follow.

#include <locale.h>

namespace rattleback {

/// Scope of the locale "C" for the calling thread. Threads that begin in the scope have the
/// process's locale: each needs a scope of its own.
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
