package process

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// look is how often the watch looks. In that time a program can touch some
// 40 MB of memory and start some hundred processes.
const look = 20 * time.Millisecond

// watch kills the program when its processes use more than they may. The
// kernel's own limits count for each process alone, cpu time in whole seconds,
// resident memory not at all, and processes not for root.
func (l *launcher) watch() {
	for {
		if why := l.exceeded(); why != NotKilled {
			l.kill(why)
		}
		time.Sleep(look)
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
	l.mu.Lock()
	used := l.reaped
	l.mu.Unlock()
	for _, pid := range pids {
		used += cpuTime(pid)
		if limits.Memory > 0 && resident(pid) > limits.Memory {
			return KilledMemory
		}
	}
	if limits.CPU > 0 && used > limits.CPU {
		return KilledCPU
	}
	return NotKilled
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

// resident reads the resident bytes of a process, 0 where it is gone.
func resident(pid int) int64 {
	statm, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	if err != nil {
		return 0
	}
	var size, pages int64
	if _, err := fmt.Sscan(string(statm), &size, &pages); err != nil {
		return 0
	}
	return pages * int64(os.Getpagesize())
}
