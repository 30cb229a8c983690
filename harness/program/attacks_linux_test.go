package program

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"gridjudge/harness/judge"
	"gridjudge/harness/sandbox"
	"gridjudge/harness/scratch"
)

// disowned are the limits of programs with 100 children, which use 8 ms of cpu time each: 16 times the limit in
// total. The monitor sees 3 times the limit of it on an idle machine, and more on a busy one.
var disowned = Overrides{Time: shortLimit / 2, Wall: time.Minute}

// attacks are programs that try to use more than their limits, to read or write files that do not belong to them, or
// to make the judge fail.
func attacks(t *testing.T, s *stage) []fixture {
	noFile := func(name string) func(*testing.T, *Record) {
		return func(t *testing.T, _ *Record) { assert.NoFileExists(t, name) }
	}
	slowed := judge.Accepted // without namespaces, a user's launcher has no privilege that the program lacks
	if os.Geteuid() == 0 {
		slowed = judge.WrongAnswer
	}
	outside := privateThings(t, s)
	self, err := os.Executable()
	require.NoError(t, err)
	return append([]fixture{
		{name: "floods-signals", limits: Overrides{Time: shortLimit, Wall: time.Minute}, want: judge.TimeLimit, open: judge.JudgeError}, // without namespaces, signal 34 kills the launcher
		{name: "disowns-many", limits: disowned, want: judge.TimeLimit},
		{name: "opens-devices", want: judge.WrongAnswer, open: judge.Accepted},
		{name: "uses-devices", want: judge.Accepted},
		{name: "prints-file", args: []string{"@" + outside.file}, want: judge.WrongAnswer, open: judge.Accepted},
		{name: "prints-file", args: []string{"@" + outside.link, "@" + s.answers}, hide: s.answers, want: judge.WrongAnswer, open: judge.Accepted},
		{name: "prints-file", args: []string{"@" + outside.repository}, want: judge.WrongAnswer},
		{name: "connects", args: []string{"@" + outside.socket}, want: judge.WrongAnswer, open: judge.Accepted},
		{name: "connects", args: []string{"@" + outside.shown}, want: judge.Accepted}, // a program may connect to a socket in its own folder
		{name: "writes-to", args: []string{"@" + outside.fifo, "@" + outside.terminal, "@/dev/tty", "@/dev/console"}, want: judge.WrongAnswer, open: judge.Accepted},
		{name: "executes", args: []string{"@" + self, "-test.run", "^$"}, want: judge.WrongAnswer, open: judge.WrongAnswer,
			also: func(t *testing.T, r *Record) { assert.Empty(t, r.Output, "it found the judge's own program") }},
		{name: "looks-around", args: []string{"@" + s.dir}, want: judge.Accepted, open: judge.OutputLimit},
		{name: "writes-outside", args: []string{filepath.Join(s.dir, "outside")}, want: judge.WrongAnswer, open: judge.Accepted, also: noFile(filepath.Join(s.dir, "outside"))},

		{name: "build-copies", build: []string{"sh", "-c", "cp answers copied; true"}, run: []string{"cat", "copied"}, hide: s.answers, want: judge.WrongAnswer, open: judge.Accepted},

		// A program that can kill or stop its supervision does not profit from it.
		{name: "kills-launcher", want: judge.Accepted, open: judge.JudgeError},
		{name: "slows-launcher", want: judge.WrongAnswer, open: slowed},
		{name: "stops-launcher", want: judge.Accepted, open: judge.JudgeError},
		{name: "outlives", want: judge.Accepted, open: judge.JudgeError, also: func(t *testing.T, r *Record) { assert.Equal(t, 1, r.Left) }},
		{name: "forges-report", args: []string{fmt.Sprint(os.Getpid())}, want: judge.Accepted, open: judge.JudgeError, also: func(t *testing.T, r *Record) {
			assert.Greater(t, r.Facts.CPU, forgedCPU, "the report is the launcher's")
		}},
	}, compiledAttacks(t, s)...)
}

// forgedCPU is the cpu time in the reports that forges-report writes.
const forgedCPU = 2 * time.Microsecond

