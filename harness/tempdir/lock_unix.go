//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package tempdir

import (
	"os"

	"golang.org/x/sys/unix"
)

// Lock locks a directory until the file is closed. It fails where another process has locked it.
func Lock(path string) (*os.File, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	if err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// RemoveUnowned removes a directory that nobody has locked. A directory of another user stays.
func RemoveUnowned(path string) {
	if lock, err := Lock(path); err == nil {
		_ = removeAll(path)
		lock.Close()
	}
}
