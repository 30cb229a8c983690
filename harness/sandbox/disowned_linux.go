package sandbox

import (
	"time"

	"golang.org/x/sys/unix"
)

// disowned finds processes whose cpu time is lost: those that end while their parent
// lets the kernel forget them. It is used where no cpuCounter is exact.
type disowned struct {
	launcher *launcher
	before   map[int]stat // what the last look found
	last     int          // the last process id at the last look
	created  int          // ids given to processes and threads, from the program's first process on
	found    map[int]bool // the processes that a look has found
	threads  int          // the most threads that a look has found, without the first one of each process
}

func newDisowned(l *launcher) *disowned {
	return &disowned{launcher: l, last: l.pid - 1, found: map[int]bool{}}
}

// look takes note of the processes that exist now.
func (d *disowned) look(living map[int]stat, tasks int) {
	l := d.launcher
	if _, exact := l.counter.total(); exact {
		return
	}
	lost := d.ignored(living) || forgotten(d.before, living)
	d.before = living
	lost = d.unseen(living, tasks) || lost
	l.mu.Lock()
	defer l.mu.Unlock()
	l.disowned = l.disowned || lost
}

// ignored reports whether a process that has children ignores the signal of their end.
func (d *disowned) ignored(living map[int]stat) bool {
	for _, s := range living {
		if _, own := living[s.parent]; own && ignoresChildren(s.parent) {
			return true
		}
	}
	return false
}

// forgotten reports whether a process has ended without being waited for by its parent,
// which still exists. If the parent had waited, it would have inherited the page faults.
func forgotten(before, living map[int]stat) bool {
	for pid, s := range before {
		if _, there := living[pid]; there || s.faults == 0 || exists(pid) {
			continue
		}
		// Only now it is certain that whoever has waited for it has done so before.
		parent := processStat(s.parent)
		if then, was := before[s.parent]; was && parent.running() && parent.inheritedFaults == then.inheritedFaults {
			return true
		}
	}
	return false
}

// exists reports whether a process is there, at least as a zombie. Its cpu clock does not tell: on a virtual machine
// whose processor is taken away, a process that has just started shows 0.
func exists(pid int) bool { return unix.Kill(pid, 0) != unix.ESRCH }

// unseen reports whether processes that no look has found may have exceeded the limit of
// cpu time.
func (d *disowned) unseen(living map[int]stat, tasks int) bool {
	l := d.launcher
	if !l.Confined {
		return false // others are given ids, too
	}
	n := d.missed(living, tasks, lastPID())
	l.mu.Lock()
	defer l.mu.Unlock()
	return n > 0 && l.Limits.CPU > 0 && l.seen+unseenUse*time.Duration(n) > l.Limits.CPU
}

// missed estimates the number of processes that no look has found from the ids that the namespace has given. last is
// the last of these ids. Of the launcher's threads only an upper bound is known, so the estimate may be negative.
func (d *disowned) missed(living map[int]stat, tasks, last int) int {
	for pid := range living {
		d.found[pid] = true
	}
	if last < d.last { // the ids have begun again
		d.last = 0
	}
	d.created += last - d.last
	d.last = last
	// Threads have ids, too: those of the program and those of the launcher.
	d.threads = max(d.threads, tasks-len(living))
	return d.created - len(d.found) - d.threads - launcherTasks
}
