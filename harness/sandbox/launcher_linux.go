package sandbox

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
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

// launcherName is the name under which this executable is started again as the launcher. The name is an argument, and
// not a variable of the environment, so that no setting of a user can turn a gridjudge into a launcher.
const launcherName = "gridjudge: launcher"

// socketFD is the file descriptor of the launcher's connection to the judge. It is 3, because 0, 1 and 2 are the
// standard input and outputs of the program. The launcher and the judge exchange messages in JSON:
//  1. The judge sends a request, which says what to run.
//  2. While the program runs, the judge can ask the launcher to kill it. The message is a Cause, which is the reason.
//  3. At the end, the launcher sends a report.
//
// If the connection ends before the report, the judge no longer exists, so the launcher kills the program.
const socketFD = 3

// request is the message of Run to the launcher.
type request struct {
	Command
	Environment []string
	Fresh       string // the fresh directory, which may be Dir
	Limits      Limits
	Confined    bool   // the launcher is the first process of its namespaces
	Group       string // the folder of the launcher's own control group; "" if there is none
}

// report is the message of the launcher to Run.
type report struct {
	Result      Result
	Unsupported []string // limits that could not be enforced
	Error       string   // the launcher's own failure
}

// init turns this process into the launcher, if it was started under launcherName. A call in main would be more usual,
// but has two disadvantages:
//   - A main function could lack the call, especially the main function of a test. The program would then start itself
//     over and over again.
//   - main runs only after all packages have been initialised, so the launcher would be larger. init runs before most
//     of them are initialised.
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

	mu       sync.Mutex // guards the fields below
	cause    Cause
	ended    bool          // the first process has been reaped
	own      map[int]bool  // the traced processes and threads
	finished time.Duration // the cpu time of traced processes that have ended
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
	if l.Group != "" { // now, because the view of files does not show it
		var err error
		if l.stat, err = os.Open(l.Group + "/cpu.stat"); err != nil {
			return err
		}
	}
	// It is opened now, while /proc can be written to. It is nil if that fails.
	peak, _ := os.OpenFile("/proc/self/clear_refs", os.O_WRONLY, 0)
	// The launcher's own files get exactly the permissions that it names. The program gets the caller's mask, except
	// that it can always use its own files.
	umask := unix.Umask(0)
	// A new session keyring makes everything inaccessible that an earlier run stored in the old one. It has no name,
	// because a keyring of any name could exist already.
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
	// Other processes of the same user may not look into this one.
	unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0)
	if err := os.Chdir(l.Dir); err != nil {
		return fmt.Errorf("the working directory: %w", err)
	}
	unix.Umask(umask &^ 0o700)
	shrinkRSS(peak)
	if err := l.start(); err != nil || l.pid == 0 {
		return err
	}
	// This thread's filter forbids it to limit and to trace other processes. So another thread, which has no filter,
	// does that.
	done := make(chan error)
	go func() {
		runtime.LockOSThread()
		done <- l.supervise()
	}()
	return <-done
}

// supervise enforces the limits of a program that has been started, until none of its processes is left.
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
	// From here on the program can send signals.
	ignoreSignals()
	if !l.Confined { // with namespaces, no process can stop the launcher
		continued := make(chan os.Signal, 1)
		signal.Notify(continued, unix.SIGCONT)
		go func() {
			<-continued
			l.kill(errors.New("its launcher was stopped"))
		}()
	}
	l.began = time.Now()
	if err := syscall.Kill(l.pid, syscall.SIGCONT); err != nil { // ends the stop of the whole process
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
	defer l.report.Result.readCounters(l.Fresh) // now, because nobody else sees the view of files
	return l.reap()
}

// start starts the program and leaves it stopped just before its first instruction. If the program cannot be started,
// the result says why, and pid stays 0.
func (l *launcher) start() (err error) {
	attr := &syscall.SysProcAttr{Setsid: true, Ptrace: true, Pdeathsig: syscall.SIGKILL}
	l.pid, err = syscall.ForkExec(l.Path, append([]string{l.Path}, l.Args...), &syscall.ProcAttr{
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
	if err := stopped(l.pid); err != nil {
		return err
	}
	// Only the program may hold its ends of the pipes open.
	for fd := range 3 {
		syscall.Close(fd)
	}
	if err := syscall.Kill(l.pid, syscall.SIGSTOP); err != nil {
		return err
	}
	return unix.PtraceDetach(l.pid)
}

// ignoreSignals makes the launcher ignore all signals that it can ignore, because the program may send it a flood of
// signals. If the launcher caught them, the kernel would queue them, and they would use up the number of queued signals
// that the kernel allows all processes of a user together.
//
// Two signals are not ignored: the launcher needs SIGCHLD to wait for its children, and the Go runtime needs SIGURG to
// interrupt its threads. A fault in the launcher itself, such as SIGSEGV, still ends it. The program is not affected:
// it was started before, and keeps its own settings for signals.
//
// An alternative was rejected: to ignore every signal in a loop and then to catch these two again. It took 2.5 ms,
// because catching a signal starts a goroutine, and the memory that this needs had just been dropped (shrinkRSS).
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

// startError says why a program could not be started. It goes further than the kernel's error: the kernel says "no
// such file" even if only the interpreter of the program is missing.
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

// kill ends the program. The reason is a Cause, or any other error if the launcher cannot measure the program any more.
// If kill is called several times, the first call decides what is reported.
func (l *launcher) kill(why error) {
	l.mu.Lock()
	if l.cause == NotKilled && l.report.Error == "" && !l.ended && !errors.As(why, &l.cause) {
		l.report.Error = fmt.Sprintf("the program could not be measured: %v", why)
	}
	l.mu.Unlock()
	l.killAll()
}

// shrinkRSS makes the launcher small before it starts the program. The program inherits the launcher's peak memory, so
// no program can be reported with a lower peak. This lowest peak is 3 MiB on amd64, and would be 10.7 MiB without
// shrinkRSS.
//
// shrinkRSS takes two steps:
//   - It drops the memory pages that the launcher has read from files and not changed. The kernel can read them again.
//   - It tells the kernel to forget the launcher's peak so far, and to begin again with the present size.
//
// A failed step does no harm except that the launcher's peak stays higher. An alternative was rejected: to drop only
// the pages of code. The launcher's peak was then 7 MiB.
func shrinkRSS(peak *os.File) {
	maps, _ := os.ReadFile("/proc/self/smaps")
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
		// A page that differs from the file would not come back (the dynamic linker changes pages of a cgo build). So
		// a mapping with such pages stays.
		if start > 0 && strings.HasPrefix(line, "Anonymous:") && strings.HasSuffix(line, " 0 kB\n") {
			clean = append(clean, [2]uintptr{start, end})
		}
	}
	for _, m := range clean { // in a loop of its own, so that pages which only the loop above needs are not read again
		syscall.Syscall(syscall.SYS_MADVISE, m[0], m[1]-m[0], unix.MADV_DONTNEED)
	}
	// Writing 5 sets the peak of resident memory to its present size.
	_, _ = peak.WriteString("5")
	peak.Close()
}
