package sandbox

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// clockTick is the unit of times in /proc, the same on every Linux.
const clockTick = 10 * time.Millisecond

// stat holds values of a process or a thread from its file stat in /proc.
type stat struct {
	state     byte
	threads   int
	inherited time.Duration // cpu time of the children that it has waited for
	resident  int64         // bytes
}

// statOf reads the file stat of a folder in /proc. It returns the zero value if the process
// or thread has ended.
func statOf(folder string) (s stat) {
	text, err := os.ReadFile(folder + "/stat")
	if err != nil {
		return s
	}
	// The name may hold any character; the third field follows its last bracket.
	fields := bytes.Fields(text[bytes.LastIndexByte(text, ')')+1:])
	const state, cutime, cstime, threads, rss = 3, 16, 17, 20, 24
	if len(fields) <= rss-3 {
		return s
	}
	number := func(field int) int64 {
		n, _ := strconv.ParseInt(string(fields[field-3]), 10, 64)
		return n
	}
	return stat{
		state:     fields[state-3][0],
		threads:   int(number(threads)),
		inherited: time.Duration(number(cutime)+number(cstime)) * clockTick,
		resident:  number(rss) * int64(os.Getpagesize()),
	}
}

// processStat reads the values of a process. If the first thread of the process has ended,
// the memory is read from another thread.
func processStat(pid int) stat {
	folder := fmt.Sprintf("/proc/%d", pid)
	s := statOf(folder)
	if s.state != 'Z' || s.threads < 2 {
		return s
	}
	tasks, _ := os.ReadDir(folder + "/task")
	for _, task := range tasks {
		if thread := statOf(folder + "/task/" + task.Name()); thread.resident > 0 {
			s.resident = thread.resident
			break
		}
	}
	return s
}

// cpuTime reads the cpu clock of a process. The id of this clock is the inverted process id
// above three bits; the value 2 of these bits names the clock of the scheduler.
func cpuTime(pid int) time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(int32(^pid<<3|2), &t); err != nil {
		return 0 // gone: reap counts it
	}
	return time.Duration(t.Nano())
}

// visibleProcesses lists the processes that /proc shows, except the first.
func visibleProcesses() (pids []int) {
	proc, err := os.Open("/proc")
	if err != nil {
		return nil
	}
	defer proc.Close()
	names, _ := proc.Readdirnames(-1)
	for _, name := range names {
		if pid, err := strconv.Atoi(name); err == nil && pid != 1 {
			pids = append(pids, pid)
		}
	}
	return pids
}
