package sandbox

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// launcherName is the name under which this executable is started again as the
// launcher. It is an argument, not a variable of the environment, so that no
// setting of a user can turn a gridjudge into a launcher.
const launcherName = "gridjudge: launcher"

// socketFD is the launcher's only descriptor in addition to 0, 1 and 2, which are the program's. It brings a request, and
// then a Cause when the judge wants the program to be killed, both as JSON. Its end means that the judge is gone. The
// launcher answers with a report as JSON.
const socketFD = 3

// request is the message of Run to the launcher.
type request struct {
	Command
	Environment []string
	Fresh       string // the fresh directory, which may be Dir
	Limits      Limits
	Confined    bool   // the launcher is the first process of its namespaces
	Group       string // the folder of the control group that the launcher has of its own; "": it has none
}

// report is the message of the launcher to Run.
type report struct {
	Result      Result
	Unsupported []string // limits that could not be enforced
	Error       string   // the launcher's own failure
}

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
	messages *json.Decoder
	report   report
	stat     *os.File // cpu.stat of the control group, if there is one
	pid      int      // of the program's first process
	began    time.Time

	mu       sync.Mutex // guards what follows
	cause    Cause
	ended    bool          // the first process has been reaped
	own      map[int]bool  // the processes and threads that are traced
	finished time.Duration // cpu time of those that were traced and have ended
	largest  int64         // the most resident memory of a process that the monitor has seen
}

// launch runs one request and reports.
func launch() {
	socket := os.NewFile(socketFD, "judge")
	l := &launcher{messages: json.NewDecoder(socket), own: map[int]bool{}}
	if err := l.run(); err != nil {
		l.report.Error = cmp.Or(l.report.Error, err.Error())
	}
	_ = json.NewEncoder(socket).Encode(&l.report) // a judge that is gone needs no report
}

func (l *launcher) run() error {
	// Privileges and the right to trace belong to a thread.
	runtime.LockOSThread()
	// The program gets none of the descriptors that gridjudge itself was started with. Kernels before 5.11 cannot
	// do this; they cannot confine either.
	_ = unix.CloseRange(socketFD, math.MaxInt32, unix.CLOSE_RANGE_CLOEXEC)
	if err := l.messages.Decode(&l.request); err != nil {
		return fmt.Errorf("request: %w", err)
	}
	if l.Group != "" { // while a path leads to it
		var err error
		if l.stat, err = os.Open(l.Group + "/cpu.stat"); err != nil {
			return err
		}
	}
	// Opened while /proc can be written to; nil if that fails.
	maps, _ := os.Open("/proc/self/smaps")
	peak, _ := os.OpenFile("/proc/self/clear_refs", os.O_WRONLY, 0)
	// What the launcher makes has the permissions that it names. A program keeps the caller's mask, except that it can
	// always use its own files.
	umask := unix.Umask(0)
	// What an earlier run stored in the session's keyring is gone. The name is none: any name could be one that exists.
	unix.RawSyscall(unix.SYS_KEYCTL, unix.KEYCTL_JOIN_SESSION_KEYRING, 0, 0)
	if l.Confined {
		if err := l.confineFiles(); err != nil {
			return err
		}
	}
	dropPrivileges()
	if err := filterCalls(); err != nil {
		l.report.Unsupported = append(l.report.Unsupported, fmt.Sprintf("system calls are not filtered (%v): a program can hide "+
			"memory, store what a later run finds, and blind or kill the process that measures it", err))
	}
	// No other process of the same user may look into this one.
	unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0)
	if err := os.Chdir(l.Dir); err != nil {
		return fmt.Errorf("the working directory: %w", err)
	}
	unix.Umask(umask &^ 0o700)
	shrinkRSS(maps, peak)
	if err := l.start(); err != nil || l.pid == 0 {
		return err
	}
	// The filter of this thread forbids to limit and to trace other processes: another thread has none.
	done := make(chan error)
	go func() {
		runtime.LockOSThread()
		done <- l.supervise()
	}()
	return <-done
}

// supervise enforces the limits of a program that has started, until nothing is left of it.
func (l *launcher) supervise() error {
	if err := stopped(l.pid); err != nil {
		return err
	}
	if err := setLimits(l.pid, l.Limits); err != nil {
		return err
	}
	if l.stat == nil {
		if err := l.trace(); err != nil {
			return err
		}
	}
	// From here on the program could send signals.
	ignoreSignals()
	if !l.Confined { // else no process can stop the launcher
		continued := make(chan os.Signal, 1)
		signal.Notify(continued, unix.SIGCONT)
		go func() {
			<-continued
			l.kill(errors.New("its launcher was stopped"))
		}()
	}
	l.began = time.Now()
	if err := syscall.Kill(l.pid, syscall.SIGCONT); err != nil { // the whole process is no longer stopped
		return err
	}
	if l.stat == nil {
		if err := unix.PtraceCont(l.pid, 0); err != nil {
			return err
		}
	}
	go l.readMessages()
	go l.monitor(ownLimits())
	if l.Limits.Wall > 0 {
		time.AfterFunc(l.Limits.Wall, func() { l.kill(KilledWall) })
	}
	return l.reap()
}

