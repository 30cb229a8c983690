package sandbox

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// init turns a process that was started under launcherName into the launcher. It is
// no call in main, because a main could lack the call, that of a test above all: the
// program would then start itself without end. init also runs before most other
// packages are set up, so that the launcher stays small.
func init() {
	if len(os.Args) == 1 && os.Args[0] == launcherName {
		launch()
		os.Exit(0)
	}
}

// launcher is the small process between the judge and the program.
type launcher struct {
	request
	messages *bufio.Reader
	pid      int // of the program's first process
	began    time.Time
	lastBeat atomic.Int64 // when the judge was last known to run, in ns since began

	// What the monitor has seen: the cpu time of each process, and all of it together.
	own      map[int]time.Duration
	observed time.Duration

	mu      sync.Mutex // guards what follows: monitor, readMessages and reap use it
	cause   Cause
	ended   bool          // the first process has been reaped
	reaped  time.Duration // cpu time of the processes that are gone
	seen    time.Duration // the most cpu time that a look has found
	largest int64         // the most resident memory of a process that a look has found
	clock   *runningClock // of the time during which this process and the judge ran
	report  report
}

// launch runs one request and reports.
func launch() {
	socket := os.NewFile(socketFD, "judge")
	l := &launcher{messages: bufio.NewReader(socket), own: map[int]time.Duration{}}
	if err := l.run(); err != nil {
		l.report.Error = err.Error()
	}
	_ = json.NewEncoder(socket).Encode(&l.report) // a judge that is gone needs no report
}

func (l *launcher) run() error {
	// Privileges and the right to trace belong to a thread.
	runtime.LockOSThread()
	if err := closeOnExec(); err != nil {
		return err
	}
	line, err := l.messages.ReadBytes('\n')
	if err != nil {
		return fmt.Errorf("no request: %w", err)
	}
	if err := json.Unmarshal(line, &l.request); err != nil {
		return fmt.Errorf("request: %w", err)
	}
	shrinkRSS() // while /proc can be written to
	if l.Confined {
		if err := l.confineFiles(); err != nil {
			return err
		}
	}
	dropPrivileges()
	if err := forbidHiddenMemory(); err != nil {
		l.unsupported("memory in pipes, shared memory and files without a name is not limited (%v)", err)
	}
	l.report.LeastPeak = highWater()
	// No other process of the same user may look into this one.
	unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0)
	started, err := l.start()
	if err != nil {
		return err
	}
	if !started {
		return nil
	}
	go l.readMessages()
	go l.monitor()
	l.reap()
	return nil
}

// unsupported notes what this machine cannot limit.
func (l *launcher) unsupported(format string, args ...any) {
	l.report.Unsupported = append(l.report.Unsupported, fmt.Sprintf(format, args...))
}

// closeOnExec closes all descriptors but 0, 1 and 2 when the program starts, including
// those that gridjudge itself was started with.
func closeOnExec() error {
	dir, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return fmt.Errorf("list of open descriptors: %w", err)
	}
	for _, e := range dir {
		if fd, err := strconv.Atoi(e.Name()); err == nil && fd > 2 {
			syscall.CloseOnExec(fd)
		}
	}
	return nil
}

// start brings the program to just before its first instruction, sets its
// limits and continues it. It reports whether there is a program to wait for.
func (l *launcher) start() (bool, error) {
	attr := &syscall.SysProcAttr{Setsid: true, Ptrace: true, Pdeathsig: syscall.SIGKILL}
	if l.Cgroup {
		attr.UseCgroupFD, attr.CgroupFD = true, cgroupFD
	}
	pid, err := l.fork(attr)
	if err != nil && l.Cgroup {
		// Old kernels and some filters of system calls do not let a process start in
		// another group.
		attr.UseCgroupFD, l.Cgroup = false, false
		pid, err = l.fork(attr)
	}
	if err == syscall.EPERM {
		// Some containers forbid tracing.
		attr.Ptrace = false
		if pid, err = l.fork(attr); err != syscall.EPERM {
			l.unsupported("tracing is forbidden here: resource limits begin a moment after the program")
		}
	}
	if err != nil {
		if err == syscall.EAGAIN || err == syscall.ENOMEM {
			return false, fmt.Errorf("fork: %w", err)
		}
		l.report.Result.NotStarted = startError(l.Path, err)
		l.report.Result.Exit = -1
		return false, nil
	}
	l.pid = pid
	if attr.Ptrace {
		var status syscall.WaitStatus
		if _, err := waitFor(pid, &status); err != nil {
			return false, fmt.Errorf("wait for the start: %w", err)
		}
		if !status.Stopped() {
			return false, fmt.Errorf("the program did not stop at its start: status %#x", int(status))
		}
	}
	setLimits(pid, l.Limits, l.Confined)
	// From here on the program could send signals. Its own dispositions are
	// those with which it was started.
	ignoreSignals()
	// The program's ends of its pipes are its own.
	for fd := range 3 {
		syscall.Close(fd)
	}
	l.began = time.Now()
	l.clock = newRunningClock(l.began)
	if attr.Ptrace {
		if err := unix.PtraceDetach(pid); err != nil {
			return false, fmt.Errorf("continue the program: %w", err)
		}
	}
	return true, nil
}

// fork starts the program; the error is the kernel's own.
func (l *launcher) fork(attr *syscall.SysProcAttr) (int, error) {
	pid, err := syscall.ForkExec(l.Path, append([]string{l.Path}, l.Args...), &syscall.ProcAttr{
		Dir: l.Dir, Env: l.Environment, Files: []uintptr{0, 1, 2}, Sys: attr,
	})
	var errno syscall.Errno
	if errors.As(err, &errno) {
		return 0, errno
	}
	return pid, err
}

func waitFor(pid int, status *syscall.WaitStatus) (int, error) {
	for {
		n, err := syscall.Wait4(pid, status, 0, nil)
		if err != syscall.EINTR {
			return n, err
		}
	}
}

// startError says why a program could not be started. The kernel says "no such file"
// also if only the interpreter of the program is missing.
func startError(path string, err error) string {
	if err == syscall.ENOEXEC {
		return err.Error() + ": neither a program for this machine nor a script whose first line names its interpreter, as #!/bin/sh does"
	}
	if info, e := os.Stat(path); e == nil {
		if err == syscall.ENOENT {
			return "its interpreter does not exist, or is not among what the program may read"
		}
		if info.IsDir() {
			return "it is a directory"
		}
	}
	return err.Error()
}

// readMessages kills the program when the judge asks for it, or when the judge has ended.
func (l *launcher) readMessages() {
	for {
		message, err := l.messages.ReadByte()
		switch {
		case err != nil:
			l.kill(Interrupted)
			return
		case message == beat:
			l.lastBeat.Store(int64(time.Since(l.began)))
		case message == killForOutput:
			l.kill(KilledOutput)
		case message == killForInterrupt:
			l.kill(Interrupted)
		}
	}
}

// kill ends the program. If it is called several times, the first cause is reported.
func (l *launcher) kill(why Cause) {
	l.mu.Lock()
	if l.cause == NotKilled && !l.ended {
		l.cause = why
	}
	l.mu.Unlock()
	l.killAll()
}

// highWater returns the peak of this process's resident memory in bytes. The peak of the
// program begins with this value.
func highWater() int64 {
	status, _ := os.ReadFile("/proc/self/status")
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	var kib int64
	fmt.Sscan(rest, &kib)
	return kib << 10
}
