//go:build unix

package scratch

import (
	"errors"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// locks says that folders are locked, so that a folder that nobody uses can be recognized.
const locks = true

// errTaken says that another process uses a folder, or has removed it.
var errTaken = errors.New("the folder belongs to another process")

// FD returns the file descriptor of the open folder. It is valid until the folder is removed.
func (f *Folder) FD() int { return int(f.lock.Fd()) }

// owned reports whether an open folder belongs to the user of this process.
func owned(dir *os.File) bool {
	info, err := dir.Stat()
	return err == nil && int(info.Sys().(*syscall.Stat_t).Uid) == os.Geteuid()
}

// lock locks a folder. The lock ends when all copies of the file are closed, at the latest when the process ends.
func lock(path string) (*os.File, error) {
	dir, err := os.OpenFile(path, os.O_RDONLY|unix.O_DIRECTORY|unix.O_NOFOLLOW, 0)
	if err != nil {
		return nil, errTaken
	}
	err = unix.Flock(int(dir.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if _, gone := os.Lstat(path); err == nil && gone == nil { // otherwise it was removed before it was locked
		return dir, nil
	}
	dir.Close()
	return nil, errTaken
}
