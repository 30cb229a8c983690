// Package scratch makes temporary files without a name, and temporary folders that do not stay behind, even if their
// process is killed. A killed process cannot remove its folder itself. Therefore each folder is locked as long as it is
// in use, and the next process that makes a folder first removes all folders that nobody has locked.
package scratch

import (
	"cmp"
	"crypto/rand"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
)

// prefix is the beginning of the names of all folders that a judge makes.
const prefix = "gridjudge-run-"

// Folder is a temporary folder of this process.
type Folder struct {
	Path   string // absolute
	lock   *os.File
	remove func(path string) error
}

var sweepOnce sync.Once

// New makes a folder where temporary files belong (TMPDIR). The first call also removes the folders that killed
// processes have left there.
func New() (*Folder, error) {
	sweepOnce.Do(func() {
		if locks {
			Sweep(os.TempDir(), removeAll)
		}
	})
	return In(os.TempDir(), removeAll)
}

// In makes a folder in parent, which Folder.Remove removes later by the function remove. Until the folder is locked,
// the sweep of another process may remove it. In this case In tries again with another folder.
func In(parent string, remove func(path string) error) (*Folder, error) {
	var err error
	for range 100 {
		f := &Folder{remove: remove}
		if f.Path, err = makeFolder(parent); err == nil {
			f.lock, err = lock(f.Path)
		}
		if err == nil {
			return f, nil
		}
	}
	return nil, err
}

// Remove removes the folder with its contents.
func (f *Folder) Remove() error {
	defer f.lock.Close()
	return f.remove(f.Path)
}

// Sweep removes the folders that killed processes of this user have left in a folder. It leaves the folders of other
// users alone, even if this user is root: while a folder is removed, its owner could replace a subfolder by a link, and
// root would then remove what the link leads to.
func Sweep(in string, remove func(path string) error) {
	left, _ := filepath.Glob(filepath.Join(in, prefix) + "*")
	for _, path := range left {
		if lock, err := lock(path); err == nil {
			if owned(lock) {
				_ = remove(path)
			}
			lock.Close()
		}
	}
}

// makeFolder makes a new folder that this user can use, whatever the umask is. Its path is absolute even if TMPDIR is
// not, because the process that gets it may work in another folder.
func makeFolder(in string) (string, error) {
	path, err := os.MkdirTemp(in, prefix)
	if err == nil {
		err = os.Chmod(path, 0o700)
	}
	if err != nil {
		return "", err
	}
	return filepath.Abs(path)
}

// mostNested limits how deep folders may be nested when os.RemoveAll removes them. Deeper folders are moved up first.
// Otherwise os.RemoveAll could fail: the path of a deep folder may be too long for the kernel, and os.RemoveAll keeps a
// file open for each level. The limit counts bytes of the path: the path of a nested folder may be at most mostNested
// bytes longer than the path of the removed folder.
const mostNested = 200

// removeAll removes a folder, whatever a program has done to it. A program may have done two things that make
// os.RemoveAll fail:
//   - It has taken away the permissions of its folders. removeAll gives them back.
//   - It has nested folders too deep (see mostNested). removeAll first moves the deep folders up, beside the folder
//     that is removed, and then removes them one by one.
//
// A folder that is moved up gets a random name that begins with prefix. No program can have used this name before. And
// if this process is killed in between, Sweep finds the folder by the prefix.
func removeAll(dir string) error {
	failed := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || !e.IsDir() {
			return nil
		}
		os.Chmod(path, 0o700) // otherwise it could be neither read nor moved
		up := filepath.Join(filepath.Dir(dir), prefix+rand.Text())
		if len(path) <= len(dir)+mostNested || os.Rename(path, up) != nil {
			return nil
		}
		return cmp.Or(removeAll(up), fs.SkipDir)
	})
	return cmp.Or(failed, os.RemoveAll(dir))
}
