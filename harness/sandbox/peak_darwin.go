package sandbox

import (
	"os"
	"syscall"
)

// peak returns the peak resident memory in bytes, as this system counts it.
func peak(state *os.ProcessState) int64 {
	if use, ok := state.SysUsage().(*syscall.Rusage); ok {
		return use.Maxrss
	}
	return 0
}
