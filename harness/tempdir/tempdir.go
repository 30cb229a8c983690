// Package tempdir makes temporary directories. A process holds a lock on each of its directories from New until
// Remove, or until the process ends. The kernel releases the lock however the process ends. When a process makes its
// first directory, it removes the directories of killed processes: nobody holds their locks. There are such locks on
// Linux, macOS and the BSDs (lock_unix.go). On other systems the directories of killed processes stay.
package tempdir

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// The names of temporary directories are a prefix and digits. One that has no lock yet
// has the second prefix, so that no other process takes it for one whose owner is gone.
const (
	tempPrefix     = "gridjudge-"
	unlockedPrefix = ".gridjudge-"
)

// UnlockedAge is the age from which a directory without a lock is removed: its
// owner died in the instant before it took the lock.
const UnlockedAge = time.Minute

// Dir is a temporary directory of this process.
type Dir struct {
	Path string
	lock *os.File
}

// removeStale is removeStaleDirs, once.
var removeStale = sync.OnceFunc(removeStaleDirs)

// removeStaleDirs removes the directories of processes that were killed.
func removeStaleDirs() {
	parent := os.TempDir()
	entries, err := os.ReadDir(parent)
	if err != nil {
		return
	}
	for _, e := range entries {
		path := filepath.Join(parent, e.Name())
		switch {
		case !e.IsDir():
		case IsMade(e.Name(), tempPrefix):
			RemoveUnowned(path)
		case IsMade(e.Name(), unlockedPrefix):
			if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > UnlockedAge {
				RemoveUnowned(path)
			}
		}
	}
}

// IsMade reports whether a name is a prefix and digits, as os.MkdirTemp gives it. A user may have made any other one.
func IsMade(name, prefix string) bool {
	digits, ok := strings.CutPrefix(name, prefix)
	return ok && digits != "" && strings.Trim(digits, "0123456789") == ""
}

// New makes a directory in the system's folder for temporary files.
func New() (*Dir, error) {
	removeStale()
	made, err := os.MkdirTemp("", unlockedPrefix)
	if err != nil {
		return nil, err
	}
	lock, err := Lock(made)
	if err != nil {
		os.Remove(made)
		return nil, err
	}
	d := &Dir{filepath.Join(filepath.Dir(made), tempPrefix+strings.TrimPrefix(filepath.Base(made), unlockedPrefix)), lock}
	if err := os.Rename(made, d.Path); err != nil {
		lock.Close()
		os.Remove(made)
		return nil, err
	}
	return d, nil
}

// Remove removes the directory and all below it. It also removes directories whose permissions a program took away,
// and directories nested too deep for a path.
func (d *Dir) Remove() error {
	defer d.lock.Close()
	return removeAll(d.Path)
}
