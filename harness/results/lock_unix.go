//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package results

import (
	"os"
	"syscall"
)

// lock makes this process the only writer of a file, until the file is closed or the process ends. It returns an error
// if there is another writer.
func lock(f *os.File) error { return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) }
