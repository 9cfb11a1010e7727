/* Preloaded into the program: the n-th call that changes files below a folder, or that writes to
   stdout, fails once. Environment:
     FAULTS_OF      name of the program; other programs that load the library run undisturbed
     FAULTS_BELOW   folders (absolute, separated by ':') whose files count
     FAULTS_STDOUT  if set, writes to stdout count as well
     FAULTS_LOG     file that gets a line "number name path" for each counted call
     FAULTS_AT      number of the failing call, from 1; if unset, no call fails
     FAULTS_KIND    ENOSPC, EIO, EINTR, short (half is written) or kill
   Children of the program do not inherit these variables. The wrapped functions are those that the
   program and its libraries import: `nm -D --undefined-only` prints their names. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum kind { none, no_space, io_error, interrupted, half, death };
enum { descriptors = 1024 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char below[PATH_MAX];
static int log_file = -1;
static long calls, fails_at;
static enum kind kind;
static int counts_stdout;
static char* path_of[descriptors]; /* paths of counted files opened for writing */

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

/* Returns the absolute path, without resolving links. */
static void absolute(char* full, int folder, char const* path) {
  char start[PATH_MAX] = "";
  if (path[0] != '/') {
    char link[64];
    ssize_t size = -1;
    if (folder == AT_FDCWD) {
      size = getcwd(start, sizeof start) ? (ssize_t)strlen(start) : -1;
    } else {
      snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
      size = readlink(link, start, sizeof start - 1);
    }
    start[size < 0 ? 0 : size] = 0;
  }
  snprintf(full, PATH_MAX, "%.2000s%s%.2000s", start, start[0] ? "/" : "", path);
}

static int is_counted(char const* full) {
  for (char const* folder = below; *folder;) {
    size_t const size = strcspn(folder, ":");
    if (strncmp(full, folder, size) == 0 && (full[size] == '/' || full[size] == 0)) return 1;
    folder += size + (folder[size] == ':');
  }
  return 0;
}

/* Counts a call; returns how it fails. */
static enum kind fate(char const* name, char const* full) {
  int const saved = errno;
  pthread_mutex_lock(&lock);
  long const number = ++calls;
  pthread_mutex_unlock(&lock);
  if (log_file >= 0) {
    char line[PATH_MAX + 64];
    int const size = snprintf(line, sizeof line, "%ld %s %s\n", number, name, full);
    syscall(SYS_write, log_file, line, size);
  }
  errno = saved;
  if (number != fails_at) return none;
  if (kind == death) kill(getpid(), SIGKILL);
  if (kind == no_space) errno = ENOSPC;
  if (kind == io_error) errno = EIO;
  if (kind == interrupted) errno = EINTR;
  return kind;
}

/* Returns whether a call on a path fails; sets errno. */
static int path_fails(char const* name, int folder, char const* path) {
  char full[PATH_MAX];
  absolute(full, folder, path);
  if (!is_counted(full)) return 0;
  enum kind const how = fate(name, full);
  return how == no_space || how == io_error || how == interrupted;
}

static char const* counted(int descriptor) {
  return descriptor >= 0 && descriptor < descriptors ? path_of[descriptor] : NULL;
}

static void remember(int descriptor, int folder, char const* path) {
  char full[PATH_MAX];
  absolute(full, folder, path);
  if (descriptor < 0 || descriptor >= descriptors || !is_counted(full)) return;
  free(path_of[descriptor]);
  path_of[descriptor] = strdup(full);
}

static void forget(int descriptor) {
  if (!counted(descriptor)) return;
  free(path_of[descriptor]);
  path_of[descriptor] = NULL;
}

/* ---- opening ---- */

static int changes(int flags) { return (flags & O_ACCMODE) != O_RDONLY || (flags & O_CREAT); }

static int opened(char const* name, int folder, char const* path, int flags, mode_t mode) {
  if (changes(flags) && path_fails(name, folder, path)) return -1;
  int const descriptor = (int)syscall(SYS_openat, folder, path, flags, mode);
  if (descriptor >= 0) forget(descriptor);
  if (descriptor >= 0 && (changes(flags) || (flags & O_DIRECTORY)))
    remember(descriptor, folder, path);
  return descriptor;
}

#define OPEN(name, parameters, folder)                \
  int name parameters {                               \
    va_list rest;                                     \
    va_start(rest, flags);                            \
    mode_t const mode = va_arg(rest, mode_t);         \
    va_end(rest);                                     \
    return opened("open", folder, path, flags, mode); \
  }
OPEN(open, (char const* path, int flags, ...), AT_FDCWD)
OPEN(open64, (char const* path, int flags, ...), AT_FDCWD)
OPEN(openat, (int at, char const* path, int flags, ...), at)

#define FOPEN(name)                                                                     \
  FILE* name(char const* path, char const* mode) {                                      \
    int const writes = strpbrk(mode, "wa+") != NULL;                                    \
    if (writes && path_fails("open", AT_FDCWD, path)) return NULL;                      \
    FILE* const file = REAL(name)(path, mode);                                          \
    if (file && writes) remember(fileno(file), AT_FDCWD, path);                         \
    return file;                                                                        \
  }
FOPEN(fopen)
FOPEN(fopen64)

/* ---- writing ---- */

/* Returns the part of a write to execute: -1 with errno, or the number of bytes. */
static ssize_t allowed(char const* name, char const* path, size_t size) {
  switch (fate(name, path)) {
    case none:
    case death:
      return (ssize_t)size;
    case half:
      return (ssize_t)(size > 1 ? size / 2 : size);
    default:
      return -1;
  }
}

