//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package compare

import (
	"errors"
	"os"
	"syscall"
)

// lockFile locks a file until it is closed or the process ends. It reports whether no other process had locked it.
func lockFile(f *os.File) (bool, error) {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return false, nil
	}
	return err == nil, err
}

// locksEnd reports whether a lock ends with its process.
const locksEnd = true