// start brings the program to just before its first instruction, and leaves it stopped there. Where no program can be
// started, the result says why.
func (l *launcher) start() error {
	attr := &syscall.SysProcAttr{Setsid: true, Ptrace: true, Pdeathsig: syscall.SIGKILL}
	pid, err := syscall.ForkExec(l.Path, append([]string{l.Path}, l.Args...), &syscall.ProcAttr{
		Env: l.Environment, Files: []uintptr{0, 1, 2}, Sys: attr,
	})
	switch err {
	case nil:
	case syscall.EAGAIN, syscall.ENOMEM, syscall.EPERM: // EPERM: tracing is forbidden
		return fmt.Errorf("fork: %w", err)
	default:
		l.report.Result.NotStarted = startError(l.Path, err)
		l.report.Result.Exit = -1
		return nil
	}
	if err := stopped(pid); err != nil {
		return err
	}
	// The program's ends of its pipes are its own.
	for fd := range 3 {
		syscall.Close(fd)
	}
	l.pid = pid
	if err := syscall.Kill(pid, syscall.SIGSTOP); err != nil {
		return err
	}
	return unix.PtraceDetach(pid)
}

// ignoreSignals makes the launcher ignore signals. A signal that it catches would be queued, and all processes of a user
// share the queue: what can be ignored is. The others are SIGCHLD, without which it cannot wait for its children, and
// SIGURG, by which the Go runtime interrupts its threads. A fault of its own ends the launcher all the same.
// To ignore every signal and then catch two took 2.5 ms: that starts a goroutine, and what it needs had just been dropped
// from memory. The program's dispositions are those with which it was started.
func ignoreSignals() {
	for s := syscall.Signal(1); s <= 64; s++ {
		if s != unix.SIGCHLD && s != unix.SIGURG {
			signal.Ignore(s)
		}
	}
}

// stopped waits until a process has stopped.
func stopped(pid int) error {
	var change childInfo
	if err := change.wait(unix.P_PID, pid, unix.WSTOPPED|unix.WEXITED); err != nil || !change.stopped() {
		return fmt.Errorf("the program did not stop at its start: %+v, %v", change, err)
	}
	return nil
}

// startError says why a program could not be started. The kernel says "no such file"
// also if only the interpreter of the program is missing.
func startError(path string, err error) string {
	info, missing := os.Stat(path)
	switch {
	case err == syscall.ENOEXEC:
		return err.Error() + ": neither a program for this machine nor a script whose first line names its interpreter, as #!/bin/sh does"
	case missing == nil && err == syscall.ENOENT:
		return "its interpreter does not exist, or is not among what the program may read: name it as in python3 FILE"
	case missing == nil && info.IsDir():
		return "it is a directory"
	}
	return err.Error()
}

// readMessages kills the program when the judge asks for it, or when the judge has ended.
func (l *launcher) readMessages() {
	var why Cause
	for l.messages.Decode(&why) == nil {
		l.kill(why)
	}
	l.kill(Interrupted)
}

// kill ends the program, for a Cause, or because the launcher cannot measure it any more, which is any other error. Of
// several calls the first decides what is reported.
func (l *launcher) kill(why error) {
	l.mu.Lock()
	if l.cause == NotKilled && l.report.Error == "" && !l.ended && !errors.As(why, &l.cause) {
		l.report.Error = fmt.Sprintf("the program could not be measured: %v", why)
	}
	l.mu.Unlock()
	l.killAll()
}

// shrinkRSS makes the launcher small before it starts the program, because its peak is the
// least peak that the program can report: 3 MiB on amd64 instead of 10.7 MiB without it. It drops the
// pages of the launcher's file, which the kernel reads again when they are needed, and resets
// the peak. If a step fails, the least peak is higher, and nothing else changes. To drop the code alone
// is not enough: that leaves 7 MiB.
func shrinkRSS(mappings, peak *os.File) {
	maps, _ := io.ReadAll(mappings)
	mappings.Close()
	var start, end uintptr // of a mapping that is read from a file and never written to
	var clean [][2]uintptr
	for line := range strings.Lines(string(maps)) {
		if strings.Contains(line, "-") { // the first line of a mapping, "start-end mode ..."
			var mode string
			fmt.Sscanf(line, "%x-%x %s", &start, &end, &mode)
			if !strings.HasPrefix(mode, "r-") || !strings.Contains(line, "/") {
				start = 0
			}
		}
		// A page that is no longer the file's (the dynamic linker of a cgo build changed it)
		// would not come back: such a mapping stays.
		if start > 0 && strings.HasPrefix(line, "Anonymous:") && strings.HasSuffix(line, " 0 kB\n") {
			clean = append(clean, [2]uintptr{start, end})
		}
	}
	for _, m := range clean { // only now: what this loop does not need is not read again
		syscall.Syscall(syscall.SYS_MADVISE, m[0], m[1]-m[0], unix.MADV_DONTNEED)
	}
	// 5: the peak of resident memory becomes what it is now.
	_, _ = peak.WriteString("5")
	peak.Close()
}
