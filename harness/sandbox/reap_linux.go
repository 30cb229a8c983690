package sandbox

import (
	"cmp"
	"fmt"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// reap waits for the program's first process. Then it kills all others and waits for them.
// It adds up the cpu time and the memory of all.
func (l *launcher) reap() {
	result := &l.report.Result
	for {
		var status syscall.WaitStatus
		var use syscall.Rusage
		pid, err := syscall.Wait4(-1, &status, 0, &use)
		if err == syscall.EINTR {
			continue
		}
		if err != nil { // ECHILD: nothing is left
			l.addUnreaped()
			return
		}
		l.mu.Lock()
		result.User += time.Duration(use.Utime.Nano())
		result.System += time.Duration(use.Stime.Nano())
		l.reaped = result.User + result.System
		result.PeakRSS = max(result.PeakRSS, int64(use.Maxrss)<<10)
		switch {
		case pid == l.pid:
			l.ended = true
			result.Wall = l.elapsed() // a program may end at once after a pause, before the monitor looks again
			result.Exit, result.Signal = status.ExitStatus(), ""
			if status.Signaled() {
				result.Signal = signalName(status.Signal())
				result.Killed = l.cause
			}
		case l.ended && result.Killed == NotKilled:
			result.Left++
		}
		l.mu.Unlock()
		if pid == l.pid {
			l.killAll() // without namespaces nothing else is waited for
			go l.sweep()
		}
	}
}

// signalName returns the name of a signal; those for real time have only numbers.
func signalName(s syscall.Signal) string {
	return cmp.Or(unix.SignalName(s), fmt.Sprintf("signal %d", int(s)))
}

// If the cpu time of the control group exceeds the reaped cpu time by countedApart, other
// processes have used the difference. A smaller difference says nothing, because the kernel
// counts in two ways.
const countedApart = 5 * time.Millisecond

// addUnreaped adds the cpu time and memory of processes that nobody waited for.
func (l *launcher) addUnreaped() {
	l.mu.Lock()
	defer l.mu.Unlock()
	result := &l.report.Result
	if l.Cgroup {
		if total := cgroupCPU(); total > result.CPU()+countedApart {
			l.seen = max(l.seen, total)
		}
	}
	result.User += max(l.seen-result.CPU(), 0)
	result.PeakRSS = max(result.PeakRSS, l.largest)
}

// sweep kills until nothing is left to kill; reap ends the launcher then.
func (l *launcher) sweep() {
	for {
		l.killAll()
		time.Sleep(2 * time.Millisecond)
	}
}

// killAll kills every process of the program. SIGKILL asks for no consent.
func (l *launcher) killAll() {
	if l.Confined {
		// All that this process may signal are those of its own namespace.
		syscall.Kill(-1, syscall.SIGKILL)
		return
	}
	if l.Cgroup {
		killCgroup()
	}
	syscall.Kill(-l.pid, syscall.SIGKILL) // its process group
}
