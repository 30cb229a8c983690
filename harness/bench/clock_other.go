//go:build !linux

package bench

import "errors"

// Read reports the wall time as processor time, because this system does not count the processor time of a thread.
func (c SystemClock) Read() Reading {
	wall := c.Wall()
	return Reading{Wall: wall, CPU: wall}
}

// PinThread returns an error, because this system cannot bind a thread to a processor.
func PinThread(int) error {
	return errors.New("this system cannot bind a thread to a processor")
}

// Processors returns none, because no thread can be bound to a processor.
func Processors() []int { return nil }
