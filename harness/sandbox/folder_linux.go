package sandbox

import (
	"errors"
	"os"
	"path/filepath"
	"sync"

	"golang.org/x/sys/unix"
)

// A folder of a run (the fresh one, and that of its control group) is locked as long as the run needs it. A judge that
// is killed leaves its folders without a lock, so that the next judge can tell them from those of a judge that works.

// errTaken says that another judge has a folder, or has removed it.
var errTaken = errors.New("the folder belongs to another process")

// lockFolder opens and locks a folder. The lock ends when all copies of the file are closed.
func lockFolder(path string) (*os.File, error) {
	dir, err := os.OpenFile(path, os.O_RDONLY|unix.O_DIRECTORY|unix.O_NOFOLLOW, 0)
	if err != nil {
		return nil, errTaken
	}
	err = unix.Flock(int(dir.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if _, gone := os.Lstat(path); err == nil && gone == nil { // else it was removed before it was locked
		return dir, nil
	}
	dir.Close()
	return nil, errTaken
}

// ownFolder makes a folder in another one and locks it. The sweep of another judge may remove it before it is locked.
func ownFolder(in string) (*os.File, error) {
	for range 10 {
		path, err := makeFolder(in)
		if err != nil {
			return nil, err
		}
		if dir, err := lockFolder(path); err == nil {
			return dir, nil
		}
	}
	return nil, errTaken
}

// sweep removes the folders that judges have left behind in another one.
func sweep(in string, remove func(string) error) {
	left, _ := filepath.Glob(filepath.Join(in, ownPrefix) + "*")
	for _, path := range left {
		if dir, err := lockFolder(path); err == nil {
			_ = remove(path) // it may be another user's
			dir.Close()
		}
	}
}

var sweepOnce sync.Once

// freshFolder makes the fresh directory of a run; remove removes it with its contents.
func freshFolder() (path string, remove func() error, err error) {
	in, err := tempFolder()
	if err != nil {
		return "", nil, err
	}
	sweepOnce.Do(func() { sweep(in, removeAll) })
	dir, err := ownFolder(in)
	if err != nil {
		return "", nil, err
	}
	return dir.Name(), func() error {
		defer dir.Close()
		return removeAll(dir.Name())
	}, nil
}
