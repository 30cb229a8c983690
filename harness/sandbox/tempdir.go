package sandbox

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// The names of temporary directories. One that has no lock yet has the second
// prefix, so that no other process takes it for one whose owner is gone.
const (
	tempPrefix     = "gridjudge-"
	unlockedPrefix = ".gridjudge-"
)

// unlockedAge is the age from which a directory without a lock is removed: its
// owner died in the instant before it took the lock.
const unlockedAge = time.Minute

// tempDir is a temporary directory that is locked for as long as its owner
// lives. The kernel releases the lock however the owner ends, so that later
// processes recognise what a killed one has left.
type tempDir struct {
	path string
	lock *os.File
}

// removeStale is removeStaleDirs, once.
var removeStale = sync.OnceFunc(removeStaleDirs)

// removeStaleDirs removes the directories of judges that were killed.
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
		case strings.HasPrefix(e.Name(), tempPrefix):
			removeUnowned(path)
		case strings.HasPrefix(e.Name(), unlockedPrefix):
			if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > unlockedAge {
				removeUnowned(path)
			}
		}
	}
}

// removeUnowned removes a directory that nobody has locked.
func removeUnowned(path string) {
	if lock, err := lockDir(path); err == nil {
		_ = removeAll(path) // what belongs to another user stays
		lock.Close()
	}
}

func newTempDir() (*tempDir, error) {
	removeStale()
	made, err := os.MkdirTemp("", unlockedPrefix)
	if err != nil {
		return nil, err
	}
	lock, err := lockDir(made)
	if err != nil {
		os.Remove(made)
		return nil, err
	}
	d := &tempDir{filepath.Join(filepath.Dir(made), tempPrefix+strings.TrimPrefix(filepath.Base(made), unlockedPrefix)), lock}
	if err := os.Rename(made, d.path); err != nil {
		lock.Close()
		os.Remove(made)
		return nil, err
	}
	return d, nil
}

// remove is a variable so that a test can see what its failure leads to.
var remove = removeAll

func (d *tempDir) remove() error {
	defer d.lock.Close()
	return remove(d.path)
}
