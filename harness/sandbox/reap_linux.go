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
		var status syscall.WaitStatus
		var use syscall.Rusage
		pid, stopped, err := l.next()
		if err != nil { // ECHILD: nothing is left
			break
		}
		if stopped {
			l.resume(pid)
			continue
		}
		ticks, used := clock(pid, ticksClock), l.charge(pid) // while the process can still be asked
		waitFor(pid, &status, &use)
		// A traced process is waited for again if its parent did not. What its children used is in its own time as well.
		l.mu.Lock()
		alive, known := l.alive[pid]
		again := !l.Grouped && (used == 0 || known && !alive)
		l.alive[pid] = false
		l.mu.Unlock()
		if l.Grouped || pid == l.pid {
			result.User += time.Duration(use.Utime.Nano())
			result.System += time.Duration(use.Stime.Nano())
		}
		result.PeakRSS = max(result.PeakRSS, int64(use.Maxrss)<<10)
		if pid != l.pid {
			if l.ended && !again && result.Killed == NotKilled {
				result.Left++
			}
			continue
		}
		result.Wall = time.Since(l.began)
		result.Exit = status.ExitStatus()
		l.mu.Lock()
		l.ended = true
		if status.Signaled() {
			result.Signal = signalName(status.Signal())
			result.Killed = l.cause
		}
		if result.Signal == "SIGXCPU" && l.Limits.CPU > 0 && ticks >= l.Limits.Backstop() {
			result.Killed = Backstopped
		}
		l.mu.Unlock()
		l.killAll()
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	used := l.observed
	if l.Grouped {
		total, err := groupCPU(statFD)
		if err != nil && l.report.Error == "" {
			l.report.Error = fmt.Sprintf("control group: %v", err)
		}
		if total > result.CPU()+countedApart {
			used = max(used, total)
		}
	}
	result.User += max(used-result.CPU(), 0)
	result.PeakRSS = max(result.PeakRSS, l.largest, l.shared())
}

// If the cpu time of the control group exceeds the reaped cpu time by countedApart, processes that
// nobody has waited for have used the difference. A smaller difference says nothing, because the
// kernel counts in two ways.
const countedApart = 5 * time.Millisecond

// next waits until a process has ended, and leaves it to be waited for; or until a traced one has stopped.
func (l *launcher) next() (pid int, stopped bool, err error) {
	var info struct { // the beginning of a siginfo_t
		signal, errno, code int32
		_                   [0]uintptr
		pid                 int32
		_                   [128]byte
	}
	options := unix.WEXITED | unix.WNOWAIT | unix.WALL
	if !l.Grouped {
		options |= unix.WSTOPPED
	}
	const trapped, halted = 4, 5 // values of code
	for {
		err = unix.Waitid(unix.P_ALL, 0, (*unix.Siginfo)(unsafe.Pointer(&info)), options, nil)
		if err != unix.EINTR {
			return int(info.pid), info.code == trapped || info.code == halted, err
		}
	}
}

func waitFor(pid int, status *syscall.WaitStatus, use *syscall.Rusage) (int, error) {
	for {
		n, err := syscall.Wait4(pid, status, syscall.WALL, use)
		if err != syscall.EINTR {
			return n, err
		}
	}
}

// signalName returns the name of a signal; those for real time have only numbers.
func signalName(s syscall.Signal) string {
	return cmp.Or(unix.SignalName(s), fmt.Sprintf("signal %d", int(s)))
}

// killAll kills every process of the program. SIGKILL asks for no consent, and a process that has it
// waiting cannot fork: nothing escapes.
func (l *launcher) killAll() {
	if l.Confined {
		// All that this process may signal are those of its own namespace.
		syscall.Kill(-1, syscall.SIGKILL)
		return
	}
	for pid := range l.traced() {
		syscall.Kill(pid, syscall.SIGKILL)
	}
	syscall.Kill(-l.pid, syscall.SIGKILL) // its process group
}