// compiledAttacks are the attacks that need C.
func compiledAttacks(t *testing.T, s *stage) []fixture {
	compiler, err := exec.LookPath("cc")
	if err != nil {
		t.Log("no C compiler here: without the attacks of testdata/attack.c")
		return nil
	}
	program := filepath.Join(s.dir, "attack")
	out, err := exec.Command(compiler, "-O1", "-pthread", "-o", program, "testdata/attack.c").CombinedOutput()
	require.NoError(t, err, "%s", out)
	roomy := Overrides{Memory: 128 << 20}
	blocked := func(t *testing.T, r *Record) { assert.Equal(t, "blocked\n", string(r.Output)) }
	refusal := "SIGSYS"
	var ended *exec.ExitError
	if err := exec.Command(program, "other-calls").Run(); errors.As(err, &ended) && ended.Sys().(syscall.WaitStatus).Signal() == unix.SIGSEGV {
		refusal = "SIGSEGV" // this kernel does not have the calls of 32-bit programs
	}
	succeeded := func(t *testing.T, r *Record) { assert.Equal(t, "succeeded\n", string(r.Output)) }
	all := []fixture{
		{run: []string{"disown"}, limits: disowned, want: judge.TimeLimit},
		{run: []string{"continued"}, want: judge.WrongAnswer, also: func(t *testing.T, r *Record) {
			assert.GreaterOrEqual(t, r.Facts.CPU, 20*40*time.Millisecond, "the time of every child is charged")
		}},
		{run: []string{"first-thread-ends"}, limits: roomy, want: judge.MemoryLimit, also: func(t *testing.T, r *Record) {
			assert.Equal(t, sandbox.KilledMemory, r.Facts.Killed)
		}},
		{run: []string{"threads"}, limits: roomy, want: judge.RuntimeError},
		{run: []string{"memfds"}, limits: roomy, want: judge.WrongAnswer, also: blocked},
		{run: []string{"pipes"}, limits: roomy, want: judge.WrongAnswer, also: blocked},
		{run: []string{"shared-segments"}, limits: roomy, want: judge.WrongAnswer, also: blocked},
		{run: []string{"shared-pages"}, limits: roomy, want: judge.WrongAnswer, also: blocked},
		{run: []string{"page-tables"}, limits: roomy, want: judge.MemoryLimit},
		{run: []string{"shared-folder"}, limits: roomy, want: judge.MemoryLimit, open: judge.WrongAnswer},
		{run: []string{"deep"}, want: judge.WrongAnswer},
		{run: []string{"backlog"}, limits: roomy, want: judge.MemoryLimit, open: judge.WrongAnswer},
		{run: []string{"shared-file"}, limits: roomy, want: judge.WrongAnswer, also: succeeded},
		{run: []string{"busy-pool"}, limits: roomy, want: judge.WrongAnswer, also: succeeded},
		// A launcher that traces once took the end of this process for a stop, in one of some hundred runs.
		{run: []string{"killed-in-a-stop"}, want: judge.RuntimeError, also: func(t *testing.T, r *Record) {
			assert.Equal(t, "SIGKILL", r.Facts.Signal)
			assert.GreaterOrEqual(t, r.Facts.CPU, 20*time.Millisecond)
		}},
		// These attacks succeed: harness/judge/README.md says so.
		{run: []string{"device-pages"}, limits: roomy, want: judge.WrongAnswer, also: succeeded},
		{run: []string{"socket-memory"}, limits: roomy, want: judge.WrongAnswer, also: succeeded},
		{run: []string{"epoll"}, limits: roomy, want: judge.WrongAnswer, also: succeeded},
		{run: []string{"counts"}, want: judge.WrongAnswer, also: succeeded},
		{run: []string{"mappings"}, limits: roomy, want: judge.WrongAnswer, also: succeeded},
		// The monitor sees this only if it looks at the right moment. A launcher that traces always sees the memory,
		// because it is told at the end of the child.
		{run: []string{"brief-memory"}, limits: roomy, want: judge.MemoryLimit, missed: judge.WrongAnswer},
		// With namespaces, /proc is read-only. Without, the monitor sees the memory only if it looks at the right moment.
		{run: []string{"forgotten-peak"}, limits: roomy, want: judge.MemoryLimit, open: judge.WrongAnswer, missed: judge.MemoryLimit},
		{run: []string{"brief-threads"}, limits: roomy, want: judge.RuntimeError, missed: judge.WrongAnswer},
		{run: []string{"other-calls"}, want: judge.RuntimeError, also: func(t *testing.T, r *Record) { assert.Equal(t, refusal, r.Facts.Signal) }},
		// If the kernel's own limit were just above the limit of the monitor, it would be 3 s.
		{run: []string{"ticks"}, limits: Overrides{Time: 900 * time.Millisecond, Wall: time.Minute}, want: judge.WrongAnswer, also: func(t *testing.T, r *Record) {
			t.Logf("ticks without work: %s", r.Output)
		}},
		{run: []string{"raise", "39"}, want: judge.RuntimeError, also: func(t *testing.T, r *Record) {
			_, reason := r.verdict()
			assert.Contains(t, reason, "signal 39")
		}},
	}
	for _, mode := range []string{"msgq", "semaphores", "keyring", "huge-pages", "splices", "vsock", "nested", "nested-clone", "long-pipes",
		"high-shared", "socket-buffers", "limits-of-others", "queued-signals", "asked-signals", "attaches", "attributes", "watches", "futex-hash", "landlock", "file-locks",
		"open-cached", "leases", "hints", "file-requests", "released", "listener"} {
		all = append(all, fixture{run: []string{mode}, want: judge.WrongAnswer, also: blocked})
	}
	for i := range all {
		all[i].name = "c-" + all[i].run[0]
		all[i].run = append([]string{program}, all[i].run...)
	}
	return all
}

