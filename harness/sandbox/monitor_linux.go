package sandbox

import (
	"syscall"
	"time"
)

// interval is how often the monitor looks. In that time a program can touch
// some 40 MB of memory and start some hundred processes.
const interval = 20 * time.Millisecond

// unseenUse is how much cpu time a process that no look has found may have used.
const unseenUse = interval

// monitor kills the program when its processes use more than they may. The
// kernel's own limits count for each process alone, cpu time in whole seconds,
// resident memory not at all, and processes not for root.
func (l *launcher) monitor() {
	watch := newDisowned(l)
	for {
		l.mu.Lock()
		elapsed := l.elapsed()
		l.mu.Unlock()
		if why := l.exceeded(elapsed, watch); why != NotKilled {
			l.kill(why)
		}
		time.Sleep(interval)
	}
}

// elapsed returns the time since the start of the program during which this process and the judge ran. The caller
// holds mu.
func (l *launcher) elapsed() time.Duration {
	now := time.Now()
	judgeStopped := now.Sub(l.began)-time.Duration(l.beaten.Load()) > longestGap
	return l.clock.tick(now, judgeStopped)
}

// exceeded looks once.
func (l *launcher) exceeded(elapsed time.Duration, watch *disowned) Cause {
	limits := &l.Limits
	if limits.Wall > 0 && elapsed > limits.Wall {
		return KilledWall
	}
	pids := l.processes()
	if limits.Tasks > 0 && len(pids) > limits.Tasks {
		return KilledTasks // before it becomes more: a look at each takes time
	}
	use := l.look(pids)
	watch.look(use.living, use.tasks)
	switch {
	case limits.Tasks > 0 && use.tasks > limits.Tasks:
		return KilledTasks
	case limits.Memory > 0 && use.largest > limits.Memory:
		return KilledMemory
	case limits.CPU > 0 && use.cpu > limits.CPU:
		return KilledCPU
	case l.Cgroup && cgroupOutOfMemory():
		return KilledMemory
	}
	return NotKilled
}

// use is what the processes of a program use together.
type use struct {
	cpu     time.Duration
	largest int64 // resident bytes of the largest process
	tasks   int   // processes and threads

	// living are the processes that had not been reaped when all of them had been read.
	living map[int]stat
}

// look adds up the cpu time of the program so far and finds the resident
// memory of its largest process. What a process has inherited from children is
// read for all, in the order in which they were started, before what each has
// used itself: one that ends meanwhile may be missed, but is never counted twice.
//
// The most that was seen is kept. The kernel forgets a process whose parent
// ignores SIGCHLD, and with it all that it used.
func (l *launcher) look(pids []int) (u use) {
	l.mu.Lock()
	u.cpu = l.reaped
	l.mu.Unlock()
	read := make([]stat, len(pids))
	for i, pid := range pids {
		s := processStat(pid)
		read[i] = s
		u.cpu += s.inherited
		u.largest = max(u.largest, s.resident)
		u.tasks += max(s.threads, 1)
	}
	u.living = map[int]stat{}
	for i, pid := range pids {
		if used := cpuTime(pid); used > 0 {
			u.cpu += used
			u.living[pid] = read[i]
		}
	}
	if total, exact := l.counter.total(); exact {
		u.cpu = max(u.cpu, total)
	}
	l.mu.Lock()
	l.seen = max(l.seen, u.cpu)
	l.largest = max(l.largest, u.largest)
	l.mu.Unlock()
	return u
}

// processes lists the program's processes.
func (l *launcher) processes() []int {
	if !l.Confined {
		return descendants(syscall.Getpid())
	}
	// Its own /proc shows this namespace alone: the launcher is 1.
	return visibleProcesses()
}
