package sandbox

import (
	"cmp"
	"fmt"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// reap waits for the program's first process. Then it kills all others and waits for them.
// It adds up the cpu time and the memory of all.
func (l *launcher) reap() {
	result := &l.report.Result
	for {
		pid, stopped, err := l.next()
		if err != nil { // ECHILD: nothing is left
			break
		}
		if stopped {
			l.resume(pid)
			continue
		}
		ticks := clock(pid, ticksClock) // while the process can still be asked
		l.mu.Lock()
		if l.own[pid] {
			// The kernel forgets the time of a process that nobody waits for, so every process is asked now.
			l.finished += clock(pid, cpuClock)
			delete(l.own, pid) // if its parent does not wait for it, it is waited for again
		}
		var status syscall.WaitStatus
		var use syscall.Rusage
		syscall.Wait4(pid, &status, syscall.WALL, &use) // it waits no longer
		result.PeakRSS = max(result.PeakRSS, int64(use.Maxrss)<<10)
		if pid == l.pid {
			l.ended = true
			result.Wall = time.Since(l.began)
			result.User, result.System = time.Duration(use.Utime.Nano()), time.Duration(use.Stime.Nano())
			result.Exit = status.ExitStatus()
			if status.Signaled() {
				result.Signal, result.Killed = signalName(status.Signal()), l.cause
			}
			if result.Signal == "SIGXCPU" && l.Limits.CPU > 0 && ticks >= l.Limits.Backstop() {
				result.Killed = Backstopped
			}
		}
		l.mu.Unlock()
		if pid == l.pid {
			if result.Killed == NotKilled {
				left, _ := l.processes()
				result.Left = len(left)
			}
			l.killAll()
		}
	}
	used, err := l.used()
	if err != nil && l.report.Error == "" {
		l.report.Error = fmt.Sprintf("control group: %v", err)
	}
	// What the first process did not wait for is the rest.
	result.User += max(used-result.CPU(), 0)
	result.PeakRSS = max(result.PeakRSS, l.largest, l.shared())
}

// next waits until a process has ended, and leaves it to be waited for; or until a traced one has stopped.
func (l *launcher) next() (pid int, stopped bool, err error) {
	var info childInfo
	options := unix.WEXITED | unix.WNOWAIT
	if l.stat == nil {
		options |= unix.WSTOPPED
	}
	const trapped, halted = 4, 5 // values of code
	err = info.wait(unix.P_ALL, 0, options)
	return int(info.pid), info.code == trapped || info.code == halted, err
}

// childInfo is the beginning of a siginfo_t.
type childInfo struct {
	signal, errno, code int32
	_                   [0]uintptr
	pid, uid, status    int32 // status: of a stop, its signal, and above that the event
	_                   [128]byte
}

// wait waits for a change of a child.
func (i *childInfo) wait(kind, id, options int) (err error) {
	for err = unix.EINTR; err == unix.EINTR; {
		err = unix.Waitid(kind, id, (*unix.Siginfo)(unsafe.Pointer(i)), options|unix.WALL, nil)
	}
	return err
}

// signalName returns the name of a signal; those for real time have only numbers.
func signalName(s syscall.Signal) string {
	return cmp.Or(unix.SignalName(s), fmt.Sprintf("signal %d", int(s)))
}

// killAll kills every process of the program. SIGKILL asks for no consent, and a process that has it
// waiting cannot fork; a traced one that was forked before is killed when it first stops: nothing escapes.
func (l *launcher) killAll() {
	if l.Confined {
		// All that this process may signal are those of its own namespace.
		syscall.Kill(-1, syscall.SIGKILL)
		return
	}
	for _, pid := range l.traced() {
		syscall.Kill(pid, syscall.SIGKILL)
	}
}
