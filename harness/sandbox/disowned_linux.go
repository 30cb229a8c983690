package sandbox

import "time"

// idCounter finds processes whose cpu time is lost: those that end while their
// parent ignores them. It is used where no cpuCounter is exact. It recognises a
// parent that ignores its children, and it compares the process ids that the
// namespace has given with those that a look has found.
type idCounter struct {
	launcher *launcher
	last     int // the last id at the last look
	created  int
	found    map[int]int // processes that were found, and their threads
}

func newIDCounter(l *launcher) *idCounter {
	return &idCounter{launcher: l, last: lastPID(), found: map[int]int{}}
}

// look takes note of the processes that exist now.
func (c *idCounter) look(pids []int, tasks int) {
	l := c.launcher
	if _, exact := l.counter.total(); exact {
		return
	}
	disowned := false
	for _, pid := range pids {
		c.found[pid] = 1
		disowned = disowned || ignoresChildren(pid) && len(children(pid)) > 0
	}
	if l.Confined {
		last := lastPID()
		if last < c.last { // the ids have begun again
			c.last = 0
		}
		c.created += last - c.last
		c.last = last
		// Threads have ids too, and they are counted with their process.
		c.found[0] = max(c.found[0], tasks-len(pids)+launcherTasks)
	}
	unseen := c.created - c.found[0] - len(c.found)
	l.mu.Lock()
	defer l.mu.Unlock()
	if limit := l.Limits.CPU; limit > 0 && unseen > 0 {
		disowned = disowned || l.seen+unseenUse*time.Duration(unseen) > limit
	}
	l.disowned = l.disowned || disowned
}
