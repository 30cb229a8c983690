//go:build !linux

package bench

import "errors"

// Read reports the wall time as processor time: this system has none of a thread.
func (c SystemClock) Read() Reading {
	wall := c.Wall()
	return Reading{Wall: wall, CPU: wall}
}

// PinThread is not possible on this system.
func PinThread(int) error {
	return errors.New("this system cannot bind a thread to a processor")
}

// Processors returns none: no thread can be bound to one.
func Processors() []int { return nil }
