package sandbox

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// The cpu time of every process has to be measured, even if its parent does not wait for it. Normally the control group
// does this. If there is no control group, the launcher traces all processes of the program. When a traced process
// ends, the kernel tells the launcher before anyone else, so the launcher can still ask for its cpu time. Tracing has a
// price: whenever a process starts another process or thread, both are stopped once. This takes about 60 us.

// traceOptions tell the kernel to trace every process and thread that a traced process starts, and to kill all of
// them if the launcher ends.
const traceOptions = unix.PTRACE_O_TRACEFORK | unix.PTRACE_O_TRACEVFORK | unix.PTRACE_O_TRACECLONE | unix.PTRACE_O_TRACEEXEC |
	unix.PTRACE_O_EXITKILL

// trace begins to trace the program, which has been stopped before its first instruction. All processes and threads of
// the program must be traced, because otherwise their time would not be counted. So trace uses PTRACE_SEIZE. With it,
// each new process or thread stops before its first instruction, and only the launcher can end this stop. Without
// PTRACE_SEIZE, the stop would be a SIGSTOP, and any other process could end it by a SIGCONT.
func (l *launcher) trace() error {
	if _, _, errno := unix.Syscall6(unix.SYS_PTRACE, unix.PTRACE_SEIZE, uintptr(l.pid), 0, traceOptions, 0, 0); errno != 0 {
		return fmt.Errorf("the program cannot be traced, perhaps because its file cannot be read: %w", errno)
	}
	var stop childInfo
	if stop.wait(unix.P_PID, l.pid, unix.WSTOPPED|unix.WNOHANG) != nil || stop.signal() != syscall.SIGSTOP {
		return errors.New("the program was continued before it was traced")
	}
	l.own[l.pid] = true
	return nil
}

// resume continues a traced process or thread that has stopped. If it stopped because of a signal, resume delivers the
// signal, except SIGSTOP.
func (l *launcher) resume(pid int) {
	// Wait only for a stop. If the process was killed in the meantime, its end is left to reap, which charges it.
	var stop childInfo
	if err := stop.wait(unix.P_PID, pid, unix.WSTOPPED|unix.WNOHANG); err != nil || stop.pid == 0 {
		return
	}
	l.mu.Lock()
	l.own[pid] = true
	signal, event := stop.signal(), int(stop.status>>8)
	if event == unix.PTRACE_EVENT_EXEC {
		// A thread that executes a program gets the number of its process.
		if before, err := unix.PtraceGetEventMsg(pid); err == nil && int(before) != pid {
			delete(l.own, int(before))
		}
	}
	if event > 0 || signal == syscall.SIGSTOP {
		signal = 0
	}
	over := l.ended || l.cause != NotKilled || l.report.Error != ""
	l.mu.Unlock()
	if over { // it was started while the others were killed
		syscall.Kill(pid, syscall.SIGKILL)
	}
	_ = unix.PtraceCont(pid, int(signal)) // it may have been killed
}

// traced returns the processes and threads that are traced.
func (l *launcher) traced() []int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Collect(maps.Keys(l.own))
}

// reap waits until the program's first process ends. Then it kills all other processes of the program and waits for
// them. It adds up the cpu time of all processes, and reports the largest memory of any of them.
func (l *launcher) reap() error {
	options := unix.WEXITED | unix.WNOWAIT // a process that has ended stays until charge has asked for its clocks
	if l.stat == nil {
		options |= unix.WSTOPPED
	}
	var change childInfo
	for change.wait(unix.P_ALL, 0, options) == nil { // ECHILD: nothing is left
		if pid := int(change.pid); change.stopped() {
			l.resume(pid)
		} else {
			l.charge(pid)
		}
	}
	used, err := l.used()
	result := &l.report.Result
	// So far the result has only the time of the first process and of the processes that it waited for. The rest is
	// added here.
	result.User += max(used-result.CPU(), 0)
	result.PeakRSS = max(result.PeakRSS, l.largest, l.shared())
	return err
}

// charge adds the cpu time and the memory of a process that has ended to the result. If it is the first process, the
// program has ended: charge also records how, and kills all other processes.
func (l *launcher) charge(pid int) {
	ticks := clock(pid, ticksClock) // while the process can still be asked
	result := &l.report.Result
	l.mu.Lock()
	if l.own[pid] {
		// The kernel forgets the time of a process that nobody waits for, so charge asks every process now.
		l.finished += clock(pid, cpuClock)
		delete(l.own, pid) // it comes here again if its parent does not wait for it, and is counted once
	}
	var status syscall.WaitStatus
	var use syscall.Rusage
	syscall.Wait4(pid, &status, syscall.WALL, &use) // returns at once
	result.PeakRSS = max(result.PeakRSS, int64(use.Maxrss)<<10)
	l.ended = l.ended || pid == l.pid
	if pid != l.pid {
		l.mu.Unlock()
		return
	}
	result.Wall = time.Since(l.began)
	result.User, result.System = time.Duration(use.Utime.Nano()), time.Duration(use.Stime.Nano())
	result.Exit = status.ExitStatus()
	if status.Signaled() {
		// Real-time signals have no names.
		result.Signal = cmp.Or(unix.SignalName(status.Signal()), fmt.Sprintf("signal %d", int(status.Signal())))
		result.Killed = l.cause
	}
	if result.Signal == "SIGXCPU" && l.Limits.CPU > 0 && ticks >= l.Limits.Backstop() {
		result.Killed = Backstopped
	}
	l.mu.Unlock()
	if result.Killed == NotKilled {
		left, _ := l.processes()
		result.Left = len(left)
	}
	l.killAll()
}

// childInfo is the beginning of a siginfo_t.
type childInfo struct {
	_, _, code       int32
	_                [0]uintptr
	pid, uid, status int32 // status after a stop: the signal, and above its 8 bits the event
	_                [128]byte
}

// wait waits for a change of a child.
func (i *childInfo) wait(kind, id, options int) (err error) {
	for err = unix.EINTR; err == unix.EINTR; {
		err = unix.Waitid(kind, id, (*unix.Siginfo)(unsafe.Pointer(i)), options|unix.WALL, nil)
	}
	return err
}

// stopped reports whether the change is that the child has stopped, whether or not it is traced.
func (i *childInfo) stopped() bool {
	const trapped, halted = 4, 5
	return i.code == trapped || i.code == halted
}

// signal returns the signal of a stop.
func (i *childInfo) signal() syscall.Signal { return syscall.Signal(i.status & 0xff) }

// killAll kills every process of the program. None of them escapes: a process cannot block SIGKILL, and it cannot
// fork while SIGKILL waits for it. A traced process that was forked before is killed when it stops for the first
// time.
func (l *launcher) killAll() {
	if l.Confined {
		// This process can signal only processes of its own namespace.
		syscall.Kill(-1, syscall.SIGKILL)
		return
	}
	for _, pid := range l.traced() {
		syscall.Kill(pid, syscall.SIGKILL)
	}
}