// tempting has things outside the contestant's own folder that would all help the contestant.
type tempting struct {
	file, link, repository, socket, fifo, terminal string

	shown string // a socket in a folder that the program sees
}

func privateThings(t *testing.T, s *stage) (p tempting) {
	dir := t.TempDir()
	answers, err := os.ReadFile(s.answers)
	require.NoError(t, err)
	p.file = filepath.Join(dir, "answers")
	require.NoError(t, os.WriteFile(p.file, answers, 0o644))
	p.link = filepath.Join(s.dir, "link")
	require.NoError(t, os.Link(s.answers, p.link))

	// The repository that the judge was started in, with the contestant's
	// folder in it.
	p.repository, err = filepath.Abs("../../corpus/poj3074/named.out")
	require.NoError(t, err)
	require.FileExists(t, p.repository)

	p.socket = filepath.Join(dir, "socket")
	listener, err := net.Listen("unix", p.socket)
	require.NoError(t, err)
	t.Cleanup(func() { listener.Close() })
	serve(listener, answers)

	p.shown = filepath.Join(s.dir, "socket")
	reachable, err := net.Listen("unix", p.shown)
	require.NoError(t, err)
	t.Cleanup(func() { reachable.Close() })
	serve(reachable, answers)

	p.fifo = filepath.Join(dir, "fifo")
	require.NoError(t, unix.Mkfifo(p.fifo, 0o666))
	reader, err := os.OpenFile(p.fifo, os.O_RDWR, 0)
	require.NoError(t, err)
	t.Cleanup(func() { reader.Close() })

	p.terminal = terminal(t)
	return p
}

// terminal opens a pseudo-terminal and returns the name of its other end.
func terminal(t *testing.T) string {
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Logf("no terminals here: %v", err)
		return "/dev/ptmx"
	}
	t.Cleanup(func() { master.Close() })
	require.NoError(t, unix.IoctlSetPointerInt(int(master.Fd()), unix.TIOCSPTLCK, 0))
	n, err := unix.IoctlGetInt(int(master.Fd()), unix.TIOCGPTN)
	require.NoError(t, err)
	return "/dev/pts/" + strconv.Itoa(n)
}

// TestAttacksAreReal runs some attacks without a sandbox: they succeed, so that
// a verdict other than AC shows what the sandbox does.
func TestAttacksAreReal(t *testing.T) {
	s := newStage(t)
	outside := privateThings(t, s)
	for _, args := range [][]string{
		{"prints-file", "@" + outside.file},
		{"prints-file", "@" + s.answers},
		{"prints-file", "@" + outside.link},
		{"connects", "@" + outside.socket},
		{"writes-to", "@" + outside.fifo},
		{"writes-to", "@" + outside.terminal},
	} {
		cmd := exec.Command(s.program, args...)
		out, err := cmd.Output()
		require.NoError(t, err, args)
		if args[0] != "writes-to" {
			assert.NotEmpty(t, string(out), fmt.Sprint(args))
		}
	}
	input, err := scratch.NewFile(func(io.Writer) error { return nil })
	require.NoError(t, err)
	defer input.Close()
	noAttributes := unix.Fsetxattr(int(input.Fd()), "user.any", nil, 0) // before Linux 6.6
	for _, attack := range compiledAttacks(t, s) {
		if attack.name == "c-attributes" && noAttributes != nil {
			t.Log("without c-attributes:", noAttributes)
			continue
		}
		switch attack.name {
		case "c-nested", "c-nested-clone":
			if !sandbox.Confined() {
				continue // nobody may make namespaces here
			}
		case "c-raise", "c-continued", "c-first-thread-ends", "c-disown", "c-ticks", "c-other-calls", "c-huge-pages", "c-limits-of-others", "c-queued-signals", "c-asked-signals", "c-attaches", "c-msgq", "c-semaphores", "c-vsock", "c-deep", "c-shared-folder", "c-killed-in-a-stop",
			"c-futex-hash", "c-landlock", "c-released": // some need a kernel that has the call
			continue
		}
		cmd := exec.Command(attack.run[0], attack.run[1:]...)
		cmd.Stdin = input
		out, err := cmd.Output()
		require.NoError(t, err, attack.name)
		assert.Equal(t, "succeeded\n", string(out), attack.name)
	}
}
