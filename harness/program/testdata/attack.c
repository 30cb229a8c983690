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
#include <linux/vm_sockets.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/shm.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

enum { MiB = 1 << 20 };

static char block[MiB];

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

/* Children that SIGCONT reaches before their first stop, and for which nobody waits. */
static void continued(void)
{
	int gate[2];
	sigset_t one;
	sigemptyset(&one);
	sigaddset(&one, SIGCONT);
	sigprocmask(SIG_BLOCK, &one, NULL);
	signal(SIGCHLD, SIG_IGN);
	pid_t sender = fork();
	while (sender == 0)
		kill(0, SIGCONT);
	pipe(gate);
	for (int i = 0; i < 20; i++)
		if (fork() == 0) {
			close(gate[1]);
			read(gate[0], block, 1); /* until the sender has ended */
			spin(40);
			_exit(0);
		}
	kill(sender, SIGKILL);
	close(gate[1]);
	while (wait(NULL) >= 0)
		;
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

static void *waits(void *unused) { pause(); return unused; }

static void threads(void)
{
	pthread_attr_t small;
	pthread_t thread;
	int made = 0;
	pthread_attr_init(&small);
	pthread_attr_setstacksize(&small, 65536);
	for (int i = 0; i < 200; i++)
		made += pthread_create(&thread, &small, waits, NULL) == 0;
	sleep(1);
	finish(made > 64);
}

static pthread_barrier_t together;

static void *meet(void *unused)
{
	pthread_barrier_wait(&together);
	return unused;
}

/* More threads than a program may have, for a moment. */
static void brief_threads(void)
{
	pthread_attr_t small;
	pthread_t thread[100];
	pthread_attr_init(&small);
	pthread_attr_setstacksize(&small, 65536);
	pthread_barrier_init(&together, NULL, 100);
	for (int i = 0; i < 100; i++)
		if (pthread_create(&thread[i], &small, meet, NULL))
			exit(3);
	for (int i = 0; i < 100; i++)
		pthread_join(thread[i], NULL);
	finish(1);
}

/* More memory than a program may have, for a moment, in a child for which nobody waits. */
static void brief_memory(void)
{
	signal(SIGCHLD, SIG_IGN);
	if (fork() == 0) {
		char *memory = mmap(NULL, 200 * MiB, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		madvise(memory, 200 * MiB, MADV_HUGEPAGE);
		for (int i = 0; i < 200 * MiB; i += 4096)
			memory[i] = 1;
		_exit(0);
	}
	while (wait(NULL) >= 0)
		;
	finish(1);
}

/* The kernel keeps the largest resident memory of a process, and forgets it if the process asks for that. */
static void forgotten_peak(void)
{
	char *memory = mmap(NULL, 200 * MiB, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
	munmap(memory, 200 * MiB);
	int fd = open("/proc/self/clear_refs", O_WRONLY);
	finish(memory != MAP_FAILED && write(fd, "5", 1) == 1);
}

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
	while (now(ticks) < 3.3 && now(CLOCK_PROCESS_CPUTIME_ID) < 0.6 && now(CLOCK_MONOTONIC) < begin + 15) {
		tick += period;
		double wake = tick - 0.0002;
		struct timespec t = { wake, (wake - (time_t)wake) * 1e9 };
		clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL);
		while (now(CLOCK_MONOTONIC) < tick + 0.0002)
			;
	}
	finish(now(ticks) > 3.2 && now(CLOCK_PROCESS_CPUTIME_ID) < 0.9);
}

/* Page tables are memory of a process that is not resident memory. */
static void page_tables(void)
{
	const long size = 100L << 30;
	char *at = mmap(NULL, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	long sum = 0;
	if (at == MAP_FAILED) {
		finish(0);
		return;
	}
	madvise(at, size, MADV_NOHUGEPAGE);
	for (long i = 0; i < size; i += 2 * MiB)
		sum += at[i];
	usleep(100000);
	finish(sum == 0);
}

/* Folders below folders, deeper than the number of open files. */
static void deep(void)
{
	int made = 0;
	while (made < 3000 && !mkdir("folder", 0700) && !chdir("folder"))
		made++;
	finish(made > 0);
}

/* What is written to shared memory counts, whether or not it is mapped. */
static void shared_folder(void)
{
	int fd = -1, written = 0;
	for (int i = 0; i < 150; i++) {
		if (i % 50 == 0) { /* a file has 64 MB at most */
			fd = open("/dev/shm/attack", O_RDWR | O_CREAT, 0600);
			unlink("/dev/shm/attack");
		}
		written += write(fd, block, MiB) == MiB;
	}
	usleep(100000);
	finish(written == 150);
}

/* These are possible: harness/judge/README.md says so. */

static void device_pages(void)
{
	int fd = open("/dev/zero", O_RDWR);
	char *at = mmap(NULL, 300 * MiB, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	for (int i = 0; i < 300; i++) {
		memset(at + i * MiB, 1, MiB);
		madvise(at + i * MiB, MiB, MADV_DONTNEED);
	}
	finish(at[0] == 1 && at[299 * MiB] == 1);
}

static void socket_memory(void)
{
	long held = 0, n;
	int ends[2];
	for (int i = 0; i < 100 && !socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends); i++)
		for (int end = 0; end < 2; end++)
			while ((n = write(ends[end], block, 4096)) > 0)
				held += n;
	finish(held > 4 * MiB);
}

/* An entry of epoll is of a file and of its number, and stays when the number is closed, as long as the file is open. */
static void epoll(void)
{
	enum { FILES = 40, NUMBERS = 60, SETS = 60 };
	struct epoll_event event = { EPOLLIN };
	int files[FILES], sets[SETS], entries = 0, first = 0;
	for (int i = 0; i < SETS; i++)
		first = sets[i] = epoll_create1(0);
	for (int i = 0; i < FILES; i++)
		first = files[i] = eventfd(0, 0);
	for (int i = 0; i < FILES; i++)
		for (int number = first + 1; number <= first + NUMBERS; number++) {
			dup2(files[i], number);
			for (int set = 0; set < SETS; set++)
				entries += !epoll_ctl(sets[set], EPOLL_CTL_ADD, number, &event);
			close(number);
		}
	/* While the text about a set is open, the kernel keeps it. */
	char name[64], byte;
	int texts = 0;
	snprintf(name, sizeof name, "/proc/self/fdinfo/%d", sets[0]);
	for (int i = 0; i < 50; i++)
		texts += read(open(name, O_RDONLY), &byte, 1) == 1;
	finish(entries == FILES * NUMBERS * SETS && texts == 50);
}

/* Data in connections that were closed before anyone accepted them: they need no descriptor. */
static void backlog(void)
{
	struct sockaddr_un name = { AF_UNIX };
	socklen_t length = sizeof(sa_family_t) + 1 + sprintf(name.sun_path + 1, "gridjudge-%d", getpid()); /* several may run at a time */
	long held = 0, n;
	int listener = socket(AF_UNIX, SOCK_STREAM, 0);
	if (bind(listener, (void *)&name, length) || listen(listener, 4096))
		exit(3);
	for (int i = 0; i < 1000; i++) {
		int end = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0);
		if (end < 0 || connect(end, (void *)&name, length))
			break;
		while ((n = send(end, block, 32768, 0)) > 0)
			held += n;
		close(end);
	}
	spin(100); /* so that the monitor looks */
	finish(held > 150 * MiB);
}

static void watches(void) { finish(syscall(SYS_inotify_init1, 0) >= 0); }

/* As many threads as a program may have, most of them short. None of this is forbidden. */
static void *nothing(void *unused) { return unused; }
static void busy_pool(void)
{
	pthread_attr_t small;
	pthread_t thread;
	pthread_attr_init(&small);
	pthread_attr_setstacksize(&small, 65536);
	for (int i = 0; i < 62; i++)
		if (pthread_create(&thread, &small, waits, NULL))
			exit(3);
	for (int i = 0; i < 300; i++)
		if (pthread_create(&thread, &small, nothing, NULL) || pthread_join(thread, NULL))
			exit(3);
	finish(1);
}

/* The first process is killed while it stops again and again for whoever traces it. */
static char killers_stack[65536];
static int kills(void *parent)
{
	struct timespec moment = { 0, 2000000 };
	nanosleep(&moment, NULL);
	kill(*(int *)parent, SIGKILL);
	return 0;
}
static void killed_in_a_stop(void)
{
	int self = getpid();
	spin(20);
	finish(1);
	signal(SIGUSR1, SIG_IGN);
	clone(kills, killers_stack + sizeof killers_stack, CLONE_VM | SIGCHLD, &self);
	for (;;)
		syscall(SYS_tkill, self, SIGUSR1);
}

#define HIGH (1L << 32) /* the kernel reads an int, a filter may see 64 bits */

/* Calls that must fail, whatever they are asked for. */
static void msgq(void) { finish(syscall(SYS_msgget, IPC_PRIVATE, IPC_CREAT | 0600) >= 0); }
static void semaphores(void) { finish(syscall(SYS_semget, IPC_PRIVATE, 32000, IPC_CREAT | 0600) >= 0); }
static void keyring(void)
{
	long key = syscall(SYS_add_key, "user", "gridjudge", "x", 1L, -3);
	finish(key >= 0 || syscall(SYS_keyctl, 1, NULL) >= 0 || syscall(SYS_request_key, "user", "gridjudge", NULL, 0) >= 0);
}
static void huge_pages(void)
{
	/* without reserved pages the call fails outside, too */
	finish(syscall(SYS_mmap, 0, 2 * MiB, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB, -1, 0) != -1);
}
static void splices(void)
{
	struct iovec part = { block, 4096 };
	int ends[2];
	int more[2], file = open("/proc/self/exe", O_RDONLY), done = 0;
	if (!pipe(ends) && !pipe(more)) {
		done += syscall(SYS_vmsplice, ends[1], &part, 1, 0) > 0;
		done += syscall(SYS_splice, file, NULL, ends[1], NULL, 1, 0) > 0;
		done += syscall(SYS_tee, ends[0], more[1], 1, 0) > 0;
		done += syscall(SYS_sendfile, ends[1], file, NULL, 1) > 0;
	}
	finish(done > 0);
}
static void vsock(void) { finish(syscall(SYS_socket, AF_VSOCK, SOCK_STREAM, 0) >= 0 || syscall(SYS_socket, AF_VSOCK | HIGH, SOCK_STREAM, 0) >= 0); }
static void nested(void) { finish(!unshare(CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWCGROUP)); }
static void nested_clone(void)
{
	long made = -1, flags[8] = { CLONE_NEWUSER, 0, 0, 0, SIGCHLD };
	for (int i = 0; i < 3 && made < 0; i++) {
		if (i == 2)
			made = syscall(SYS_clone3, flags, sizeof flags);
		else
			made = syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD | (i ? HIGH : 0), 0, 0, 0, 0);
		if (made == 0)
			_exit(0);
	}
	finish(made > 0);
}
static void long_pipes(void)
{
	int ends[2];
	pipe(ends);
	finish(syscall(SYS_fcntl, ends[1], F_SETPIPE_SZ | HIGH, MiB) >= MiB);
}
static void high_shared(void) { finish(syscall(SYS_mmap, 0, MiB, PROT_READ, (MAP_SHARED | MAP_ANONYMOUS) | HIGH, -1, 0) != -1); }
static void socket_buffers(void)
{
	int ends[2], size = 1 << 21, is = 0;
	socklen_t length = sizeof is;
	socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
	int before = 0;
	getsockopt(ends[0], SOL_SOCKET, SO_SNDBUF, &before, &length);
	setsockopt(ends[0], SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
	getsockopt(ends[0], SOL_SOCKET, SO_SNDBUF, &is, &length);
	int least = 1;
	setsockopt(ends[0], SOL_SOCKET, SO_RCVLOWAT, &size, sizeof size);
	getsockopt(ends[0], SOL_SOCKET, SO_RCVLOWAT, &least, &length);
	finish(is > before || least > 1);
}

/* Calls that make the kernel allocate memory for rules and for tables. */
static void futex_hash(void) { finish(!prctl(78, 1, 4096, 0, 0) || !syscall(SYS_prctl, 78 | HIGH, 1, 4096, 0, 0)); }
static void file_locks(void)
{
	struct flock lock = { .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_len = 1 };
	int file = open("locked", O_RDWR | O_CREAT, 0600), set = 0;
	unlink("locked");
	const int calls[] = { F_SETLK, F_SETLKW, 37, 38 }; /* 37 and 38: of open files, not of the process */
	for (int i = 0; i < 4; i++) {
		lock.l_start = i; /* locks of both kinds would wait for each other */
		set += !fcntl(file, calls[i], &lock) || !syscall(SYS_fcntl, file, calls[i] | HIGH, &lock);
	}
	finish(set > 0);
}
static void landlock(void) { finish(syscall(444, NULL, 0, 1) >= 0); }

/* The kernel numbers the sockets of the machine. The low digits of this count can be brought to any value, which a later run finds. */
static void counts(void)
{
	uint64_t cookie = 0;
	for (int i = 0; i < 100000 && cookie % 1024 != 0x2ab; i++) {
		socklen_t size = sizeof cookie;
		int s = socket(AF_UNIX, SOCK_STREAM, 0);
		getsockopt(s, SOL_SOCKET, 57, &cookie, &size); /* SO_COOKIE */
		close(s);
	}
	finish(cookie % 1024 == 0x2ab);
}
static void open_cached(void)
{
	struct { uint64_t flags, mode, resolve; } how = { O_RDONLY, 0, 0 };
	finish(syscall(437, AT_FDCWD, "/", &how, sizeof how) >= 0);
}
/* The hint belongs to the file, not to the descriptor, so a later run can read it. 1036 is F_SET_RW_HINT. */
static void hints(void)
{
	uint64_t hint = 2;
	finish(!fcntl(0, 1036, &hint) || !syscall(SYS_fcntl, 0, 1036 | HIGH, &hint) || !fcntl(0, 1035, &hint));
}
/* FS_IOC_FIEMAP (on a file) fills a cache that later runs can read; FS_IOC_GETFLAGS is another request that a file answers. */
static void file_requests(void)
{
	uint64_t map[4 + 7 * 8] = { 0, ~0ULL, 0, 8 }, flags = 0;
	int file = open("/proc/self/exe", O_RDONLY);
	finish(!ioctl(file, 0xc020660b, map) || !syscall(SYS_ioctl, file, 0xc020660b | HIGH, map) || !ioctl(file, 0x80086601, &flags));
}
/* Shared memory may be as large as the memory limit. */
static void shared_file(void)
{
	int file = shm_open("/gridjudge-large", O_RDWR | O_CREAT, 0600);
	shm_unlink("/gridjudge-large");
	finish(!ftruncate(file, 100 * MiB));
}
/* Each mapping is memory of the kernel. */
static void mappings(void)
{
	char *all = mmap(0, 50000UL * 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	int made = 0;
	for (int i = 0; i < 50000; i += 2)
		made += !mprotect(all + i * 4096UL, 4096, PROT_READ);
	finish(made == 25000);
}
static void leases(void)
{
	int file = open("leased", O_RDONLY | O_CREAT, 0600);
	unlink("leased");
	finish(!fcntl(file, F_SETLEASE, F_RDLCK) || !syscall(SYS_fcntl, file, F_SETLEASE | HIGH, F_RDLCK) || !fcntl(open(".", O_RDONLY), F_NOTIFY, DN_CREATE));
}
static void released(void)
{
	pid_t child = fork();
	if (!child) {
		pause();
		_exit(0);
	}
	int end = syscall(434, child, 0);
	kill(child, SIGKILL);
	finish(!syscall(448, end, 0));
}
static void listener(void)
{
	struct sock_filter allow = { BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW };
	struct sock_fprog filter = { 1, &allow };
	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	finish(syscall(SYS_seccomp, 1, 8, &filter) >= 0 || syscall(SYS_seccomp, 1, 8 | HIGH, &filter) >= 0);
}

static pid_t other;

/* Calls that reach another process of the same user: its limits, its signals, its memory. */
static void limits_of_others(void)
{
	struct rlimit none = { 0, 0 };
	finish(!syscall(SYS_prlimit64, other, RLIMIT_NOFILE, &none, NULL) || !syscall(SYS_prlimit64, other | HIGH, RLIMIT_NOFILE, &none, NULL));
}
static void queued_signals(void)
{
	siginfo_t info = { .si_signo = SIGSEGV, .si_code = SI_QUEUE };
	int fd = syscall(SYS_pidfd_open, other, 0);
	finish(!syscall(SYS_rt_sigqueueinfo, other, SIGSEGV, &info) || !syscall(SYS_rt_tgsigqueueinfo, other, other, SIGSEGV, &info) ||
	       !syscall(SYS_pidfd_send_signal, fd, SIGSEGV, &info, 0));
}
static void asked_signals(void)
{
	int ends[2], failed;
	socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
	fcntl(ends[0], F_SETOWN, other);
	failed = fcntl(ends[0], F_SETSIG, SIGSEGV);
	fcntl(ends[0], F_SETFL, O_ASYNC);
	write(ends[1], "x", 1);
	finish(!failed);
}
static void attaches(void) { finish(!ptrace(PTRACE_SEIZE, other, 0, 0) || !ptrace(PTRACE_ATTACH, other, 0, 0) || !syscall(SYS_ptrace, PTRACE_SEIZE | HIGH, other, 0, 0)); }

#ifdef __x86_64__
/* The calls of 32-bit programs have other numbers. */
static void other_calls(void)
{
	int result;
	__asm__ volatile("int $0x80" : "=a"(result) : "a"(20) : "memory"); /* getpid */
	finish(result > 0);
}
#else
static void other_calls(void) { raise(SIGSYS); }
#endif

/* Attributes of the input, which is in memory: the kernel does not limit the attributes of files in its own file systems. */
static void attributes(void)
{
	static char value[60000];
	char name[32];
	int set = 0;
	for (int i = 0; i < 300; i++) {
		snprintf(name, sizeof name, "user.%d", i);
		set += !fsetxattr(0, name, value, sizeof value, 0);
		set += !setxattr("/dev/stdin", name, value, sizeof value, 0);
	}
	finish(set > 0);
}

int main(int argc, char **argv)
{
	static const struct { const char *name; void (*run)(void); } modes[] = {
		{ "disown", disown }, { "continued", continued }, { "first-thread-ends", first_thread_ends }, { "threads", threads },
		{ "memfds", memfds }, { "pipes", pipes }, { "shared-segments", shared_segments },
		{ "shared-pages", shared_pages }, { "ticks", ticks },
		{ "msgq", msgq }, { "semaphores", semaphores }, { "keyring", keyring }, { "huge-pages", huge_pages },
		{ "splices", splices }, { "vsock", vsock }, { "nested", nested }, { "nested-clone", nested_clone },
		{ "long-pipes", long_pipes }, { "high-shared", high_shared }, { "socket-buffers", socket_buffers },
		{ "limits-of-others", limits_of_others }, { "queued-signals", queued_signals },
		{ "asked-signals", asked_signals }, { "attaches", attaches }, { "other-calls", other_calls },
		{ "page-tables", page_tables }, { "deep", deep }, { "shared-folder", shared_folder },
		{ "brief-threads", brief_threads }, { "brief-memory", brief_memory }, { "forgotten-peak", forgotten_peak },
		{ "device-pages", device_pages }, { "socket-memory", socket_memory }, { "epoll", epoll },
		{ "attributes", attributes }, { "backlog", backlog }, { "watches", watches }, { "futex-hash", futex_hash }, { "landlock", landlock }, { "file-locks", file_locks },
		{ "open-cached", open_cached }, { "leases", leases }, { "hints", hints }, { "file-requests", file_requests }, { "shared-file", shared_file }, { "mappings", mappings }, { "counts", counts }, { "released", released }, { "listener", listener }, { "busy-pool", busy_pool },
		{ "killed-in-a-stop", killed_in_a_stop },
	};
	alarm(120); /* no process stays for long where the sandbox fails */
	memset(block, 1, sizeof block);
	other = getppid();
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