static char const* output_of(int descriptor) {
  return descriptor == STDOUT_FILENO && counts_stdout ? "stdout" : counted(descriptor);
}

ssize_t write(int descriptor, void const* data, size_t size) {
  char const* const path = output_of(descriptor);
  ssize_t const part = path ? allowed("write", path, size) : (ssize_t)size;
  return part < 0 ? -1 : syscall(SYS_write, descriptor, data, part);
}

ssize_t pwrite(int descriptor, void const* data, size_t size, off_t at) {
  char const* const path = output_of(descriptor);
  ssize_t const part = path ? allowed("write", path, size) : (ssize_t)size;
  return part < 0 ? -1 : syscall(SYS_pwrite64, descriptor, data, part, at);
}

ssize_t writev(int descriptor, struct iovec const* parts, int count) {
  char const* const path = output_of(descriptor);
  if (!path) return syscall(SYS_writev, descriptor, parts, count);
  size_t size = 0;
  for (int i = 0; i < count; ++i) size += parts[i].iov_len;
  ssize_t part = allowed("write", path, size);
  if (part < 0) return -1;
  if ((size_t)part == size) return syscall(SYS_writev, descriptor, parts, count);
  ssize_t written = 0;
  for (int i = 0; i < count && part > 0; ++i) {
    size_t const here = parts[i].iov_len < (size_t)part ? parts[i].iov_len : (size_t)part;
    written += syscall(SYS_write, descriptor, parts[i].iov_base, here);
    part -= (ssize_t)here;
  }
  return written;
}

ssize_t sendfile(int to, int from, off_t* at, size_t size) {
  char const* const path = output_of(to);
  ssize_t const part = path ? allowed("write", path, size) : (ssize_t)size;
  return part < 0 ? -1 : syscall(SYS_sendfile, to, from, at, part);
}

/* ---- operations on open files ---- */

#define ON_FILE(name, parameters, ...)                                       \
  int name parameters {                                                      \
    char const* const path = counted(descriptor);                            \
    enum kind const how = path ? fate(#name, path) : none;                   \
    if (how == no_space || how == io_error || how == interrupted) return -1; \
    return REAL(name)(__VA_ARGS__);                                          \
  }
ON_FILE(fsync, (int descriptor), descriptor)
ON_FILE(fchmod, (int descriptor, mode_t mode), descriptor, mode)

int close(int descriptor) {
  char const* const path = counted(descriptor);
  enum kind const how = path ? fate("close", path) : none;
  int const error = errno;
  forget(descriptor);
  int const result = (int)syscall(SYS_close, descriptor);  /* closed in any case */
  if (how != no_space && how != io_error) return result;
  errno = error;
  return -1;
}

int fclose(FILE* file) {
  int const descriptor = fileno(file);
  char const* const path = counted(descriptor);
  enum kind const how = path ? fate("close", path) : none;
  int const error = errno;
  forget(descriptor);
  int const result = REAL(fclose)(file);
  if (how != no_space && how != io_error) return result;
  errno = error;
  return EOF;
}

/* ---- names ---- */

#define ON_PATH(label, name, parameters, folder, path, ...) \
  int name parameters {                                     \
    if (path_fails(label, folder, path)) return -1;         \
    return REAL(name)(__VA_ARGS__);                         \
  }
ON_PATH("mkdir", mkdir, (char const* path, mode_t mode), AT_FDCWD, path, path, mode)
ON_PATH("unlink", unlink, (char const* path), AT_FDCWD, path, path)
ON_PATH("unlink", unlinkat, (int at, char const* path, int flags), at, path, at, path, flags)
ON_PATH("unlink", rmdir, (char const* path), AT_FDCWD, path, path)
ON_PATH("unlink", remove, (char const* path), AT_FDCWD, path, path)
ON_PATH("rename", rename, (char const* from, char const* to), AT_FDCWD, to, from, to)
ON_PATH("link", link, (char const* from, char const* to), AT_FDCWD, to, from, to)
ON_PATH("link", symlink, (char const* from, char const* to), AT_FDCWD, to, from, to)
ON_PATH("truncate", truncate, (char const* path, off_t size), AT_FDCWD, path, path, size)

/* ---- stdout: writes inside the C library cannot be wrapped ---- */

static ssize_t to_stdout(void* cookie, char const* data, size_t size) {
  (void)cookie;
  size_t done = 0;
  while (done < size) {
    ssize_t const part = write(STDOUT_FILENO, data + done, size - done);
    if (part < 0) return 0;
    done += (size_t)part;
  }
  return (ssize_t)size;
}

__attribute__((constructor)) static void begin(void) {
  char const *const program = getenv("FAULTS_OF"), *const folders = getenv("FAULTS_BELOW");
  if (!program || !folders || strcmp(program, program_invocation_short_name) != 0) return;
  snprintf(below, sizeof below, "%s", folders);
  char const* const log = getenv("FAULTS_LOG");
  if (log) log_file = (int)syscall(SYS_openat, AT_FDCWD, log,
                                   O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  char const* const at = getenv("FAULTS_AT");
  fails_at = at ? atol(at) : 0;
  char const* const how = getenv("FAULTS_KIND");
  static char const* const names[] = {"", "ENOSPC", "EIO", "EINTR", "short", "kill"};
  for (int i = 1; how && i < 6; ++i)
    if (strcmp(how, names[i]) == 0) kind = (enum kind)i;
  if (getenv("FAULTS_STDOUT")) {
    counts_stdout = 1;
    cookie_io_functions_t const functions = {.write = to_stdout};
    stdout = fopencookie(NULL, "w", functions);
  }
  unsetenv("FAULTS_OF");
  unsetenv("LD_PRELOAD");
}
