package results

import "time"

// ClockReading is what the clocks of the current thread say.
type ClockReading struct {
	Wall time.Duration // monotonic
	CPU  time.Duration // user + system of this thread
	// Forced counts the times that the kernel took the processor away from
	// this thread although it had more to do.
	Forced int64
}

// Sub is the difference of two readings.
func (r ClockReading) Sub(start ClockReading) ClockReading {
	return ClockReading{r.Wall - start.Wall, r.CPU - start.CPU, r.Forced - start.Forced}
}

// Add is the sum of two differences.
func (r ClockReading) Add(other ClockReading) ClockReading {
	return ClockReading{r.Wall + other.Wall, r.CPU + other.CPU, r.Forced + other.Forced}
}
