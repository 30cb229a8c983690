package results

import "time"

// Reading is what the clocks of the current thread say.
type Reading struct {
	Wall time.Duration // monotonic
	CPU  time.Duration // user + system of this thread
	// Forced counts the times that the kernel took the processor away from
	// this thread although it had more to do.
	Forced int64
}

// Sub is the difference of two readings.
func (r Reading) Sub(start Reading) Reading {
	return Reading{r.Wall - start.Wall, r.CPU - start.CPU, r.Forced - start.Forced}
}

// Add is the sum of two differences.
func (r Reading) Add(other Reading) Reading {
	return Reading{r.Wall + other.Wall, r.CPU + other.CPU, r.Forced + other.Forced}
}
