/* A disk that fails when a test says so: loaded before libc, by LD_PRELOAD.
 *
 * The file named by FAILING_DISK holds six ints, shared with the test: which calls fail (below),
 * with which errno, after how many that succeed, how often (-1: for ever), on which files (1 the
 * log, 2 what is written ahead of it), and, for the test, how often one has failed.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <unistd.h>

enum { WRITE = 1, SYNC = 2, READ = 4 };
enum { LOG = 1, AHEAD = 2 };

static struct { volatile int calls, error, after, times, files, failed; } *fault;

__attribute__((constructor)) static void find_out_what_fails(void) {
  const char *path = getenv("FAILING_DISK");
  int file = path ? open(path, O_RDWR) : -1;
  if (file < 0) return;
  void *shared = mmap(0, sizeof *fault, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (shared != MAP_FAILED) fault = shared;
  close(file);
}

static int kind_of(int file) {
  char link[64], name[1024];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, name, sizeof name - 1);
  name[length < 0 ? 0 : length] = 0;
  const char *ours = strstr(name, "galopp.sqlite");
  if (!ours || strstr(ours, "-shm")) return 0;
  return strstr(ours, "-wal") ? AHEAD : LOG;
}

static int fails(int file, int call) {
  if (!fault || !(fault->calls & call) || !fault->times) return 0;
  if (!(kind_of(file) & fault->files)) return 0;
  if (__atomic_fetch_sub(&fault->after, 1, __ATOMIC_SEQ_CST) > 0) return 0;
  fault->after = 0;
  if (fault->times > 0) __atomic_fetch_sub(&fault->times, 1, __ATOMIC_SEQ_CST);
  __atomic_fetch_add(&fault->failed, 1, __ATOMIC_SEQ_CST);
  errno = fault->error;
  return 1;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

ssize_t pwrite64(int file, const void *bytes, size_t length, off64_t at) {
  if (!fails(file, WRITE)) return REAL(pwrite64)(file, bytes, length, at);
  int error = errno;
  REAL(pwrite64)(file, bytes, length / 2, at); /* half of it, as a disk that is full would */
  errno = error;
  return -1;
}

ssize_t pwrite(int file, const void *bytes, size_t length, off_t at) {
  return pwrite64(file, bytes, length, at);
}

ssize_t pread64(int file, void *bytes, size_t length, off64_t at) {
  return fails(file, READ) ? -1 : REAL(pread64)(file, bytes, length, at);
}

ssize_t pread(int file, void *bytes, size_t length, off_t at) {
  return pread64(file, bytes, length, at);
}

int fsync(int file) { return fails(file, SYNC) ? -1 : REAL(fsync)(file); }

int fdatasync(int file) { return fails(file, SYNC) ? -1 : REAL(fdatasync)(file); }
