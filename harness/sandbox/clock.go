package sandbox

import "time"

// The time between two ticks of a runningClock counts if it is at most longestGap. A process
// that was only waiting for a processor ticks again sooner.
const longestGap = time.Second

// runningClock counts the time during which this process was running. While it
// is stopped (SIGSTOP, a frozen container), no tick comes, and nothing counts.
type runningClock struct {
	last    time.Time
	elapsed time.Duration
}

func newRunningClock(now time.Time) *runningClock { return &runningClock{last: now} }

// tick counts the time since the last tick, unless that time is longer than longestGap or
// idle is set. It returns the time counted so far.
func (c *runningClock) tick(now time.Time, idle bool) time.Duration {
	if gap := now.Sub(c.last); gap <= longestGap && !idle {
		c.elapsed += gap
	}
	c.last = now
	return c.elapsed
}
