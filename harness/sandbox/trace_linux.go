package sandbox

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// Without a control group the launcher traces all processes of the program. It is so the first to wait for each of them,
// and can ask the cpu time even of those for which the program does not wait. Each new process and thread stops twice for
// this, which takes about 60 us.

// traceOptions make the kernel trace all that a traced process starts, and kill all if the launcher ends.
const traceOptions = unix.PTRACE_O_TRACEFORK | unix.PTRACE_O_TRACEVFORK | unix.PTRACE_O_TRACECLONE | unix.PTRACE_O_TRACEEXEC |
	unix.PTRACE_O_EXITKILL

// trace takes the program, which its first thread has left stopped, and continues it. What is seized stops for its tracer
// before its first instruction, and so does all that it starts. Otherwise that stop would be a signal, SIGSTOP, which any
// SIGCONT removes: what had not stopped would not be charged.
func (l *launcher) trace() error {
	if err := stopped(l.pid); err != nil {
		return err
	}
	if _, _, errno := unix.Syscall6(unix.SYS_PTRACE, unix.PTRACE_SEIZE, uintptr(l.pid), 0, traceOptions, 0, 0); errno != 0 {
		return fmt.Errorf("the program cannot be traced, perhaps because its file cannot be read: %w", errno)
	}
	var status syscall.WaitStatus
	if n, _ := syscall.Wait4(l.pid, &status, syscall.WALL|syscall.WNOHANG, nil); n != l.pid || status.StopSignal() != syscall.SIGSTOP {
		return errors.New("the program was continued before it was traced")
	}
	l.own[l.pid] = true
	l.began = time.Now()
	if err := syscall.Kill(l.pid, syscall.SIGCONT); err != nil { // the whole process is no longer stopped
		return err
	}
	return unix.PtraceCont(l.pid, 0)
}

// resume continues a traced process or thread that has stopped, with the signal that it was to get. SIGSTOP has no effect.
func (l *launcher) resume(pid int) {
	// Only a stop is waited for: if the process was killed in the meantime, its end is left to reap, which charges it.
	var stop childInfo
	if err := stop.wait(unix.P_PID, pid, unix.WSTOPPED|unix.WNOHANG); err != nil || stop.pid == 0 {
		return
	}
	l.mu.Lock()
	l.own[pid] = true
	signal, event := syscall.Signal(stop.status&0xff), int(stop.status>>8)
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
