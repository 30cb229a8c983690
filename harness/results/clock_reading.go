package results

import "time"

// ClockReading holds the times of the current thread, or a difference of them.
type ClockReading struct {
	Wall time.Duration // monotonic
	CPU  time.Duration // user + system of this thread
	// Forced counts the context switches that the kernel forced on this thread.
	Forced int64
}

// Sub returns the difference of two readings.
func (r ClockReading) Sub(start ClockReading) ClockReading {
	return ClockReading{r.Wall - start.Wall, r.CPU - start.CPU, r.Forced - start.Forced}
}

// Add returns the sum of two differences.
func (r ClockReading) Add(other ClockReading) ClockReading {
	return ClockReading{r.Wall + other.Wall, r.CPU + other.CPU, r.Forced + other.Forced}
}
