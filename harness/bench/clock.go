package bench

import (
	"time"

	"gridjudge/harness/results"
)

// Clock reads the time. Tests use a simulated clock: no test of this package depends
// on how fast the machine is.
type Clock interface {
	// Wall reads the monotonic clock alone: some 40 ns.
	Wall() time.Duration

	// Read reads all clocks of the calling thread: about a microsecond.
	Read() results.ClockReading
}

var epoch = time.Now()

// SystemClock reads the clocks of the machine. The goroutine must be locked to
// its thread between two readings.
type SystemClock struct{}

// Wall returns the time since the program started.
func (SystemClock) Wall() time.Duration { return time.Since(epoch) }
