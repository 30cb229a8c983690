package sandbox

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// interval is how often the watch looks. In that time a program can touch some
// 40 MB of memory and start some hundred processes.
const interval = 20 * time.Millisecond

// monitor kills the program when its processes use more than they may. The
// kernel's own limits count for each process alone, cpu time in whole seconds,
// resident memory not at all, and processes not for root.
func (l *launcher) monitor() {
	for {
		if why := l.exceeded(); why != NotKilled {
			l.kill(why)
		}
		time.Sleep(interval)
	}
}

// exceeded looks once.
func (l *launcher) exceeded() Cause {
	limits := &l.Limits
	if limits.Wall > 0 && time.Since(l.began) > limits.Wall {
		return KilledWall
	}
	pids := l.processes()
	if limits.Processes > 0 && len(pids) > limits.Processes {
		return KilledProcesses
	}
	used, largest := l.look(pids)
	switch {
	case limits.Memory > 0 && largest > limits.Memory:
		return KilledMemory
	case limits.CPU > 0 && used > limits.CPU:
		return KilledCPU
	}
	return NotKilled
}

// look adds up the cpu time of the program so far and finds the resident
// memory of its largest process. What a process has inherited from children is
// read for all, in the order in which they were started, before what each has
// used itself: one that ends meanwhile may be missed, but is never counted twice.
//
// The most that was seen is kept. The kernel forgets a process whose parent
// ignores SIGCHLD, and with it all that it used.
func (l *launcher) look(pids []int) (used time.Duration, largest int64) {
	l.mu.Lock()
	used = l.reaped
	l.mu.Unlock()
	for _, pid := range pids {
		inherited, resident := usage(pid)
		used += inherited
		largest = max(largest, resident)
	}
	for _, pid := range pids {
		used += cpuTime(pid)
	}
	l.mu.Lock()
	l.seen = max(l.seen, used)
	l.largest = max(l.largest, largest)
	l.mu.Unlock()
	return used, largest
}

// processes lists the program's processes.
func (l *launcher) processes() []int {
	if !l.Confined {
		return descendants(syscall.Getpid())
	}
	// Its own /proc shows this namespace alone: the launcher is 1.
	entries, _ := os.ReadDir("/proc")
	var pids []int
	for _, e := range entries {
		if pid, err := strconv.Atoi(e.Name()); err == nil && pid != 1 {
			pids = append(pids, pid)
		}
	}
	return pids
}

// descendants lists the children of pid, their children, and so on.
func descendants(pid int) []int {
	var found []int
	tasks, _ := os.ReadDir(fmt.Sprintf("/proc/%d/task", pid))
	for _, task := range tasks {
		children, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%s/children", pid, task.Name()))
		if err != nil {
			continue
		}
		for _, field := range bytes.Fields(children) {
			if child, err := strconv.Atoi(string(field)); err == nil {
				found = append(found, child)
				found = append(found, descendants(child)...)
			}
		}
	}
	return found
}

// cpuTime reads the cpu clock of a process: its id, inverted, above the three
// bits that say which clock, of which 2 is the scheduler's.
func cpuTime(pid int) time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(int32(^pid<<3|2), &t); err != nil {
		return 0 // gone: reap counts it
	}
	return time.Duration(t.Nano())
}

// clockTick is the unit of times in /proc, the same on every Linux.
const clockTick = 10 * time.Millisecond

// usage reads the cpu time of the children that a process has waited for, and
// its resident bytes; both are 0 where it is gone.
func usage(pid int) (inherited time.Duration, resident int64) {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, 0
	}
	// The name may hold anything; what follows its last bracket is the third
	// field and those after it.
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	number := func(field int) int64 {
		if field-3 >= len(fields) {
			return 0
		}
		n, _ := strconv.ParseInt(string(fields[field-3]), 10, 64)
		return n
	}
	const cutime, cstime, rss = 16, 17, 24
	return time.Duration(number(cutime)+number(cstime)) * clockTick, number(rss) * int64(os.Getpagesize())
}
