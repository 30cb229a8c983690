package sandbox

import (
	"maps"
	"slices"
	"syscall"

	"golang.org/x/sys/unix"
)

// Without a control group the launcher traces all processes of the program. It is so the first to wait for each of them,
// and can ask the cpu time even of those for which the program does not wait. Each new process and thread stops twice for
// this, which takes about 60 us.

// traceOptions make the kernel trace all that a traced process starts, and kill all if the launcher ends.
const traceOptions = unix.PTRACE_O_TRACEFORK | unix.PTRACE_O_TRACEVFORK | unix.PTRACE_O_TRACECLONE | unix.PTRACE_O_TRACEEXEC |
	unix.PTRACE_O_EXITKILL

// trace continues the program, which stopped before its first instruction.
func (l *launcher) trace(pid int) error {
	l.own[pid] = true
	if err := unix.PtraceSetOptions(pid, traceOptions); err != nil {
		return err
	}
	return unix.PtraceCont(pid, 0)
}

// resume continues a traced process or thread that has stopped, with the signal that it was to get. SIGSTOP has no
// effect: each new process and thread stops with it before its first instruction.
func (l *launcher) resume(pid int) {
	var status syscall.WaitStatus
	if n, _ := syscall.Wait4(pid, &status, syscall.WALL|syscall.WNOHANG, nil); n != pid || !status.Stopped() {
		return
	}
	l.mu.Lock()
	l.own[pid] = true
	signal, event := status.StopSignal(), status.TrapCause()
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
	if over { // it was started when the others were killed
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
