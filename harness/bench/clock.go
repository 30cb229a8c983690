package bench

import "time"

// Clock reads the time. Tests use a simulated clock, so that no test of this package depends on how fast the machine
// is.
type Clock interface {
	// Wall reads the monotonic clock alone, which takes some 40 ns.
	Wall() time.Duration

	// Read reads all clocks of the calling thread, which takes about a microsecond.
	Read() Reading
}

var epoch = time.Now()

// SystemClock reads the clocks of the machine. Between two readings, the goroutine must be locked to its thread.
type SystemClock struct{}

// Wall returns the time since the program started.
func (SystemClock) Wall() time.Duration { return time.Since(epoch) }

// Reading holds the times of the current thread, or a difference of them.
type Reading struct {
	Wall time.Duration // monotonic
	CPU  time.Duration // user + system of this thread
	// Forced counts the context switches that the kernel forced on this thread.
	Forced int64
}

// Sub returns the difference of two readings.
func (r Reading) Sub(start Reading) Reading {
	return Reading{r.Wall - start.Wall, r.CPU - start.CPU, r.Forced - start.Forced}
}

// Add returns the sum of two differences.
func (r Reading) Add(other Reading) Reading {
	return Reading{r.Wall + other.Wall, r.CPU + other.CPU, r.Forced + other.Forced}
}
