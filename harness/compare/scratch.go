package compare

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
)

// scratchName begins the name of every folder for builds, and lockSuffix ends that of the file that says whose it is.
const (
	scratchName = "gridjudge-compare-"
	lockSuffix  = ".lock"
)

// scratch is a folder for builds. It belongs to this process as long as the process locks the file beside it. The
// kernel releases the lock whatever ends the process.
type scratch struct {
	dir  string
	lock *os.File
}

// newScratch makes the folder and removes those whose processes have died.
func newScratch() (*scratch, error) {
	removeAbandoned(os.TempDir())
	for {
		lock, err := os.CreateTemp("", scratchName+"*"+lockSuffix)
		if err != nil {
			return nil, err
		}
		free, err := lockFile(lock)
		if !free && err == nil {
			lock.Close() // another process takes it for abandoned
			continue
		}
		s := &scratch{strings.TrimSuffix(lock.Name(), lockSuffix), lock}
		if err == nil {
			err = os.Mkdir(s.dir, 0o700)
		}
		if err != nil {
			return nil, errors.Join(err, s.remove())
		}
		return s, nil
	}
}

// sub makes a folder below the scratch folder.
func (s *scratch) sub(name string) (string, error) {
	dir := filepath.Join(s.dir, name)
	return dir, os.Mkdir(dir, 0o777)
}

// remove removes the folder.
func (s *scratch) remove() error {
	err := os.RemoveAll(s.dir)
	return errors.Join(err, os.Remove(s.lock.Name()), s.lock.Close())
}

// removeAbandoned removes the folders below parent that no process has locked. Folders of other users stay.
func removeAbandoned(parent string) {
	if !locksEnd {
		return // nothing tells an abandoned folder from one in use
	}
	locks, _ := filepath.Glob(filepath.Join(parent, scratchName+"*"+lockSuffix))
	for _, name := range locks {
		lock, err := os.OpenFile(name, os.O_RDWR, 0)
		if err != nil {
			continue
		}
		if abandoned, err := lockFile(lock); abandoned && err == nil {
			if os.RemoveAll(strings.TrimSuffix(name, lockSuffix)) == nil {
				_ = os.Remove(name) // else the next run tries again
			}
		}
		lock.Close()
	}
}
