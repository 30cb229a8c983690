/*
 * attack tries to use what its limits do not count, or to escape them; its
 * first argument says how. It prints "succeeded" where it could.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MiB = 1 << 20 };

static void finish(int success)
{
	printf("%s\n", success ? "succeeded" : "blocked");
	fflush(stdout);
}

static void spin(int ms)
{
	struct timespec t;
	do
		clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	while (t.tv_sec * 1000 + t.tv_nsec / 1000000 < ms);
}

/* Children for which nobody waits: their cpu time is lost with them. */
static void disown(void)
{
	struct sigaction action = { .sa_handler = SIG_DFL, .sa_flags = SA_NOCLDWAIT };
	sigaction(SIGCHLD, &action, NULL);
	for (int i = 0; i < 100; i++) {
		pid_t pid = fork();
		if (pid == 0) {
			spin(8);
			_exit(0);
		}
		while (pid > 0 && wait(NULL) >= 0)
			;
	}
	finish(1);
}

static void *touch_slowly(void *unused)
{
	for (int i = 0; i < 400; i++) {
		memset(malloc(MiB), 1, MiB);
		usleep(1000);
	}
	finish(1);
	exit(0);
	return unused;
}

/* The kernel shows no memory for a process whose first thread has ended. */
static void first_thread_ends(void)
{
	pthread_t thread;
	pthread_create(&thread, NULL, touch_slowly, NULL);
	pthread_exit(NULL);
}

static void *wait_long(void *unused)
{
	sleep(1);
	return unused;
}

static void threads(void)
{
	pthread_attr_t small;
	pthread_t thread;
	int made = 0;
	pthread_attr_init(&small);
	pthread_attr_setstacksize(&small, 65536);
	for (int i = 0; i < 200; i++)
		made += pthread_create(&thread, &small, wait_long, NULL) == 0;
	sleep(1);
	finish(made > 64);
}

static char block[MiB];

/* Memory in files without a name is nobody's resident memory. */
static void memfds(void)
{
	int written = 0;
	for (int i = 0; i < 10; i++) {
		int fd = memfd_create("x", 0);
		for (int j = 0; j < 30; j++)
			written += write(fd, block, MiB) == MiB;
	}
	finish(written > 100);
}

static void pipes(void)
{
	int held = 0, ends[2];
	for (int i = 0; i < 200; i++) {
		if (pipe2(ends, O_NONBLOCK) < 0)
			break;
		fcntl(ends[1], F_SETPIPE_SZ, MiB);
		int n;
		while ((n = write(ends[1], block, MiB)) > 0)
			held += n / 1024;
	}
	finish(held > 16 * 1024); /* 128 pipes of 64 KiB are 8 MiB */
}

static void shared_segments(void)
{
	int filled = 0, ids[10];
	for (int i = 0; i < 10; i++) {
		ids[i] = shmget(IPC_PRIVATE, 30 * MiB, IPC_CREAT | 0600);
		void *at = shmat(ids[i], NULL, 0);
		if (at == (void *)-1)
			break;
		memset(at, 1, 30 * MiB);
		shmdt(at);
		filled++;
	}
	for (int i = 0; i < filled; i++) /* the kernel keeps them when the process ends */
		shmctl(ids[i], IPC_RMID, NULL);
	finish(filled == 10);
}

/* Shared pages that are not mapped at the moment are not resident. */
static void shared_pages(void)
{
	char *at = mmap(NULL, 300 * MiB, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (at == MAP_FAILED) {
		finish(0);
		return;
	}
	for (int i = 0; i < 300; i++) {
		memset(at + i * MiB, 1, MiB);
		madvise(at + i * MiB, MiB, MADV_DONTNEED);
	}
	finish(at[0] == 1 && at[299 * MiB] == 1);
}

static double now(clockid_t clock)
{
	struct timespec t;
	clock_gettime(clock, &t);
	return t.tv_sec + t.tv_nsec * 1e-9;
}

/* Works only when the kernel counts a tick: of 3 s of ticks, 0.2 s are work. */
static void ticks(void)
{
	const clockid_t ticks = ~0u << 3;
	const double begin = now(CLOCK_MONOTONIC), seen = now(ticks);
	cpu_set_t one;
	CPU_ZERO(&one);
	CPU_SET(sched_getcpu(), &one);
	sched_setaffinity(0, sizeof one, &one);
	while (now(ticks) == seen)
		;
	double tick = now(CLOCK_MONOTONIC), period = now(ticks) - seen;
	while (now(ticks) < 3.3 && now(CLOCK_MONOTONIC) < begin + 15) {
		tick += period;
		double wake = tick - 0.0002;
		struct timespec t = { wake, (wake - (time_t)wake) * 1e9 };
		clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL);
		while (now(CLOCK_MONOTONIC) < tick + 0.0002)
			;
	}
	finish(now(ticks) > 3.2 && now(CLOCK_PROCESS_CPUTIME_ID) < 0.9);
}

int main(int argc, char **argv)
{
	static const struct { const char *name; void (*run)(void); } modes[] = {
		{ "disown", disown }, { "first-thread-ends", first_thread_ends }, { "threads", threads },
		{ "memfds", memfds }, { "pipes", pipes }, { "shared-segments", shared_segments },
		{ "shared-pages", shared_pages }, { "ticks", ticks },
	};
	alarm(120); /* no process stays for long where the sandbox fails */
	memset(block, 1, sizeof block);
	if (argc == 3 && !strcmp(argv[1], "raise")) {
		raise(atoi(argv[2]));
		return 0;
	}
	for (unsigned i = 0; argc == 2 && i < sizeof modes / sizeof *modes; i++)
		if (!strcmp(argv[1], modes[i].name)) {
			modes[i].run();
			return 0;
		}
	return 2;
}
